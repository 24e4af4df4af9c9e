import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { TileView } from '@nonet/client';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Format, useFormat } from '../../format/format.ts';
import { monthOf } from '../../format/month.ts';
import { todayIn } from '../../format/zone.ts';
import { useWords } from '../../words/words.ts';
import { type Days, daysBefore, daysOf, isNamedPeriod, NAMED_PERIODS, tileIn, totalIn } from './chosen-period.ts';
import { useTileFormat } from './tile-format.ts';

/** The period of the address in words. */
export function PeriodLabel({ period }: { period: string }) {
  const words = useWords();
  const format = useFormat();
  if (isNamedPeriod(period)) return words.periods[period];
  const days = daysOf(period, todayIn(format.timeZone));
  return days === null ? words.allTime : textOf(days, format);
}

interface PeriodChoiceProps {
  period: string | undefined;
  /** Undefined: all time. */
  onChosen: (period: string | undefined) => void;
}

/** The periods to choose from; any other is entered by its first and last day. */
export function PeriodChoice({ period, onChosen }: PeriodChoiceProps) {
  const words = useWords();
  const { timeZone } = useFormat();
  const days = daysOf(period, todayIn(timeZone));
  const [from, setFrom] = useState(days?.from ?? '');
  const [to, setTo] = useState(days?.to ?? '');

  // The popover has looked for it before this code was there.
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);

  function choose(event: FormEvent) {
    event.preventDefault();
    const [first, last] = [from, to].toSorted();
    onChosen(`${first}..${last}`);
  }

  return (
    <Stack gap={2}>
      {[undefined, ...NAMED_PERIODS].map((each, place) => (
        <Button
          key={each ?? ''}
          variant={each === period ? 'light' : 'subtle'}
          color="gray"
          c="var(--mantine-color-text)"
          justify="flex-start"
          aria-pressed={each === period}
          ref={place === 0 ? first : null}
          onClick={() => onChosen(each)}
        >
          {each === undefined ? words.allTime : words.periods[each]}
        </Button>
      ))}
      <form onSubmit={choose}>
        <Stack gap="xs" mt="xs">
          <TextInput
            type="date"
            label={words.fromDay}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={words.toDay}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Button type="submit" disabled={from === '' || to === ''}>
            {words.apply}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}

interface TileInPeriodProps {
  tile: TileView;
  period: string;
  /** Draws a tile with a line below its name. */
  renderTile: (tile: TileView, line: ReactNode) => ReactNode;
}

/** A tile by time, with the chosen period alone, and how that compares with the one before. */
export function TileInPeriod({ tile, period, renderTile }: TileInPeriodProps) {
  const words = useWords();
  const format = useFormat();
  const { value: written, change } = useTileFormat(tile);
  const [today] = useState(() => todayIn(format.timeZone));
  const days = daysOf(period, today);
  if (days === null) return renderTile(tile, null);
  const total = totalIn(tile, days);
  const before = daysBefore(days);
  const former = totalIn(tile, before);
  const [is, was] = [Number(total), Number(former)];
  const name = isNamedPeriod(period) ? words.periods[period] : textOf(days, format);
  const line =
    total === null
      ? name
      : former === null || was === 0
        ? `${name}: ${written(total)}`
        : words.changed(name, written(total), change((is - was) / Math.abs(was)), textOf(before, format));
  return renderTile(
    tileIn(tile, days, today),
    <Text size="xs" c="dimmed" mt={-6} mb="xs">
      {line}
    </Text>,
  );
}

/** A period in words: a month by its name. */
function textOf({ from, to }: Days, format: Format): string {
  const month = from.slice(0, 7);
  return from.endsWith('-01') && to === monthOf(month, 1).last
    ? format.month(month)
    : `${format.date(from)} – ${format.date(to)}`;
}
