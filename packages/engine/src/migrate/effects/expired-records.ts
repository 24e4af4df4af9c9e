import { type Entity, KEPT_UNTIL, type Plan } from '@nonet/language';
import { fromThis, perform, THIS } from '../../run/write.ts';
import { column } from '../../sql/identifiers.ts';
import { isPast } from '../../retention/is-past.ts';
import { readingWrite } from '../../timers/read-times.ts';
import type { ChangedMeaning } from './changed-meaning.ts';
import { type ConcernedRecords, concernedColumns, counted, wordsOfRecords } from './concerned-records.ts';
import type { EffectOptions } from './effect-options.ts';

/** A retention that is new or another one, and the records that it deletes at once (3, `kept for`). */
export async function expiredRecords(
  options: EffectOptions,
  former: Plan,
  isChanged: ChangedMeaning,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const entity of options.index.plan.entities) {
    if (entity.keptFor === null) continue;
    const before = former.entities.find(({ name }) => name === entity.name);
    if (before !== undefined && before.keptFor !== undefined && !isChanged(untilOf(before), untilOf(entity))) continue;
    const { clause } = entity.keptFor;
    const found = await counted(() => findExpired(options, entity));
    if (typeof found === 'string')
      lines.push(`${clause}: how many records are deleted for good at once could not be counted: ${found}`);
    else if (found.count > 0)
      lines.push(
        `${clause}: ${wordsOfRecords(found, entity.name)} ${found.count === 1 ? 'is' : 'are'} deleted for good at once, with ${found.count === 1 ? 'its' : 'their'} history: the time has passed`,
      );
  }
  return lines;
}

function untilOf({ fields }: Entity): unknown {
  return fields.find(({ name }) => name === KEPT_UNTIL)?.computed ?? null;
}

async function findExpired(options: EffectOptions, { name }: Entity): Promise<ConcernedRecords> {
  const write = readingWrite(options);
  const [row] = await perform<ConcernedRecords>(
    write,
    `count expired ${name}`,
    (parameters) =>
      `select ${concernedColumns(column(THIS, 'id'))} ${fromThis(name)} where ${isPast(write, parameters, name)}`,
  );
  return row ?? { count: 0, ids: [] };
}
