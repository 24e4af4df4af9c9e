import { newId } from '../run/values/identifier.ts';
import { type PoolClient, run } from '../store/pool.ts';
import type { LoadParts } from './load-rows.ts';

/** A load of a file that goes in batch by batch, as far as it is in. */
export interface StoredLoad {
  readonly id: string;
  readonly file: string;
  /** The number of rows that are in, and the SHA-256 of them and of the file's first line. */
  readonly rows: number;
  readonly digest: string;
  readonly beganAt: string;
  readonly finishedAt: string | null;
}

/** Another process loads the same file. Nothing of this batch was created. */
export class LoadedElsewhere extends Error {
  constructor() {
    super('Another process loads this file at the same time. This one has stopped.');
    this.name = 'LoadedElsewhere';
  }
}

/** The loads of an entity, the last one first. */
export async function readLoads({ pool }: Pick<LoadParts, 'pool'>, entity: string): Promise<readonly StoredLoad[]> {
  const rows = await run<Omit<StoredLoad, 'rows' | 'beganAt' | 'finishedAt'> & StoredTimes>(pool, {
    text: `select id, file, rows, digest, began_at, finished_at from nonet.load where entity = $1 order by began_at desc, id desc`,
    values: [entity],
  });
  return rows.map(({ began_at, finished_at, ...load }) => ({
    ...load,
    rows: Number(load.rows),
    beganAt: began_at,
    finishedAt: finished_at,
  }));
}

interface StoredTimes {
  readonly rows: number | string;
  readonly began_at: string;
  readonly finished_at: string | null;
}

/**
 * Works while no other process loads the same content of a file into an entity.
 * @throws {LoadedElsewhere} if one does
 */
export async function whileAlone<Result>(
  { pool }: Pick<LoadParts, 'pool'>,
  { entity, digest }: { readonly entity: string; readonly digest: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const key = [`nonet.load ${entity} ${digest}`];
  let isHeld = false;
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      key,
    );
    isHeld = rows[0]?.taken === true;
    if (!isHeld) throw new LoadedElsewhere();
    return await work();
  } finally {
    // A lock of a connection that broke is gone with it.
    const isFree = isHeld
      ? await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', key).then(
          () => true,
          () => false,
        )
      : true;
    client.release(!isFree);
  }
}

/** Notes a load of which nothing is in yet; answers its id. */
export async function beginLoad(
  { pool, clock }: Pick<LoadParts, 'pool' | 'clock'>,
  { entity, file }: { readonly entity: string; readonly file: string },
): Promise<string> {
  const id = newId();
  await run(pool, {
    text: "insert into nonet.load (id, entity, file, rows, digest, began_at) values ($1, $2, $3, 0, '', $4)",
    values: [id, entity, file, clock()],
  });
  return id;
}

/**
 * Notes in the transaction of a batch that its rows are in.
 * @throws {LoadedElsewhere} if others are in since
 */
export async function noteLoaded(
  client: PoolClient,
  load: Pick<StoredLoad, 'id' | 'digest' | 'finishedAt'> & { readonly from: number; readonly to: number },
): Promise<void> {
  const rows = await run(client, {
    text: 'update nonet.load set rows = $3, digest = $4, finished_at = $5 where id = $1 and rows = $2 and finished_at is null returning id',
    values: [load.id, load.from, load.to, load.digest, load.finishedAt],
  });
  if (rows.length === 0) throw new LoadedElsewhere();
}
