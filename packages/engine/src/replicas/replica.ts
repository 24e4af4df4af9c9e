import { errorCode } from '../error-code.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { type Batcher, type BatchPolicy, createBatcher, READS } from '../run/statement-batcher.ts';
import { isOfDatabase, isUnreachable } from '../store/connection-errors.ts';
import { openPool, type Pool, type PoolClient, type Queryable, together } from '../store/pool.ts';
import type { Lineage } from './positions.ts';
import type { Misfit, PassedOverFor, ReplicaState } from './state.ts';

/** A replica can't answer one reading: the primary does. */
export class PassedOver extends Error {
  override readonly name = 'PassedOver';
  readonly why: PassedOverFor;

  constructor(why: PassedOverFor, message: string) {
    super(message);
    this.why = why;
  }
}

const REPLAYED = `select (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as replayed, pg_is_in_recovery() as follows`;
const KNOWN = `select (select max(number) from nonet.version) as version,
  (select mark::text from nonet.timeline where number = $1::text) as mark`;
const SETTINGS = `select current_setting('hot_standby_feedback') = 'on' or current_setting('max_standby_streaming_delay') = '-1' as keeps`;

interface Replayed {
  readonly replayed: string;
  readonly follows: boolean;
}
interface Known {
  readonly version: number | null;
  readonly mark: string | null;
}

/** The pause between two looks at how far a replica is, while somebody waits for it. */
const POLL_MILLISECONDS = 2;
/** A replica for which somebody has waited in vain is not waited for again so soon. */
const SLOW_MILLISECONDS = 250;
const UNDEFINED_TABLE = '42P01';

interface Waiter {
  readonly position: bigint;
  readonly until: number;
  readonly resolve: (isReached: boolean) => void;
}

/** One server that follows the primary, and what is known of it. */
export class Replica {
  readonly name: string;
  readonly #version: number;
  readonly #pool: Pool;
  readonly batcher: Batcher;
  #misfit: Misfit | null = 'unasked';
  #detail = '';
  #keepsRows = false;
  #replayed = 0n;
  /** The farthest position that an admitted reading needs: every answer must have it. */
  #promised = 0n;
  #lineage: Lineage | null = null;
  #slowUntil = 0;
  #waiters: Waiter[] = [];
  #isPolling = false;
  #answered = 0;
  readonly #passedOver = new Map<PassedOverFor, number>();
  lagSeconds: number | null = null;

  constructor(url: string, version: number) {
    this.name = new URL(url).host;
    this.#version = version;
    this.#pool = openPool(url, {
      connectMilliseconds: ENGINE_LIMITS.replicaAnswerMilliseconds,
      // A statement fails with its connection, and the next look at the server says so.
      onError: () => undefined,
    });
    this.batcher = createBatcher(this.#guarded(), { ...READS, onError });
  }

  get misfit(): Misfit | null {
    return this.#misfit;
  }

  /** How far it was when it was last asked. */
  get replayed(): bigint {
    return this.#replayed;
  }

  get keepsRows(): boolean {
    return this.#keepsRows;
  }

  /** Whether somebody has just waited for it in vain. */
  get isSlow(): boolean {
    return performance.now() < this.#slowUntil;
  }

  state(): ReplicaState {
    const { name, lagSeconds } = this;
    const passedOver = new Map(this.#passedOver);
    const [misfit, detail, answered, keepsRows] = [this.#misfit, this.#detail, this.#answered, this.#keepsRows];
    return { name, misfit, detail, lagSeconds, answered, passedOver, keepsRows };
  }

  /** Sets why it does not answer, or that it does. */
  judge(misfit: Misfit | null, detail = ''): void {
    this.#misfit = misfit;
    this.#detail = detail;
  }

  count(outcome: 'answered' | PassedOverFor): void {
    if (outcome === 'answered') this.#answered += 1;
    else this.#passedOver.set(outcome, (this.#passedOver.get(outcome) ?? 0) + 1);
  }

  /** From now on every answer has this position, of this primary. */
  promise(position: bigint, lineage: Lineage): void {
    if (this.#lineage?.mark !== lineage.mark) this.#promised = 0n;
    this.#lineage = lineage;
    if (position > this.#promised) this.#promised = position;
  }

  /** Asks how it is; answers why it can't be read from, as it seems. */
  async look(lineage: Lineage): Promise<readonly [misfit: Misfit | null, detail: string]> {
    try {
      const [position, settings, of] = await this.#connected((client) =>
        answering(
          Promise.all([
            client.query<Replayed>({ name: 'replica-at', text: REPLAYED }),
            client.query<{ keeps: boolean }>({ name: 'replica-settings', text: SETTINGS }),
            client.query<Known>({ name: 'replica-known', text: KNOWN, values: [lineage.timeline] }),
          ]),
        ),
      );
      const { follows, replayed } = only(position.rows);
      const known = only(of.rows);
      this.#replayed = BigInt(replayed);
      this.#keepsRows = only(settings.rows).keeps;
      if (!follows) return ['no standby', ''];
      if (known.mark !== lineage.mark) return ['other database', ''];
      return [known.version === this.#version ? null : 'other version', ''];
    } catch (error) {
      if (errorCode(error) === UNDEFINED_TABLE) return ['other database', ''];
      return ['unreachable', messageOf(error)];
    }
  }

  /** Resolves when it has reached a position, or with false after some time. */
  reach(position: bigint, milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiters.push({ position, until: performance.now() + milliseconds, resolve });
      if (!this.#isPolling) void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#waiters.length > 0) {
      const isThere = await this.#refresh();
      const now = performance.now();
      const left: Waiter[] = [];
      for (const waiter of this.#waiters) {
        if (isThere && this.#replayed >= waiter.position) waiter.resolve(true);
        else if (isThere && now < waiter.until) left.push(waiter);
        else waiter.resolve(false);
      }
      this.#waiters = left;
      if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    }
    this.#isPolling = false;
  }

  /** Nobody waits for it for a while. */
  slow(): void {
    this.#slowUntil = performance.now() + SLOW_MILLISECONDS;
  }

  async #refresh(): Promise<boolean> {
    try {
      const { rows } = await this.#connected((client) =>
        answering(client.query<Replayed>({ name: 'replica-at', text: REPLAYED })),
      );
      this.#replayed = BigInt(only(rows).replayed);
      return true;
    } catch {
      // The reading goes to the primary, and the next look says why.
      return false;
    }
  }

  /**
   * Reads in a transaction.
   * @throws {PassedOver} where it lacks something that an admitted reading needs
   */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#connected(async (client) => {
      try {
        const begun = client.query('begin read only');
        // If it fails, so does what is read.
        begun.catch(() => undefined);
        const answer = await this.#guard(client, () => work(client), 'several');
        await client.query('commit');
        return answer;
      } catch (error) {
        if (!isGone(error)) await client.query('rollback');
        throw error;
      }
    });
  }

  /** A connection for a long reading, whose server has what is needed. The caller releases it. */
  async connect(): Promise<PoolClient> {
    const client = await this.#pool.connect();
    try {
      await this.#guard(client, async () => undefined);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** @throws {PassedOver} where it lacks something that an admitted reading needs, or no longer serves the version */
  check(): Promise<void> {
    return this.#connected((client) => this.#guard(client, async () => undefined));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** The client of a batcher: one statement at a time, each in a connection that is free. */
  #guarded(): Queryable {
    const query = (...given: unknown[]) =>
      this.#connected((client) =>
        this.#guard(client, () => (client.query as (...sent: unknown[]) => Promise<unknown>)(...given)),
      );
    return { query } as unknown as Queryable;
  }

  /**
   * Work in a connection whose server has, before it, every position that was promised, and after it still the version of
   * the document that is served: no change of the storage came in between. Work of one statement is sent together with both.
   */
  async #guard<T>(client: PoolClient, work: () => Promise<T>, statements: 'one' | 'several' = 'one'): Promise<T> {
    const promised = this.#promised;
    const lineage = this.#lineage;
    if (lineage === null) throw new PassedOver('other', 'Nothing was promised of the replica.');
    const before = client.query<Replayed>({ name: 'replica-at', text: REPLAYED });
    const answered = work();
    const ask = () => client.query<Known>({ name: 'replica-known', text: KNOWN, values: [lineage.timeline] });
    const after = statements === 'one' ? ask() : answered.then(ask);
    const all = together([before, answered, after]);
    // The first answer comes at once, or the server is not there. The others end with their connection then.
    all.catch(() => undefined);
    await answering(before);
    const [{ rows }, answer, known] = await all;
    const { replayed, follows } = only(rows);
    if (!follows) throw new PassedOver('other', 'It follows no other server.');
    const position = BigInt(replayed);
    if (position < promised) throw new PassedOver('behind', 'It has not all that the primary has.');
    if (position > this.#replayed) this.#replayed = position;
    const { version, mark } = only(known.rows);
    if (version !== this.#version || mark !== lineage.mark)
      throw new PassedOver('other', 'It has another version of the document, or follows another primary.');
    return answer;
  }

  /** Work in a connection that is closed if it fails by it. */
  async #connected<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof Error && isGone(error)) broken = error;
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** An answer that comes at once, or never. */
async function answering<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Silent()), ENGINE_LIMITS.replicaAnswerMilliseconds);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a connection is of no use after an error. */
function isGone(error: unknown): boolean {
  return isUnreachable(error) || error instanceof Silent;
}

class Silent extends Error {
  override readonly name = 'Silent';

  constructor() {
    super('it does not answer');
  }
}

/** Calls of one statement that failed as a whole are done by the primary, without another try here. */
const onError: BatchPolicy['onError'] = (error, calls) =>
  error instanceof PassedOver || isGone(error) ? 'failed' : READS.onError(error, calls);

/** Whether a reading failed in its server, and not by what it found. */
export function isOfServer(error: unknown): boolean {
  return error instanceof PassedOver || isGone(error) || isOfDatabase(error);
}

/** Why a reading that failed in a replica is done by the primary. */
export function passedOverFor(error: unknown): PassedOverFor {
  if (error instanceof PassedOver) return error.why;
  if (isGone(error)) return 'unreachable';
  return isOfDatabase(error) && CONFLICTS.has(error.code ?? '') ? 'conflict' : 'failed';
}

/** The errors of what stands in the way of replaying the log: a statement whose rows, locks or database are gone, and deadlocks with the replay. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01', '57014', '57P04']);

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A replica answered nothing about itself.');
  return row;
}

function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
