import type { Parameters, Slots } from '../sql/parameters.ts';
import { type CompiledStatement, keptStatement } from '../sql/statement.ts';
import { ask, observe, type ReadScope } from './read-scope.ts';
import { authorityKey } from './write.ts';

/**
 * The total of a statement that reads nothing of the session. Readers with equal rights share it, and it is kept until
 * one of the tables changes that it reads: each reader asks for the numbers of their last changes, which takes next to
 * nothing.
 */
export async function readKeptTotal(
  scope: ReadScope,
  key: string,
  build: (parameters: Parameters) => string,
  given: Slots,
): Promise<number> {
  const { index, actor, now, totals } = scope;
  const statement = keptStatement(index, `read ${key} ${authorityKey(scope)} for all`, build);
  const slots = { now, user: actor.userId, ...given };
  const question = totals && questionOf(statement, slots);
  if (totals === null || question === null) return count(scope, statement, slots);
  const tables = [...statement.parameters.tables];
  if (totals.has(question)) {
    observe(scope, statement);
    const numbers = await readChanges(scope, 'last', tables);
    const kept = numbers === null ? undefined : totals.find(question, numbers);
    if (kept !== undefined) return kept;
  }
  const { generation } = totals;
  const numbers = await readChanges(scope, 'settled', tables);
  const total = await count(scope, statement, slots);
  if (numbers !== null) totals.keep({ question, numbers, answer: total, generation });
  return total;
}

async function count(scope: ReadScope, statement: CompiledStatement, slots: Slots): Promise<number> {
  const row = await ask<{ total: number }>(scope, statement, slots);
  if (row === undefined) throw new Error('A count was answered by nothing.');
  return row.total;
}

/** The question of a statement with these values; null if its answer hangs on the time, or can't be shared. */
function questionOf({ text, shared }: CompiledStatement, slots: Slots): string | null {
  return shared === null || shared.slots.includes('now') ? null : `${text} ${shared.key(slots)}`;
}

/**
 * The numbers of the last changes of tables. `settled`: null while a transaction is in progress that may have changed
 * one of them.
 */
async function readChanges(
  scope: ReadScope,
  which: 'last' | 'settled',
  tables: readonly string[],
): Promise<string | null> {
  const build = (parameters: Parameters) =>
    `select nonet.${which}_changes(${parameters.bind(tables, 'text[]')}) as numbers`;
  const statement = keptStatement(scope.index, `${which} changes of ${tables.join(' ')}`, build);
  return (await ask<{ numbers: string | null }>(scope, statement, {}))?.numbers ?? null;
}
