import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { useFormat } from '../../format/format.ts';
import type { Period } from '../../format/period.ts';
import { addDays, toInstant, toLocal } from '../../format/zone.ts';
import { useLaterWords } from '../../words/later-words.ts';
import type { Source } from './entries.ts';

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
  { entity, from, instant, query }: Source,
  day: string,
  where: 'next' | 'before',
  timeZone: string,
  signal: AbortSignal,
): Promise<string | null> {
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
