import { Stack } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormat } from '../format/format.ts';
import { isTime } from '../format/is-moment.ts';
import { useWords } from '../words/words.ts';
import { CLOSES_ITSELF } from './closes-itself.ts';
import classes from './date-picker.module.css';
import type { PickerProps } from './moment-input.tsx';

interface TimePickerProps extends PickerProps {
  /** Whether its hours take the focus at first. */
  focused?: boolean;
}

const COLUMNS = 6;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const MINUTES = Array.from({ length: 12 }, (_, place) => String(place * 5).padStart(2, '0'));
const STEPS_BY_KEY: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

/** The hours of a day and every fifth minute: an hour is chosen with the minutes that there are, a minute ends it. */
export function TimePicker({ value, focused = true, onChosen, onLeft }: TimePickerProps) {
  const words = useWords();
  const format = useFormat();
  const [hour = null, minute = null] = isTime(value) ? value.split(':') : [];
  return (
    <Stack gap={6}>
      <Choices
        label={words.hour}
        choices={HOURS}
        chosen={hour}
        focused={focused}
        textOf={(each) => format.hour(each)}
        nameOf={(each) => format.hour(each)}
        onChosen={(chosen) => onChosen(`${chosen}:${minute ?? '00'}:00`, false)}
        onLeft={onLeft}
      />
      <Choices
        label={words.minute}
        choices={MINUTES}
        chosen={minute}
        focused={false}
        textOf={(each) => `:${each}`}
        nameOf={(each) => format.time(`${hour ?? '00'}:${each}:00`)}
        onChosen={(chosen) => onChosen(`${hour ?? '00'}:${chosen}:00`, true)}
        onLeft={onLeft}
      />
    </Stack>
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly string[];
  chosen: string | null;
  focused: boolean;
  textOf: (choice: string) => string;
  nameOf: (choice: string) => string;
  onChosen: (choice: string) => void;
  onLeft: () => void;
}

/** Buttons in rows, of which one is chosen by a click, or by the arrows and Enter. */
function Choices({ label, choices, chosen, focused, textOf, nameOf, onChosen, onLeft }: ChoicesProps) {
  const [place, setPlace] = useState(Math.max(0, choices.indexOf(chosen ?? '')));
  const grid = useRef<HTMLTableElement>(null);
  const wanted = useRef(focused);
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  function move(event: KeyboardEvent) {
    const steps = STEPS_BY_KEY[event.key];
    if (event.key !== 'Escape' && steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (steps === undefined) return onLeft();
    wanted.current = true;
    setPlace(choices[place + steps] === undefined ? place : place + steps);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table ref={grid} className={classes.days} data-times onKeyDown={move}>
      <caption>{label}</caption>
      <tbody>
        {Array.from({ length: Math.ceil(choices.length / COLUMNS) }, (_, row) => (
          <tr key={choices[row * COLUMNS]}>
            {choices.slice(row * COLUMNS, (row + 1) * COLUMNS).map((each) => (
              <td key={each}>
                <button
                  {...CLOSES_ITSELF}
                  type="button"
                  className={classes.day}
                  tabIndex={each === choices[place] ? 0 : -1}
                  data-autofocus={(focused && each === choices[place]) || undefined}
                  aria-label={nameOf(each)}
                  aria-pressed={each === chosen}
                  onClick={() => {
                    setPlace(choices.indexOf(each));
                    onChosen(each);
                  }}
                >
                  {textOf(each)}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
