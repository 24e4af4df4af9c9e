import type { Plan } from '@nonet/language';
import { columnOf, isStored, quote, SYSTEM_COLUMNS, table } from '../../sql/identifiers.ts';
import { run } from '../../store/pool.ts';
import { type ConcernedRecords, concernedColumns, wordsOfRecords } from './concerned-records.ts';
import type { EffectOptions } from './effect-options.ts';

interface OtherDays extends ConcernedRecords {
  /** The number of those that fall in another month, too. */
  readonly months: number;
}

/** If `TIME_ZONE` changes: the instants entered by people that fall on another day. */
export async function otherDays({ index, pool }: EffectOptions, former: Plan): Promise<readonly string[]> {
  const [was, is] = [former.settings.timeZone, index.plan.settings.timeZone];
  if (was === is) return [];
  const lines = [
    `dates and times of day are read in ${is} now, and were in ${was}: instants that are stored stay, and may fall on another day`,
  ];
  for (const entity of index.plan.entities)
    for (const field of entity.fields) {
      if (field.type.kind !== 'datetime' || !isStored(field)) continue;
      const value = quote(columnOf(field));
      const day = (zone: string) => `(${value} at time zone ${zone})::date`;
      const month = (zone: string) => `date_trunc('month', ${value} at time zone ${zone})`;
      const [found] = await run<OtherDays>(pool, {
        text: `select ${concernedColumns('id')}, count(*) filter (where ${month('$1::text')} <> ${month('$2::text')})::int as months
          from ${table(entity.name)} where ${quote(SYSTEM_COLUMNS.deletedAt)} is null and ${day('$1::text')} <> ${day('$2::text')}`,
        values: [was, is],
        prepare: false,
      });
      if (found === undefined || found.count === 0) continue;
      const months = found.months === 0 ? '' : `, ${found.months} of them in another month`;
      lines.push(
        `${field.clause}: ${wordsOfRecords(found, entity.name)} ${found.count === 1 ? 'falls' : 'fall'} on another day${months}`,
      );
    }
  return lines;
}
