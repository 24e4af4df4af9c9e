import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { DAYS_BY_KEY } from '../format/day-keys.ts';
import { useFormat } from '../format/format.ts';
import { addMonths, firstDayOfWeek, monthOf, sameDayIn } from '../format/month.ts';
import { isDate } from '../format/is-moment.ts';
import { addDays, todayIn } from '../format/zone.ts';
import { useWords } from '../words/words.ts';
import { CLOSES_ITSELF } from './closes-itself.ts';
import classes from './date-picker.module.css';
import type { PickerProps } from './moment-input.tsx';

const MONTHS_BY_KEY: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** A month of days, one of which is chosen by a click, or by the arrows, Page Up and Page Down, and Enter. */
export function DatePicker({ value, onChosen, onLeft }: PickerProps) {
  const words = useWords();
  const format = useFormat();
  const today = todayIn(format.timeZone);
  const chosen = isDate(value) ? value : null;
  const [day, setDay] = useState(chosen ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const month = monthOf(day.slice(0, 7), firstDayOfWeek(format.locale));
  // The day gets the focus at first, and after each move by keys.
  const wanted = useRef(true);
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  function move(event: KeyboardEvent) {
    const days = DAYS_BY_KEY[event.key];
    const months = MONTHS_BY_KEY[event.key];
    if (event.key !== 'Escape' && days === undefined && months === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onLeft();
    wanted.current = true;
    setDay(days === undefined ? sameDayIn(addMonths(day.slice(0, 7), months ?? 0), day) : addDays(day, days));
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={move}>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <ActionIcon
          {...CLOSES_ITSELF}
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={words.previousMonth}
          onClick={() => setDay(sameDayIn(addMonths(month.name, -1), day))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Text size="sm" fw={600} aria-live="polite">
          {format.month(month.name)}
        </Text>
        <ActionIcon
          {...CLOSES_ITSELF}
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={words.nextMonth}
          onClick={() => setDay(sameDayIn(addMonths(month.name, 1), day))}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <table ref={grid} className={classes.days}>
        <caption className="visually-hidden">{format.month(month.name)}</caption>
        <thead>
          <tr>
            {month.weeks[0]?.map((each) => (
              <th key={each} scope="col">
                {format.weekday(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <button
                    {...CLOSES_ITSELF}
                    type="button"
                    className={classes.day}
                    tabIndex={each === day ? 0 : -1}
                    data-autofocus={each === day || undefined}
                    aria-label={format.date(each)}
                    aria-pressed={each === chosen}
                    aria-current={each === today ? 'date' : undefined}
                    data-outside={!each.startsWith(month.name) || undefined}
                    onClick={() => onChosen(each, true)}
                  >
                    {Number(each.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
