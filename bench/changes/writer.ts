import { setTimeout as pause } from 'node:timers/promises';
import { type Actor, createEngine, isUnreachable, type Pool, Refusal, type RunningEngine } from '@nonet/engine';
import { type Plan, itemAt } from '@nonet/language';
import { tableOf } from './columns.ts';

/** A write that the product has confirmed. */
export interface Confirmed {
  readonly entity: string;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Written {
  readonly records: readonly Confirmed[];
  /** The reason why the writing ended: the answer of a version that is no longer in use, or a fault. */
  readonly ended: string | null;
}

const OPTIONS = { ifMatch: null };
const BETWEEN_WRITES = 5;
/** The answer to a process of a former version after another one was put to use. */
const CLOSED = new Set(['57P90', '57P01', '08006']);

/** The actors who write, and the id of a record to which theirs refer. */
interface Writers {
  readonly actors: readonly Actor[];
  readonly other: string;
}

/** The day before, by UTC: it is not in the future in any time zone. */
export function pastDay(clock: string): string {
  return new Date(Date.parse(clock) - 86_400_000).toISOString().slice(0, 10);
}

export async function findWriters(pool: Pool, product: 'expenses' | 'shop'): Promise<Writers> {
  const [who, what] =
    product === 'expenses'
      ? [`supervisor is not null`, `select id from former.category where name = 'Travel'`]
      : [`'clerk' = any(roles)`, `select id from former.product where sku = 'SKU-1'`];
  const { rows } = await pool.query<{ id: string; roles: string[] }>(
    `select id, roles from product."user" where id in (select id from former."user" where ${who}) order by id limit 100`,
  );
  const { rows: others } = await pool.query<{ id: string }>(what);
  if (rows.length === 0 || others[0] === undefined) throw new Error('The database has no actors who write.');
  return { actors: rows.map(({ id, roles }) => ({ userId: id, roles })), other: others[0].id };
}

/** A record that people write, as the body of a request by what a document calls it, and by its former names. */
export function newRecord(
  { renames, entities }: Pick<Plan, 'renames' | 'entities'>,
  product: 'expenses' | 'shop',
  { other, day }: { readonly other: string; readonly day: string },
  turn: number,
  more: Readonly<Record<string, unknown>> = {},
) {
  const [was, values] =
    product === 'expenses'
      ? [
          'Claim',
          {
            purpose: `Written ${turn}`,
            from: day,
            to: day,
            lines: [{ date: day, category: other, description: 'Taxi', amount: '12.00' }],
          },
        ]
      : ['Customer', { name: `Written ${turn}`, street: 'Quay', city: 'Delft', email: `w${turn}@example.com` }];
  const entity = renames.find((rename) => rename.kind === 'entity' && rename.was === was)?.name ?? was;
  const own = entities.find(({ name }) => name === entity)?.fields ?? [];
  const body: Record<string, unknown> = {};
  const written: Record<string, unknown> = {};
  for (const [key, value] of Object.entries({ ...values, ...more })) {
    const name =
      renames.find((rename) => rename.kind === 'field' && rename.entity === entity && rename.was === key)?.name ?? key;
    const field = own.find((each) => each.name === name && each.computed === null);
    // Writers leave out a text that has become a record of its own.
    if (field === undefined || (field.type.kind === 'reference' && !(key in more))) continue;
    body[name] = value;
    if (typeof value === 'string' && key in values && !(key in more)) written[key] = value;
  }
  return { was, entity, body, written };
}

/** Writes one record under the names of the document of `engine`; answers it under its former names. */
async function writeOne(
  engine: RunningEngine,
  product: 'expenses' | 'shop',
  { actors, other }: Writers,
  turn: number,
  more: Readonly<Record<string, unknown>>,
): Promise<Confirmed> {
  const day = pastDay(engine.clock());
  const { was, entity, body, written } = newRecord(engine.plan, product, { other, day }, turn, more);
  const actor = itemAt(actors, turn % actors.length);
  const { record } = await engine.create(actor, entity, body, OPTIONS);
  return { entity: was, id: record.id, values: written };
}

/** Writes so many records by a document that is in use. */
export async function writeBy(
  engine: RunningEngine,
  product: 'expenses' | 'shop',
  count: number,
  more: Readonly<Record<string, unknown>>,
): Promise<Written> {
  const writers = await findWriters(engine.pool, product);
  const records: Confirmed[] = [];
  for (let turn = 0; turn < count; turn++) {
    try {
      records.push(await writeOne(engine, product, writers, 10_000 + turn, more));
    } catch (error) {
      return { records, ended: wordsOf(error) };
    }
  }
  return { records, ended: null };
}

/** Writes by the former document, as a process that serves it does, until it is shut out or `stop` is called. */
export async function startWriter(
  plan: Plan,
  databaseUrl: string,
  product: 'expenses' | 'shop',
): Promise<{ stop(): Promise<Written> }> {
  const engine = await createEngine({ plan, databaseUrl, change: 'none' });
  const writers = await findWriters(engine.pool, product);
  const records: Confirmed[] = [];
  const until = new AbortController();
  let ended: string | null = null;
  const work = (async () => {
    for (let turn = 0; !until.signal.aborted; turn++) {
      try {
        records.push(await writeOne(engine, product, writers, turn, {}));
      } catch (error) {
        ended = isClosed(error) ? null : wordsOf(error);
        return;
      }
      await pause(BETWEEN_WRITES);
    }
  })();
  return {
    async stop() {
      until.abort();
      await work;
      await engine.close().catch(() => undefined);
      return { records, ended };
    },
  };
}

function isClosed(error: unknown): boolean {
  return isUnreachable(error) || CLOSED.has((error as { code?: string }).code ?? '');
}

function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return `${error.code} ${error.clause ?? ''} ${JSON.stringify(error.message)}`;
  return error instanceof Error ? error.message : String(error);
}

/** The confirmed writes that are not in the product; columns that the change is expected to change are not compared. */
export async function lostOf(
  pool: Pool,
  written: Written,
  plan: Plan,
  changes: readonly string[],
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const { entity, id, values } of written.records) {
    const now = plan.renames.find((rename) => rename.kind === 'entity' && rename.was === entity)?.name ?? entity;
    const isThere = plan.entities.some(({ name }) => name === now);
    if (!isThere) continue;
    const { rows } = await pool.query<{ record: Record<string, unknown> }>(
      `select to_jsonb(t) as record from product."${tableOf(now)}" t where id = $1`,
      [id],
    );
    const [found] = rows;
    if (found === undefined) {
      lost.push(`${entity} ${id}`);
      continue;
    }
    for (const [field, value] of Object.entries(values)) {
      if (changes.includes(`${tableOf(entity)}.${field}`)) continue;
      const renamed = plan.renames.find(
        (rename) => rename.kind === 'field' && rename.entity === now && rename.was === field,
      )?.name;
      const column = renamed ?? field;
      if (column in found.record && found.record[column] !== value) lost.push(`${entity}.${field} of ${id}`);
    }
  }
  return lost;
}
