import { ActionIcon, Loader, Popover, TextInput } from '@mantine/core';
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { textOf } from '../format/text-of.ts';
import { rangeOf, type Typing, unitAt, writtenOf } from '../format/typing.ts';
import { useWords } from '../words/words.ts';
import { CLOSES_ITSELF } from './closes-itself.ts';
import type { InputProps } from './field.ts';
import { inputProps } from './input-props.ts';

interface MomentInputProps extends InputProps {
  typing: Typing;
  icon: ReactNode;
  /** The label of the button with the icon. */
  opens: string;
  title?: string | undefined;
  /** The component with which the value can be chosen. */
  Picker: ComponentType<PickerProps>;
}

export interface PickerProps {
  /** A value of the wire, whole or not, or nothing. */
  value: string;
  /** `done` where no more is to be chosen. */
  onChosen: (value: string, done: boolean) => void;
  /** Called on Escape. */
  onLeft: () => void;
}

/** The library's box is a dialog here. */
const DIALOG = { role: 'dialog', ...CLOSES_ITSELF } as const;

const STEPS_BY_KEY: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A date or time as its reader types it. The arrows up and down move the unit at the cursor; with Alt, the arrow down opens
 * what it may be chosen from.
 */
export function MomentInput({ typing, icon, opens, title, Picker, ...props }: MomentInputProps) {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  // The unit that was moved stays selected, so that it can be moved on.
  const selected = useRef<readonly [number, number] | null>(null);
  const value = textOf(props.value);

  useLayoutEffect(() => {
    if (selected.current) input.current?.setSelectionRange(...selected.current);
    selected.current = null;
  });

  function settle() {
    if (typed !== null && typing.read(typed, true) !== value) props.onChange(typing.read(typed, true));
    setTyped(null);
  }

  function leave() {
    setOpened(false);
    input.current?.focus();
  }

  function step(event: KeyboardEvent<HTMLInputElement>) {
    const steps = STEPS_BY_KEY[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.altKey) {
      if (event.key === 'ArrowUp') return;
      settle();
      setOpened(true);
      return;
    }
    const before = typed === null ? value : typing.read(typed, true);
    const at = unitAt(typing.parts(before), event.currentTarget.selectionStart ?? 0);
    // A text that is typed by half is neither lost nor guessed.
    if (at === null && before !== '') return;
    const after = typing.moved(before, at?.unit ?? 'day', steps);
    selected.current = at && rangeOf(typing.parts(after), at.unit);
    setTyped(null);
    props.onChange(after);
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
          title={title}
          data-moment={props.field.kind}
          autoComplete="off"
          placeholder={typing.placeholder}
          aria-keyshortcuts="Alt+ArrowDown ArrowUp ArrowDown"
          value={typed ?? writtenOf(typing.parts(value))}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            props.onChange(typing.read(currentTarget.value, false));
          }}
          onBlur={settle}
          onKeyDown={step}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              tabIndex={-1}
              aria-label={`${opens}: ${props.label}`}
              aria-haspopup="dialog"
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              {icon}
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={props.label} {...DIALOG}>
        <Suspense fallback={<Loader size="xs" aria-label={words.loading} />}>
          <Picker
            value={value}
            onChosen={(chosen, done) => {
              setTyped(null);
              props.onChange(chosen);
              if (done) leave();
            }}
            onLeft={leave}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
