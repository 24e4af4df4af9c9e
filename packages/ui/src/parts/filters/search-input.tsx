import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words.ts';
import { stillSent } from './sent-texts.ts';

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
  const sent = useRef<readonly string[]>([value]);
  const send = useDebouncedCallback((text: string) => {
    sent.current = [...sent.current, text];
    onChange(text);
  }, TYPING_MILLISECONDS);
  useHotkeys([['/', () => input.current?.focus()]]);
  useEffect(() => {
    const left = stillSent(sent.current, value);
    sent.current = left ?? [];
    if (left !== null) return;
    send.cancel();
    setTyped(value);
  }, [value, send]);
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
