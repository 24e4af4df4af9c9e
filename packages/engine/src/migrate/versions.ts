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
  /** The person who started it, as their machine names them; null if that was not kept. */
  readonly putToUseBy: string | null;
  /** Whether the writes of processes of the version before have a place in it. */
  readonly keepsFormer: boolean;
  /** Whether the storage keeps what processes of the version before need, until `nonet finish`. */
  readonly isBesideFormer: boolean;
  /** The changes of the storage, one line each. */
  readonly steps: readonly string[];
  /** The other changes for the records and people that existed, one line each. */
  readonly effects: readonly string[];
  /** SHA-256 of the plan, hexadecimal. */
  readonly documentHash: string;
}

/** The hours after the next version was put to use in which processes of the former one may be started beside it. */
export const ROLLING_HOURS = 24;

/** The keys of the plan with texts for people, which change neither the storage nor the behaviour. */
const PROSE = [
  'sources',
  'clauses',
  'purpose',
  'examples',
  'renames',
  'conversions',
  'gone',
] as const satisfies readonly (keyof Plan)[];
const PROSE_OF_PARTS = new Set(['meaning', 'description']);

/** The hash by which a database knows the document that it was brought to. */
export function documentHash(plan: Plan): string {
  return hashOf(JSON.stringify(plan));
}

/**
 * A hash of a document's behaviour: equal for documents whose products store and do the same. Prose and places are
 * left out.
 */
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
  readonly former_behaviour: string | null;
  readonly behaviour_hash: string;
  readonly steps: string[];
  readonly effects: string[];
  readonly document_hash: string;
}

const COLUMNS =
  'number, title, put_to_use_at as at, put_to_use_by as by, keeps_former, former_behaviour, steps, effects, document_hash, behaviour_hash';

/** A hash of a version's text, whatever the name of its file. */
const DOCUMENT = `case sources when '[]' then document_hash else md5(jsonb_path_query_array(sources, '$[*].text')::text) end`;

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
    isBesideFormer: row.former_behaviour !== null,
    steps: row.steps,
    effects: row.effects,
    documentHash: row.document_hash,
  };
}

/** The text of a version: its files, the main one first; none where it was put to use before they were kept. */
export interface VersionText {
  readonly number: number;
  readonly documentHash: string;
  readonly sources: Plan['sources'];
}

/** The texts of some versions; what the database has not had is left out. */
export async function readVersionTexts(pool: Queryable, numbers: readonly number[]): Promise<readonly VersionText[]> {
  return run<{ number: number; documentHash: string; sources: Plan['sources'] }>(pool, {
    text: 'select number, document_hash as "documentHash", sources from nonet.version where number = any($1::int[])',
    values: [numbers],
  });
}

/** The place of a document among the versions of a database. */
export interface VersionStatus {
  readonly current: Version;
  /** The behaviour of the version in use, as a hash (`behaviourHash`). */
  readonly behaviour: string;
  /** The last version that had this document; null if it was never put to use. */
  readonly own: Version | null;
  /** Whether the version in use followed from this one; versions that were taken back since do not count. */
  readonly isBefore: boolean;
  /** Whether the version in use stores and does the same. */
  readonly isAlike: boolean;
  /**
   * Whether the storage keeps the data that this version stored and the version in use does not, until `nonet finish`.
   */
  readonly isKept: boolean;
  /**
   * Whether all versions since accept the writes of this one: versions that only add do if the first is recent enough,
   * others until `nonet finish`.
   */
  readonly isOpen: boolean;
}

/** The relation between a document and the one in use. */
export async function versionStatusOf(client: Queryable, plan: Plan): Promise<VersionStatus> {
  const rows = await run<Row & { document: string; is_own: boolean; is_alike: boolean; is_new: boolean }>(client, {
    // A later version of Nonet may make another plan of the same text, and the text may be named by another path.
    text: `select ${COLUMNS}, document_hash = $1 or (sources <> '[]' and jsonb_path_query_array(sources, '$[*].text') = $4) as is_own,
        ${DOCUMENT} as document,
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
  const isBeside = (row: Row) => row.former_behaviour !== null && row.former_behaviour === own?.behaviour_hash;
  return {
    current: versionOf(last),
    behaviour: last.behaviour_hash,
    own: own === undefined ? null : versionOf(own),
    isBefore: waysTo(rows)
      .slice(0, -1)
      .some(({ is_own: isOwn }) => isOwn),
    isAlike: last.is_alike,
    isKept: isBeside(last),
    isOpen:
      own !== undefined &&
      since.every((row) => row.keeps_former || isBeside(row)) &&
      (since[0]?.is_new !== false || since.some(isBeside)),
  };
}

/**
 * The versions that led to the last one: a version that is put to use again undoes all that came after it. `document`:
 * a hash of the text, regardless of the file's name.
 */
function waysTo<Each extends { readonly document: string }>(rows: readonly Each[]): readonly Each[] {
  return rows.reduce<Each[]>((way, row) => {
    const again = way.findIndex((each) => each.document === row.document);
    return [...(again < 0 ? way : way.slice(0, again)), row];
  }, []);
}

/** Whether the version in use is a former one that was put to use again. */
export async function isPutToUseAgain(client: Queryable): Promise<boolean> {
  const rows = await run<{ document: string }>(client, {
    text: `select ${DOCUMENT} as document from nonet.version order by number`,
    values: [],
  });
  const last = rows.at(-1);
  return waysTo(rows.slice(0, -1))
    .slice(0, -1)
    .some(({ document }) => document === last?.document);
}

/** Adds the version that a migration has brought the database to; answers its number. */
export async function addVersion(
  client: Queryable,
  plan: Plan,
  added: {
    readonly by: string | null;
    readonly keepsFormer: boolean;
    readonly steps: readonly string[];
    /** The behaviour of the former version, as a hash, if the storage keeps its processes going. */
    readonly formerBehaviour?: string | null;
  },
): Promise<number> {
  const [row] = await run<{ number: number }>(client, {
    text: `insert into nonet.version (number, document_hash, behaviour_hash, title, sources, put_to_use_by, keeps_former, steps, former_behaviour, names)
      select coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, (select names from nonet.product) from nonet.version returning number`,
    values: [
      documentHash(plan),
      behaviourHash(plan),
      plan.title,
      JSON.stringify(plan.sources),
      added.by,
      added.keepsFormer,
      added.steps,
      added.formerBehaviour ?? null,
    ],
    prepare: false,
  });
  return row?.number ?? 1;
}

/** Stores the effects of a version besides its steps, which are known when the steps are done. */
export async function keepEffects(client: Queryable, number: number, effects: readonly string[]): Promise<void> {
  await run(client, {
    text: 'update nonet.version set effects = $2 where number = $1',
    values: [number, effects],
    prepare: false,
  });
}

/**
 * Returns a check whether a version may still be served: it is the one in use, or behaves the same, or its successors
 * accept what it writes for the time of a deployment (`ROLLING_HOURS`).
 */
export function versionCheck(pool: Pool, plan: Plan, number: number): () => Promise<boolean> {
  const behaviour = behaviourHash(plan);
  return async () => {
    const [row] = await run<{ is_ready: boolean }>(pool, {
      text: `select coalesce(bool_and(keeps_former or former_behaviour is not distinct from $2), true)
            and (coalesce(min(put_to_use_at) > now() - make_interval(hours => $3), true) or bool_or(former_behaviour = $2) is true)
          or coalesce((select behaviour_hash = $2 from nonet.version order by number desc limit 1), false) as is_ready
        from nonet.version where number > $1`,
      values: [number, behaviour, ROLLING_HOURS],
    });
    return row?.is_ready === true;
  };
}
