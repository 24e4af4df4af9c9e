import { openPool, transaction } from '../store/pool.ts';
import { requireOwnTables } from './own.ts';
import { listVersions, type Version } from './versions.ts';

/**
 * Every document that was put to use on a database, the first one first. It changes nothing.
 * @throws {NotPutToUse} If the database holds no product, or was last used by a release of Nonet that kept no versions.
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
