import type { PlanIndex } from '../plan-index.ts';
import { type PoolClient, type Queryable, run } from '../store/pool.ts';
import type { Write } from './write.ts';

const HOLE = /\{(yyyy|yy|mm|dd|0+)\}/g;

/**
 * The next number of a pattern such as `EX-{yyyy}-{00000}`. Counting restarts in each period that the pattern names.
 * The counter's row stays locked until the transaction ends: a refused write leaves no gap.
 */
export async function nextNumber(write: Write, field: string, pattern: string): Promise<string> {
  const form = formOf(pattern, write.now, write.index);
  const given = await (write.numbers?.next(write.client, field, form.period) ??
    countOn(write.client, field, form.period));
  return form.write(given);
}

/** The number that would be given next, which stays to be given. */
export async function peekNumber(
  { index, pool, now }: { readonly index: PlanIndex; readonly pool: Queryable; readonly now: string },
  field: string,
  pattern: string,
): Promise<string> {
  const form = formOf(pattern, now, index);
  const [row] = await run<{ next: number | string }>(pool, {
    text: 'select coalesce(max(last), 0) + 1 as next from nonet.number_counter where field = $1 and period = $2',
    values: [field, form.period],
    prepare: false,
  });
  return form.write(row?.next ?? 1);
}

/** The period within which a pattern counts at an instant, and how it writes the count. */
function formOf(pattern: string, now: string, index: PlanIndex) {
  const [year = '', month = '', day = ''] = localDate(now, index.plan.settings.timeZone).split('-');
  const dates: Readonly<Record<string, string>> = { yyyy: year, yy: year.slice(-2), mm: month, dd: day };
  const named = [...pattern.matchAll(HOLE)].map((match) => match[1] ?? '');
  return {
    period: named
      .filter((name) => name in dates)
      .map((name) => dates[name])
      .join('-'),
    write: (given: number | string) =>
      pattern.replace(HOLE, (_hole, name: string) => dates[name] ?? String(given).padStart(name.length, '0')),
  };
}

/** Counts on from a number that a document states: the next one of its period is above it. Another form counts nothing. */
export async function countOnFrom(client: PoolClient, field: string, pattern: string, stated: string): Promise<void> {
  const names: string[] = [];
  const form = pattern.split(HOLE).map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);
    names.push(part);
    return part.startsWith('0') ? `(\\d{${part.length},})` : `(\\d{${part.length}})`;
  });
  const found = new RegExp(`^${form.join('')}$`).exec(stated)?.slice(1);
  if (found === undefined) return;
  const isCount = (index: number) => names[index]?.startsWith('0') === true;
  const period = found.filter((_part, index) => !isCount(index)).join('-');
  await run(client, {
    text: `insert into nonet.number_counter (field, period, last) values ($1, $2, $3)
           on conflict (field, period) do update set last = greatest(number_counter.last, excluded.last)`,
    values: [field, period, found.find((_part, index) => isCount(index)) ?? '0'],
  });
}

async function countOn(client: PoolClient, field: string, period: string): Promise<number | string> {
  const [row] = await run<{ last: number | string }>(client, {
    text: `insert into nonet.number_counter (field, period, last) values ($1, $2, 1)
           on conflict (field, period) do update set last = number_counter.last + 1 returning last`,
    values: [field, period],
  });
  if (row === undefined) throw new Error(`No number was given for ${field}.`);
  return row.last;
}

/**
 * Gapless numbers make their writers wait for each other anyway. Waiting before the transaction's snapshot is taken
 * (LOCK TABLE takes none) saves them from losing to each other.
 */
export async function lockNumbers(index: PlanIndex, client: PoolClient, entity: string): Promise<void> {
  if (index.findEntity(entity)?.fields.some((field) => field.type.kind === 'number'))
    await client.query('lock table nonet.number_counter in share row exclusive mode');
}

/** The date of an instant in a zone. */
export function localDate(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}
