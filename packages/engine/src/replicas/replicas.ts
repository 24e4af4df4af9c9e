import { ENGINE_LIMITS } from '../engine-limits.ts';
import type { PlanIndex } from '../plan-index.ts';
import { createBatcher, READS } from '../run/statement-batcher.ts';
import { isStatementTimeout } from '../store/connection-errors.ts';
import type { Pool } from '../store/pool.ts';
import { type Lineage, type Position, Positions } from './positions.ts';
import { isOfServer, PassedOver, passedOverFor, Replica } from './replica.ts';
import { describeReplica, type Misfit, type ReplicaState } from './state.ts';

export interface ReplicasOptions {
  readonly pool: Pool;
  readonly index: PlanIndex;
  /** The version of the document that is served. */
  readonly version: number;
  /** An address for each server. */
  readonly urls: readonly string[];
  /** Is called with a sentence when a replica stops or begins to answer. */
  readonly onNote: (note: string) => void;
}

/** A reading that may be done elsewhere than in the primary. */
export interface Reading<T> {
  /** The tables that it reads. */
  readonly tables: ReadonlySet<string>;
  readonly inReplica: (replica: Replica) => Promise<T>;
  readonly inPrimary: () => Promise<T>;
  /** The time after which its own statement ends, in milliseconds; by default that of every statement. */
  readonly milliseconds?: number;
  /** Whether it takes long, so that a replica must keep the rows that it reads. */
  readonly isLong?: boolean;
}

const LOOK_MILLISECONDS = 1_000;
const FIRST_LOOKS = 3;
const FIRST_PAUSE_MILLISECONDS = 200;
/** Whether a replica may only lack what was written last. */
const isOfLag = (misfit: Misfit | null) => misfit === 'other database' || misfit === 'other version';

/**
 * The servers that follow the primary. A reading is done by one of them if it has every change of the tables that the reading
 * hangs on which anybody had seen in the primary when the reading began, and otherwise by the primary
 * (decision 45).
 */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #replicas: readonly Replica[];
  readonly #positions: Positions;
  /** The positions of the primary over the last time, and when it had them. */
  #passed: { readonly position: bigint; readonly at: number }[] = [];
  #turn = 0;
  #byPrimary = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: ReplicasOptions) {
    const { pool, index, version, urls } = options;
    this.#options = options;
    this.#positions = new Positions(pool, index, createBatcher(pool, READS));
    this.#replicas = urls.map((url) => new Replica(url, version));
  }

  /** Looks at all of them, and from now on every second. */
  async begin(): Promise<void> {
    await this.#look(false);
    // One that follows may not have yet what this start has just written.
    for (let time = 0; time < FIRST_LOOKS && this.#replicas.some(({ misfit }) => isOfLag(misfit)); time++) {
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MILLISECONDS));
      await this.#look(false);
    }
    this.#lookLater();
  }

  states(): readonly ReplicaState[] {
    return this.#replicas.map((replica) => replica.state());
  }

  /** The number of readings that the primary answered, although replicas may answer such. */
  get byPrimary(): number {
    return this.#byPrimary;
  }

  /** Whether one of them answers at present. */
  get isAny(): boolean {
    return this.#replicas.some(({ misfit }) => misfit === null);
  }

  /** A connection of the primary has broken: the next one may reach another server. */
  forget(): void {
    this.#positions.forget();
    this.#passed = [];
  }

  async read<T>(reading: Reading<T>): Promise<T> {
    // The numbers of changes, which only the primary has.
    if (reading.tables.size === 0) return reading.inPrimary();
    const { generation } = this.#positions;
    const replica = await this.#ready(reading);
    if (replica !== null) {
      const began = performance.now();
      try {
        const answer = await reading.inReplica(replica);
        if (generation !== this.#positions.generation) throw new PassedOver('other', 'The primary may be another one.');
        replica.count('answered');
        return answer;
      } catch (error) {
        const limit = reading.milliseconds ?? ENGINE_LIMITS.statementSeconds * 1000;
        // A refusal is the same anywhere.
        if (!isOfServer(error)) throw error;
        // It took too long, and would do so again. What a replica ends earlier has a reason of its own.
        if (isStatementTimeout(error) && performance.now() - began >= limit) throw error;
        const why = passedOverFor(error);
        replica.count(why);
        if (why === 'unreachable') this.#judge(replica, 'unreachable', error instanceof Error ? error.message : '');
      }
    }
    this.#byPrimary += 1;
    return reading.inPrimary();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** One that has all that a reading needs, or gets it soon; null if there is none. */
  async #ready<T>({ tables, isLong = false }: Reading<T>): Promise<Replica | null> {
    const fits = (replica: Replica) => replica.misfit === null && (replica.keepsRows || !isLong);
    if (!this.#replicas.some(fits)) return null;
    try {
      const needed = await this.#positions.of(tables);
      const lineage = await this.#positions.lineage(needed.timeline);
      const chosen = await this.#choose(this.#replicas.filter(fits), needed);
      chosen?.promise(needed.position, lineage);
      return chosen;
    } catch {
      // The primary can't say it: whoever asks it next is told why.
      return null;
    }
  }

  async #choose(fitting: readonly Replica[], { position }: Position): Promise<Replica | null> {
    const ready = fitting.filter(({ replayed }) => replayed >= position);
    this.#turn += 1;
    if (ready.length > 0) return ready[this.#turn % ready.length] ?? null;
    const awaited = fitting.filter(({ isSlow }) => !isSlow);
    const reached = awaited.map(async (replica) => {
      if (await replica.reach(position, ENGINE_LIMITS.replicaWaitMilliseconds)) return replica;
      replica.slow();
      throw new PassedOver('behind', 'It has not all that the primary has.');
    });
    try {
      return await Promise.any(reached);
    } catch {
      for (const replica of fitting) replica.count('behind');
      return null;
    }
  }

  async #look(isNoted = true): Promise<void> {
    let present: Position;
    let lineage: Lineage;
    try {
      present = await this.#positions.now();
      lineage = await this.#positions.lineage(present.timeline);
    } catch {
      // Readings fail with the primary, and say so; nothing can be known of those that follow it.
      return;
    }
    const at = performance.now();
    const since = at - 2 * ENGINE_LIMITS.replicaLagSeconds * 1000;
    this.#passed = [...this.#passed.filter((passed) => passed.at > since), { position: present.position, at }];
    await Promise.all(
      this.#replicas.map(async (replica) => {
        const [misfit, detail] = await replica.look(lineage);
        const lag = misfit === null ? this.#lagOf(replica, at) : null;
        replica.lagSeconds = lag;
        const lags = lag !== null && lag > ENGINE_LIMITS.replicaLagSeconds;
        this.#judge(replica, lags ? 'lagging' : misfit, lags ? `${Math.round(lag)} s` : detail, isNoted);
      }),
    );
  }

  /** The seconds since the primary has what this replica lacks. */
  #lagOf({ replayed }: Replica, at: number): number {
    const lacking = this.#passed.find(({ position }) => position > replayed);
    return lacking === undefined ? 0 : (at - lacking.at) / 1000;
  }

  #judge(replica: Replica, misfit: Misfit | null, detail: string, isNoted = true): void {
    const isOther = replica.misfit !== misfit;
    replica.judge(misfit, detail);
    if (isOther && isNoted && !this.#isClosed) this.#options.onNote(describeReplica(replica.state()));
  }

  #lookLater(): void {
    if (this.#isClosed) return;
    const look = async () => {
      await this.#look();
      this.#lookLater();
    };
    this.#timer = setTimeout(() => void look(), LOOK_MILLISECONDS).unref();
  }
}
