import { useEffect, useRef } from 'react';
import classes from './tick.module.css';

interface TickProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for is checked. */
  partly?: boolean;
  onChange: () => void;
}

/** The browser's own checkbox: a long table draws dozens of them in a frame. */
export function Tick({ label, checked, partly = false, onChange }: TickProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <input
      ref={input}
      type="checkbox"
      className={classes.tick}
      aria-label={label}
      checked={checked}
      onChange={onChange}
    />
  );
}
