import type { Plan } from '@nonet/language';
import { openPool, run, transaction } from '../store/pool.ts';
import { requireOwnTables } from './own.ts';
import { NotPutToUse } from './refusals.ts';

/** The document that a database has in use, as it was written. */
export interface DocumentInUse {
  /** The number of its version. */
  readonly number: number;
  /** Its files, the main one first. */
  readonly sources: readonly [Plan['sources'][number], ...Plan['sources'][number][]];
}

/**
 * The document in use on a database; nothing is changed there.
 * @throws {NotPutToUse} if it holds no product, or one that no version of Nonet has used that keeps documents.
 */
export async function readDocumentInUse(databaseUrl: string): Promise<DocumentInUse> {
  const pool = openPool(databaseUrl, { connections: 1 });
  try {
    const row = await transaction(
      pool,
      async (client) => {
        await requireOwnTables(client);
        const rows = await run<{ number: number; sources: Plan['sources'] }>(client, {
          text: `select (select max(number) from nonet.version) as number, plan->'sources' as sources from nonet.product`,
          values: [],
        });
        return rows[0];
      },
      { readOnly: true },
    );
    const [main, ...others] = row?.sources ?? [];
    if (row === undefined || main === undefined) throw new NotPutToUse(false);
    return { number: row.number, sources: [main, ...others] };
  } finally {
    await pool.end();
  }
}
