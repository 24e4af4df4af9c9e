import type { PoolClient } from './pool.ts';

const AT_ONCE = 500;

/**
 * The rows of a statement, some at a time, by a cursor of the transaction that `client` is in. One cursor is open at a
 * time: its reader takes all rows, or ends the transaction.
 */
export async function* rowsInParts<Row extends object>(
  client: PoolClient,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): AsyncGenerator<Row[]> {
  await client.query(`declare rows_in_parts no scroll cursor for ${text}`, [...values]);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${AT_ONCE} from rows_in_parts`);
    yield rows;
    if (rows.length < AT_ONCE) break;
  }
  await client.query('close rows_in_parts');
}
