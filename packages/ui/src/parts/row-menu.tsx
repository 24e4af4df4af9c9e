import { IconDots } from '@tabler/icons-react';
import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './row-actions.module.css';
import { Menu } from './overlays.tsx';

interface RowMenuProps {
  label: string;
  small: boolean;
  /** Called when it is about to be opened: the pointer or the focus is on it. */
  onNear: () => void;
  /** Its items, made when it is opened. */
  children: () => ReactNode;
}

/** The menu of a row: a button alone until it is pressed. */
export function RowMenu({ children, onNear, ...button }: RowMenuProps) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <OpenedMenu {...button}>{children}</OpenedMenu>;
  return (
    <Dots {...button} aria-haspopup="menu" onMouseEnter={onNear} onFocus={onNear} onClick={() => setWanted(true)} />
  );
}

function OpenedMenu({ children, ...button }: Omit<RowMenuProps, 'onNear'>) {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // The button that was pressed is another one now: the menu gives the focus back to this one.
  useEffect(() => {
    target.current?.focus();
    target.current?.click();
  }, []);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Dots {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>{opened && children()}</Menu.Dropdown>
    </Menu>
  );
}

function Dots({ label, small, ...rest }: { label: string; small: boolean } & ComponentPropsWithRef<'button'>) {
  return (
    <button type="button" className={classes.dots} data-small={small || undefined} aria-label={label} {...rest}>
      <IconDots size={16} aria-hidden />
    </button>
  );
}
