import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const TYPING_MILLISECONDS = 250;

interface TypedInputProps {
  label: string;
  value: string;
  icon?: boolean;
  onChange: (text: string) => void;
}

/** Text that is asked for a moment after the typing stops. */
export function TypedInput({ label, value, icon = false, onChange }: TypedInputProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onChange(text);
  }, TYPING_MILLISECONDS);
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);
  return (
    <TextInput
      size="sm"
      label={label}
      type={icon ? 'search' : 'text'}
      leftSection={icon ? <IconSearch size={16} aria-hidden /> : undefined}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}
