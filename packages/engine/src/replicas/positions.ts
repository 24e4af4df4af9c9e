import type { PlanIndex } from '../plan-index.ts';
import { type Batcher } from '../run/statement-batcher.ts';
import type { Parameters } from '../sql/parameters.ts';
import { keptStatement } from '../sql/statement.ts';
import { type Pool, run } from '../store/pool.ts';

/** A position in the log of the primary, in bytes, and the timeline that counts it. */
export interface Position {
  readonly position: bigint;
  readonly timeline: string;
}

/** A timeline of the primary, and the mark that whoever follows it has as well (own migration 0048). */
export interface Lineage {
  readonly timeline: string;
  readonly mark: string;
}

interface Known extends Position {
  readonly numbers: string;
}

interface Tables {
  known: Known | null;
  /** When it was tried to know them (`performance.now()`). */
  triedAt: number;
}

/** Tables that change all the time are not looked at more often: it reads the locks of the whole server. */
const TRY_MILLISECONDS = 100;
const MOST_KNOWN = 2_000;

/** Everything that others can see is flushed, unless they don't wait for it: then it is at least written down. */
const NOW = `case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`;
const COLUMNS = `(w.lsn - '0/0')::text as position, left(pg_walfile_name(w.lsn), 8) as timeline`;

/**
 * The positions in the primary's log that a replica must have reached to have all changes of some tables. As long as no
 * further change of them is numbered (decision 28), that is a position from when they were looked at, and any else the
 * present one.
 */
export class Positions {
  readonly #pool: Pool;
  readonly #index: PlanIndex;
  readonly #batcher: Batcher;
  #tables = new Map<string, Tables>();
  #lineages = new Map<string, Promise<Lineage>>();
  #generation = 0;

  constructor(pool: Pool, index: PlanIndex, batcher: Batcher) {
    this.#pool = pool;
    this.#index = index;
    this.#batcher = batcher;
  }

  /** Rises when the primary may be another one. */
  get generation(): number {
    return this.#generation;
  }

  /** The next connection may reach another server, which counts otherwise. */
  forget(): void {
    this.#generation += 1;
    this.#tables = new Map();
    this.#lineages = new Map();
  }

  /** The present position. */
  async now(): Promise<Position> {
    const [row] = await run<{ position: string; timeline: string }>(this.#pool, {
      text: `select ${COLUMNS} from (select ${NOW} as lsn) w`,
      values: [],
    });
    return positionOf(row);
  }

  /** The position from which on a replica has everything of these tables that anybody has seen in the primary. */
  async of(tables: ReadonlySet<string>): Promise<Position> {
    const names = [...tables].sort();
    const key = names.join(' ');
    const generation = this.#generation;
    const build = (parameters: Parameters) =>
      `select nonet.last_changes(${parameters.bind(names, 'text[]')}) as numbers, ${COLUMNS} from (select ${NOW} as lsn) w`;
    const statement = keptStatement(this.#index, `position of ${key}`, build);
    const [row] = await this.#batcher.ask<{ numbers: string; position: string; timeline: string }>(statement, {});
    const present = positionOf(row);
    const found = this.#tables.get(key);
    const { known = null, triedAt = Number.NEGATIVE_INFINITY } = found ?? {};
    if (known !== null && known.numbers === row?.numbers && known.timeline === present.timeline) return known;
    if (generation === this.#generation && performance.now() - triedAt > TRY_MILLISECONDS) this.#learn(key, names);
    return present;
  }

  /** The mark of a timeline, which is made where the primary has a new one. */
  lineage(timeline: string): Promise<Lineage> {
    let lineage = this.#lineages.get(timeline);
    if (lineage === undefined) {
      lineage = this.#mark(timeline);
      this.#lineages.set(timeline, lineage);
      lineage.catch(() => this.#lineages.delete(timeline));
    }
    return lineage;
  }

  /** Learns a position to which these tables have not changed any more, if nobody is changing them. */
  #learn(key: string, names: readonly string[]): void {
    const generation = this.#generation;
    if (this.#tables.size >= MOST_KNOWN) this.#tables.clear();
    const entry: Tables = { known: this.#tables.get(key)?.known ?? null, triedAt: performance.now() };
    this.#tables.set(key, entry);
    // The position is taken after the locks were looked at: whoever has drawn these numbers has ended by then.
    const build = (parameters: Parameters) =>
      `select w.numbers, ${COLUMNS} from (select s.numbers, ${NOW} as lsn
         from (select nonet.settled_changes(${parameters.bind(names, 'text[]')}) as numbers offset 0) s) w`;
    const statement = keptStatement(this.#index, `settled position of ${key}`, build);
    const learn = async () => {
      const [row] = await this.#batcher.ask<{ numbers: string | null; position: string; timeline: string }>(
        statement,
        {},
      );
      const numbers = row?.numbers ?? null;
      if (numbers !== null && generation === this.#generation) entry.known = { numbers, ...positionOf(row) };
    };
    // Without it the present position is asked for, and whoever reads next gets the error of a primary that is away.
    learn().catch(() => undefined);
  }

  async #mark(timeline: string): Promise<Lineage> {
    await run(this.#pool, {
      text: 'insert into nonet.timeline (number) select $1::text where not exists (select from nonet.timeline where number = $1::text) on conflict do nothing',
      values: [timeline],
    });
    const [row] = await run<{ mark: string }>(this.#pool, {
      text: 'select mark::text from nonet.timeline where number = $1::text',
      values: [timeline],
    });
    if (row === undefined) throw new Error(`The timeline ${timeline} has no mark.`);
    return { timeline, mark: row.mark };
  }
}

function positionOf(row: { readonly position: string; readonly timeline: string } | undefined): Position {
  if (row === undefined) throw new Error('A position was answered by nothing.');
  return { position: BigInt(row.position), timeline: row.timeline };
}
