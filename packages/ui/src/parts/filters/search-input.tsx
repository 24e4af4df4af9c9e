import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words.ts';

const TYPING_MILLISECONDS = 250;

interface SearchInputProps {
  value: string;
  onChange: (text: string) => void;
}

/** Text that is searched for a moment after the typing stops; `/` leads here. */
export function SearchInput({ value, onChange }: SearchInputProps) {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onChange(text);
  }, TYPING_MILLISECONDS);
  useHotkeys([['/', () => input.current?.focus()]]);
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);
  return (
    <TextInput
      ref={input}
      size="xs"
      type="search"
      aria-label={words.search}
      aria-keyshortcuts="/"
      placeholder={words.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        send(currentTarget.value);
      }}
    />
  );
}
