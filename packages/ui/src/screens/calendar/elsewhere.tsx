import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { useFormat } from '../../format/format.ts';
import type { Period } from '../../format/period.ts';
import { addDays, toInstant, toLocal } from '../../format/zone.ts';
import { useLaterWords } from '../../words/later-words.ts';
import { datesOf, type Source } from './entries.ts';

interface ElsewhereProps {
  sources: readonly Source[];
  period: Period;
  onDay: (day: string) => void;
}

/** Leads from days without entries to the next day that has one, and to the last that had one where none follows. */
export default function Elsewhere({ sources, period: { first, last }, onDay }: ElsewhereProps) {
  const words = useLaterWords();
  const format = useFormat();
  const { timeZone } = format;
  const addresses = sources.map(({ entity, query }) => [entity.path, query]);
  const { data } = useQuery({
    queryKey: ['records', sources[0]?.entity.path, 'elsewhere', addresses, first, last],
    queryFn: async ({ signal }) => {
      const next = await Promise.all(
        sources.map((source) => nearest(source, addDays(last, 1), 'next', timeZone, signal)),
      );
      const [soonest] = next.flatMap((day) => day ?? []).toSorted();
      if (soonest !== undefined) return { day: soonest, follows: true };
      const before = await Promise.all(sources.map((source) => nearest(source, first, 'before', timeZone, signal)));
      const latest = before
        .flatMap((day) => day ?? [])
        .toSorted()
        .at(-1);
      return latest === undefined ? null : { day: latest, follows: false };
    },
  });
  if (!data) return null;
  const date = format.date(data.day);
  return (
    <Text span size="sm">
      <Button variant="subtle" size="compact-sm" onClick={() => onDay(data.day)}>
        {data.follows ? words.nextEntry(date) : words.lastEntry(date)}
      </Button>
    </Text>
  );
}

/** The day of the first record that begins on `day` or later, or of the last one that begins before it. */
async function nearest(
  source: Source,
  day: string,
  where: 'next' | 'before',
  timeZone: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { entity, from, instant, query } = source;
  if (source.repeats) return nearestOfDates(source, day, where, signal);
  const bound = instant ? toInstant(day, timeZone) : day;
  const { items } = await client.list(
    entity.path,
    {
      ...query,
      filters: { ...query.filters, [where === 'next' ? `${from}.gte` : `${from}.lt`]: bound },
      order: where === 'next' ? from : `-${from}`,
      fields: [from],
      limit: 1,
    },
    signal,
  );
  const begin = items[0]?.[from];
  if (typeof begin !== 'string') return null;
  return (instant ? toLocal(begin, timeZone) : begin).slice(0, 10);
}

/** How far repeating dates are looked for: their records come in no order. */
const FAR_DAYS = 3_650;

async function nearestOfDates(source: Source, day: string, where: 'next' | 'before', signal: AbortSignal) {
  const { entity, from, query } = source;
  const [first, last] = where === 'next' ? [day, addDays(day, FAR_DAYS)] : [addDays(day, -FAR_DAYS), addDays(day, -1)];
  const filters = { ...query.filters, [`${from}.gte`]: first, [`${from}.lte`]: last };
  const { items } = await client.list(entity.path, { ...query, filters, fields: [from] }, signal);
  const days = items.flatMap((record) => datesOf(source, record, first, last).at(where === 'next' ? 0 : -1) ?? []);
  return days.toSorted().at(where === 'next' ? 0 : -1) ?? null;
}
