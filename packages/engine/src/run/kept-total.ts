import { identitySlots } from '../row-security/held-roles.ts';
import type { Parameters, Slots } from '../sql/parameters.ts';
import { type CompiledStatement, keptStatement } from '../sql/statement.ts';
import { readChanges } from './read-changes.ts';
import { ask, observe, type ReadScope } from './read-scope.ts';
import type { KeptAnswers } from './kept-answers.ts';
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
  const { index, actor, now, kept } = scope;
  const own = `read ${key} ${authorityKey(scope)} for all`;
  const statement = keptStatement(index, own, build);
  const slots = { now, ...identitySlots(scope.index, actor), ...given };
  const question = kept && questionOf(`${index.plan.settings.locale} ${own}`, statement, slots);
  if (kept === null || question === null) return count(scope, statement, slots);
  observe(scope, statement);
  return kept.counting.ask(question, () => findOrCount(scope, kept.totals, { question, statement, slots }));
}

interface Asked {
  readonly question: string;
  readonly statement: CompiledStatement;
  readonly slots: Slots;
}

async function findOrCount(
  scope: ReadScope,
  totals: KeptAnswers<number>,
  { question, statement, slots }: Asked,
): Promise<number> {
  const tables = [...statement.parameters.tables];
  const former = totals.find(question);
  if (former !== undefined && (await readChanges(scope, 'last', tables)) === former.numbers) return former.answer;
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
function questionOf(key: string, { shared }: CompiledStatement, slots: Slots): string | null {
  return shared === null || shared.slots.includes('now') ? null : `${key} ${shared.key(slots)}`;
}
