import type { PoolClient, Queryable } from '../../store/pool.ts';
import { run } from '../../store/pool.ts';
import type { StoredRows } from '../stored-rows.ts';

/**
 * Reads the product as it will be when a change is done: statements in the names of the new document, on the storage of
 * the former.
 */
export function nextQueryable(client: PoolClient, rows: StoredRows): Queryable {
  const query = async (statement: { readonly text: string; readonly values?: readonly unknown[] } | string) => {
    const { text, values = [] } = typeof statement === 'string' ? { text: statement } : statement;
    return { rows: await run(client, rows.over('next', { text, values, prepare: false })) };
  };
  // `run` takes nothing but the rows of a client's answer.
  return { query } as unknown as Queryable;
}
