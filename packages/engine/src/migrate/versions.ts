import { createHash } from 'node:crypto';
import type { Plan } from '@nonet/language';
import { type Pool, type Queryable, run } from '../store/pool.ts';

/** A document that was put to use, of those that one database has had. */
export interface Version {
  /** Counted from 1: the greatest is the one in use. */
  readonly number: number;
  readonly title: string;
  /** Instants, ISO 8601. */
  readonly putToUseAt: string;
  /** Who started it, as their machine names them; null where that was not kept. */
  readonly putToUseBy: string | null;
  /** Whether what processes of the version before write has a place in it. */
  readonly keepsFormer: boolean;
  /** What was done to the storage, one line each. */
  readonly steps: readonly string[];
  /** What else is otherwise from then on for the records and people that were there, one line each. */
  readonly effects: readonly string[];
  /** SHA-256 of the plan, hexadecimal. */
  readonly documentHash: string;
}

/** So long after the next version was put to use a process of the former one may still be started beside it, in hours. */
export const ROLLING_HOURS = 24;

/** The keys of the plan that say what people read about the document, and nothing that the product stores or does. */
const PROSE = [
  'sources',
  'clauses',
  'purpose',
  'examples',
  'renames',
  'conversions',
] as const satisfies readonly (keyof Plan)[];
const PROSE_OF_PARTS = new Set(['meaning', 'description']);

/** By which a database knows the document that it was brought to. */
export function documentHash(plan: Plan): string {
  return hashOf(JSON.stringify(plan));
}

/** The same for two documents whose products store and do the same: prose and places are left out. */
export function behaviourHash(plan: Plan): string {
  const bare: Partial<Plan> = { ...plan };
  for (const key of PROSE) delete bare[key];
  return hashOf(
    JSON.stringify(bare, (key, value: unknown) =>
      PROSE_OF_PARTS.has(key) && typeof value === 'string' ? undefined : value,
    ),
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface Row {
  readonly number: number;
  readonly title: string;
  readonly at: Date;
  readonly by: string | null;
  readonly keeps_former: boolean;
  readonly steps: string[];
  readonly effects: string[];
  readonly document_hash: string;
}

const COLUMNS =
  'number, title, put_to_use_at as at, put_to_use_by as by, keeps_former, steps, effects, document_hash, behaviour_hash';

/** All versions that a database has had, the first one first. */
export async function listVersions(pool: Queryable): Promise<readonly Version[]> {
  const rows = await run<Row>(pool, { text: `select ${COLUMNS} from nonet.version order by number`, values: [] });
  return rows.map(versionOf);
}

function versionOf(row: Row): Version {
  return {
    number: row.number,
    title: row.title,
    putToUseAt: new Date(row.at).toISOString(),
    putToUseBy: row.by,
    keepsFormer: row.keeps_former,
    steps: row.steps,
    effects: row.effects,
    documentHash: row.document_hash,
  };
}

/** Where a document stands among those that a database has had. */
export interface Standing {
  readonly current: Version;
  /** The last version that had this document; null where it was never put to use. */
  readonly own: Version | null;
  /** Whether the version in use stores and does the same. */
  readonly isAlike: boolean;
  /** Whether all versions since a former one accept what it writes, and the first of them is new enough. */
  readonly isOpen: boolean;
}

/** How a document stands to the one in use. */
export async function standingOf(client: Queryable, plan: Plan): Promise<Standing> {
  const rows = await run<Row & { is_own: boolean; is_alike: boolean; is_new: boolean }>(client, {
    // A later version of Nonet may make another plan of the same text, and the text may be named by another path.
    text: `select ${COLUMNS}, document_hash = $1 or (sources <> '[]' and jsonb_path_query_array(sources, '$[*].text') = $4) as is_own,
        behaviour_hash = $2 as is_alike, put_to_use_at > now() - make_interval(hours => $3) as is_new
      from nonet.version order by number`,
    values: [
      documentHash(plan),
      behaviourHash(plan),
      ROLLING_HOURS,
      JSON.stringify(plan.sources.map(({ text }) => text)),
    ],
    prepare: false,
  });
  const last = rows.at(-1);
  if (last === undefined) throw new Error('The database has had no version of its document.');
  const own = rows.findLast(({ is_own: isOwn }) => isOwn);
  const since = own === undefined ? [] : rows.filter(({ number }) => number > own.number);
  return {
    current: versionOf(last),
    own: own === undefined ? null : versionOf(own),
    isAlike: last.is_alike,
    isOpen: own !== undefined && since.every((row) => row.keeps_former) && since[0]?.is_new !== false,
  };
}

/** Adds the version that a migration has brought the database to; answers its number. */
export async function addVersion(
  client: Queryable,
  plan: Plan,
  added: { readonly by: string | null; readonly keepsFormer: boolean; readonly steps: readonly string[] },
): Promise<number> {
  const [row] = await run<{ number: number }>(client, {
    text: `insert into nonet.version (number, document_hash, behaviour_hash, title, sources, put_to_use_by, keeps_former, steps)
      select coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7 from nonet.version returning number`,
    values: [
      documentHash(plan),
      behaviourHash(plan),
      plan.title,
      JSON.stringify(plan.sources),
      added.by,
      added.keepsFormer,
      added.steps,
    ],
    prepare: false,
  });
  return row?.number ?? 1;
}

/** Keeps what a version does besides its steps, which is known when these are done. */
export async function keepEffects(client: Queryable, number: number, effects: readonly string[]): Promise<void> {
  await run(client, {
    text: 'update nonet.version set effects = $2 where number = $1',
    values: [number, effects],
    prepare: false,
  });
}

/**
 * Answers whether a version may be asked still: it is the one in use, or does the same, or what it writes has a place in
 * those that have followed it, for as long as a deployment takes (`ROLLING_HOURS`).
 */
export function versionCheck(pool: Pool, plan: Plan, number: number): () => Promise<boolean> {
  const behaviour = behaviourHash(plan);
  return async () => {
    const [row] = await run<{ is_ready: boolean }>(pool, {
      text: `select coalesce(bool_and(keeps_former), true) and coalesce(min(put_to_use_at) > now() - make_interval(hours => $3), true)
          or coalesce((select behaviour_hash = $2 from nonet.version order by number desc limit 1), false) as is_ready
        from nonet.version where number > $1`,
      values: [number, behaviour, ROLLING_HOURS],
    });
    return row?.is_ready === true;
  };
}
