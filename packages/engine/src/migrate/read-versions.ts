import { openPool, transaction } from '../store/pool.ts';
import { requireOwnTables } from './own.ts';
import { listVersions, type Version } from './versions.ts';

/**
 * Every document that was put to use on a database, the first one first; nothing is changed there.
 * @throws {NotPutToUse} Where it holds no product, or one that no version of Nonet has used that keeps them.
 */
export async function readVersions(databaseUrl: string): Promise<readonly Version[]> {
  const pool = openPool(databaseUrl, { connections: 1 });
  try {
    return await transaction(
      pool,
      async (client) => {
        await requireOwnTables(client);
        return listVersions(client);
      },
      { readOnly: true },
    );
  } finally {
    await pool.end();
  }
}
