import { newId } from '../run/values/identifier.ts';
import { type PoolClient, run } from '../store/pool.ts';
import type { FieldError } from '../refusal.ts';
import type { LoadParts } from './load-parts.ts';

/** A load of a file that goes in batch by batch, as far as it is in. */
export interface StoredLoad {
  readonly id: string;
  readonly file: string;
  /** The number of rows that are in or left out, and the SHA-256 of them and of the file's first line. */
  readonly rows: number;
  /** The number of those that were left out, and are not reported yet. */
  readonly refused: number;
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
  const rows = await run<Omit<StoredLoad, 'rows' | 'refused' | 'beganAt' | 'finishedAt'> & StoredColumns>(pool, {
    text: `select id, file, rows, digest, began_at, finished_at, (select count(*) from nonet.load_refusal r where r.load = l.id) as refused
           from nonet.load l where entity = $1 order by began_at desc, id desc`,
    values: [entity],
  });
  return rows.map(({ began_at, finished_at, ...load }) => ({
    ...load,
    rows: Number(load.rows),
    refused: Number(load.refused),
    beganAt: began_at,
    finishedAt: finished_at,
  }));
}

interface StoredColumns {
  readonly rows: number | string;
  readonly refused: number | string;
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

/** Notes a file in the transaction in which all of its rows went in. */
export async function noteWhole(
  client: PoolClient,
  { clock }: Pick<LoadParts, 'clock'>,
  { entity, file, rows, digest }: Pick<StoredLoad, 'file' | 'rows' | 'digest'> & { readonly entity: string },
): Promise<void> {
  await run(client, {
    text: 'insert into nonet.load (id, entity, file, rows, digest, began_at, finished_at) values ($1, $2, $3, $4, $5, $6, $6)',
    values: [newId(), entity, file, rows, digest, clock()],
  });
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

/** A row of a file that was left out: its line, and what is wrong with it. */
export interface LoadRefusal {
  readonly line: number;
  readonly errors: readonly FieldError[];
}

/** Notes in the transaction of a batch which of its rows it leaves out. */
export async function noteRefused(client: PoolClient, load: string, refused: readonly LoadRefusal[]): Promise<void> {
  if (refused.length === 0) return;
  await run(client, {
    text: 'insert into nonet.load_refusal (load, line, errors) select $1::uuid, * from unnest($2::bigint[], $3::jsonb[])',
    values: [load, refused.map(({ line }) => line), refused.map(({ errors }) => JSON.stringify(errors))],
  });
}

/** So many refusals are read at once. */
const REFUSALS_AT_ONCE = 1_000;

/** The rows that a load has left out, in the order of their lines. */
export async function* readRefused({ pool }: Pick<LoadParts, 'pool'>, load: string): AsyncGenerator<LoadRefusal> {
  let line = -1;
  for (;;) {
    const rows = await run<{ line: number | string; errors: readonly FieldError[] }>(pool, {
      text: 'select line, errors from nonet.load_refusal where load = $1 and line > $2 order by line limit $3',
      values: [load, line, REFUSALS_AT_ONCE],
    });
    for (const row of rows) {
      line = Number(row.line);
      yield { line, errors: row.errors };
    }
    if (rows.length < REFUSALS_AT_ONCE) return;
  }
}

/** The rows that a finished load has left out are reported: they are kept no longer. */
export async function forgetRefused({ pool }: Pick<LoadParts, 'pool'>, load: string): Promise<void> {
  await run(pool, { text: 'delete from nonet.load_refusal where load = $1', values: [load] });
}

/** Nobody goes on with these loads that have stopped: what is in of them stays. */
export async function abandonLoads({ pool }: Pick<LoadParts, 'pool'>, loads: readonly string[]): Promise<void> {
  await run(pool, {
    text: 'delete from nonet.load where id = any($1::uuid[]) and finished_at is null',
    values: [loads],
  });
}
