import { quote } from '../../sql/identifiers.ts';
import { openPool, type Pool, type Queryable, run, transaction } from '../../store/pool.ts';
import { requireOwnTables } from '../own.ts';
import { listVersions, type Version } from '../versions.ts';
import { type KeptParts, readKeptParts } from './finish-former.ts';
import { readServing, type ServingProcess } from './serving.ts';

/** The progress of a table whose records get new values. */
export interface FillingTable {
  readonly table: string;
  /** The number of its records that have them. */
  readonly done: number;
  readonly left: number;
}

/** The activities on a database: a change that is being prepared, and versions that are served at the same time. */
export interface MigrationStatus {
  /** The version in use. */
  readonly current: Version;
  /** The change that is being prepared, and since when (ISO 8601); null if there is none. */
  readonly change: { readonly startedAt: string; readonly tables: readonly FillingTable[] } | null;
  /** The parts of the storage that are kept for processes of the former version; null if that is finished. */
  readonly former: KeptParts | null;
  readonly serving: readonly ServingProcess[];
}

/**
 * Reads the activities on a database, and changes nothing.
 * @throws {NotPutToUse} If it holds no product.
 */
export async function readStatus(databaseUrl: string): Promise<MigrationStatus> {
  const pool = openPool(databaseUrl, { connections: 1 });
  try {
    const { versions: _, ...status } = await readVersionStatus(pool);
    return status;
  } finally {
    await pool.end();
  }
}

/** The activities on a database, with all versions that it has had, the first one first. */
export interface VersionStatus extends MigrationStatus {
  readonly versions: readonly Version[];
}

/**
 * Reads the activities with all versions, over an open pool.
 * @throws {NotPutToUse} If the database holds no product.
 */
export function readVersionStatus(pool: Pool): Promise<VersionStatus> {
  return transaction(
    pool,
    async (client) => {
      await requireOwnTables(client);
      const versions = await listVersions(client);
      const current = versions.at(-1);
      if (current === undefined) throw new Error('The database has had no version of its document.');
      const former = await readKeptParts(client);
      return {
        current,
        versions,
        change: await readChange(client),
        former: former.schemas.length === 0 ? null : former,
        serving: await readServing(client),
      };
    },
    { readOnly: true },
  );
}

async function readChange(client: Queryable): Promise<MigrationStatus['change']> {
  const [change] = await run<{ at: Date }>(client, {
    text: 'select started_at as at from nonet.change',
    values: [],
    prepare: false,
  });
  if (change === undefined) return null;
  const begun = await run<{ name: string; last: string | null; filled: boolean }>(client, {
    text: 'select table_name as name, last, filled from nonet.backfill order by table_name',
    values: [],
    prepare: false,
  });
  const tables: FillingTable[] = [];
  for (const { name, last, filled } of begun) {
    const [row] = await run<{ done: string; left: string }>(client, {
      text: `select count(*) filter (where $2 or id <= $1::uuid) as done, count(*) filter (where not $2 and ($1::uuid is null or id > $1::uuid)) as left from product.${quote(name)}`,
      values: [last, filled],
      prepare: false,
    });
    tables.push({ table: name, done: Number(row?.done ?? 0), left: Number(row?.left ?? 0) });
  }
  return { startedAt: new Date(change.at).toISOString(), tables };
}
