import { ActionIcon, Loader, Popover, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { datePatternOf, patternText, readDate, writeDate } from '../format/typed-date.ts';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { lineInput, textDraft } from './plain.tsx';

const DatePicker = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePicker }));
/** The library's box is a dialog here; Escape closes it, and not a dialog that it stands over. */
const CALENDAR = { role: 'dialog', 'data-mantine-stop-propagation': true } as const;
const NativeInput = lineInput({ type: 'date' });

function DateView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().date(String(value))}</time>;
}

/** Under a finger the device's own way to choose a date; else it is typed, in the reader's order. */
function DateInput(props: InputProps) {
  const touched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  return touched ? <NativeInput {...props} /> : <TypedDate {...props} />;
}

/** A date as its reader types it, with a calendar beside it; Alt and the down arrow open it. */
function TypedDate(props: InputProps) {
  const words = useWords();
  const { locale } = useFormat();
  const pattern = useMemo(() => datePatternOf(locale), [locale]);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const value = textOf(props.value);

  function settle() {
    if (typed !== null && readDate(typed, pattern, true) !== value) props.onChange(readDate(typed, pattern, true));
    setTyped(null);
  }

  function openByKey(event: KeyboardEvent) {
    if (!(event.altKey && event.key === 'ArrowDown')) return;
    event.preventDefault();
    settle();
    setOpened(true);
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      // An input of text is no button that opens something: the one in it is.
      withRoles={false}
      portalProps={{ target: '#content' }}
    >
      <Popover.Target>
        <TextInput
          {...inputProps(props)}
          ref={input}
          data-date
          autoComplete="off"
          placeholder={patternText(pattern, words.dateLetters)}
          aria-keyshortcuts="Alt+ArrowDown"
          value={typed ?? writeDate(value, pattern)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            props.onChange(readDate(currentTarget.value, pattern, false));
          }}
          onBlur={settle}
          onKeyDown={openByKey}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              tabIndex={-1}
              aria-label={words.openCalendar}
              aria-haspopup="dialog"
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={props.label} {...CALENDAR}>
        <Suspense fallback={<Loader size="xs" aria-label={words.loading} />}>
          <DatePicker
            value={value}
            onChosen={(date) => {
              setTyped(null);
              props.onChange(date);
              setOpened(false);
              input.current?.focus();
            }}
            onLeft={() => {
              setOpened(false);
              input.current?.focus();
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

export const date: FieldParts = { View: DateView, Input: DateInput, ...textDraft };
