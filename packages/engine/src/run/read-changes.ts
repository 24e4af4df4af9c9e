import type { Parameters } from '../sql/parameters.ts';
import { keptStatement } from '../sql/statement.ts';
import { ask, type ReadScope } from './read-scope.ts';

/**
 * The numbers of the last changes of tables. `settled`: null while a transaction is in progress that may have changed
 * one of them, else what is read from now on belongs to these numbers, or to later ones.
 */
export async function readChanges(
  scope: ReadScope,
  which: 'last' | 'settled',
  tables: readonly string[],
): Promise<string | null> {
  const build = (parameters: Parameters) =>
    `select nonet.${which}_changes(${parameters.bind(tables, 'text[]')}) as numbers`;
  const statement = keptStatement(scope.index, `${which} changes of ${tables.join(' ')}`, build);
  return (await ask<{ numbers: string | null }>(scope, statement, {}))?.numbers ?? null;
}
