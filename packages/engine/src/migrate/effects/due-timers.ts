import type { Plan } from '@nonet/language';
import { fromThis, perform, THIS } from '../../run/write.ts';
import { column } from '../../sql/identifiers.ts';
import { readingWrite, timerKey, timersOf } from '../../timers/read-times.ts';
import { dueSql, type Timer, waitsSql } from '../../timers/times.ts';
import type { ChangedMeaning } from './changed-meaning.ts';
import { type ConcernedRecords, concernedColumns, counted, wordsOfRecords } from './concerned-records.ts';
import type { EffectOptions } from './effect-options.ts';

/** New timers and timers with other times, and the records for which they fire immediately. */
export async function dueTimers(
  options: EffectOptions,
  former: Plan,
  isChanged: ChangedMeaning,
): Promise<readonly string[]> {
  const before = new Map(
    former.states.flatMap(({ events }) =>
      events.flatMap(({ transitions }) => transitions.map((row) => [row.clause, row] as const)),
    ),
  );
  const lines: string[] = [];
  for (const timer of timersOf(options.index)) {
    const { workflow, event, row } = timer;
    if (!isChanged(before.get(row.clause), row)) continue;
    const found = await counted(() => findDue(options, timer));
    if (typeof found === 'string')
      lines.push(`${row.clause}: for how many records ${event.name} is due at once could not be counted: ${found}`);
    else if (found.count > 0)
      lines.push(`${row.clause}: ${event.name} is due at once for ${wordsOfRecords(found, workflow.entity)}`);
  }
  return lines;
}

async function findDue(options: EffectOptions, timer: Timer): Promise<ConcernedRecords> {
  const write = readingWrite(options);
  const [row] = await perform<ConcernedRecords>(write, `due ${timerKey(timer)}`, (parameters) => {
    const due = dueSql(write, parameters, timer);
    const waits = waitsSql(write, parameters, timer);
    return `select ${concernedColumns('t.id')} from (select ${column(THIS, 'id')} as id, ${due} as due ${fromThis(timer.workflow.entity)} where ${waits}) t
      where t.due <= ${parameters.slot('now', 'timestamptz')}`;
  });
  return row ?? { count: 0, ids: [] };
}
