import type { Client } from 'pg';
import { clientBeside, doubtServer, enterBeside, type Pool } from '../store/pool.ts';

/** The changes of transactions, of this process and of all others on the same database. A change holds no values. */
export type Change =
  /** Records of one table, by their ids; null: many. */
  | { readonly kind: 'records'; readonly table: string; readonly ids: readonly string[] | null }
  /** Sessions or API tokens of these users have ended; null: of many. */
  | { readonly kind: 'ended'; readonly users: readonly string[] | null }
  /** Something that a process announced (`announce`), perhaps this one. */
  | { readonly kind: 'announced'; readonly text: string }
  /** The connection was not there for a while: anything may have changed. */
  | { readonly kind: 'unknown' };

export interface Changes {
  /**
   * Calls the listener with each change from now on; the returned function ends it. The first subscription makes the
   * process read them.
   */
  subscribe(listener: (change: Change) => void): () => void;
  /** Tells all processes that listen, this one too, something that is not kept. */
  announce(text: string): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_MILLISECONDS = 1000;
/** The pause between two readings of the log. */
const READ_MILLISECONDS = 100;
/** The time that an answer may take: a connection may die without a word. */
const ANSWER_MILLISECONDS = 5_000;
/** The age of the last reading from which on the log may have been emptied since. */
const MISSED_MILLISECONDS = 30_000;
/** The interval of emptying what every process has read. */
const EMPTY_MILLISECONDS = 60_000;

const READ = `select pg_current_snapshot()::text as moment, c.kind, c.payload
  from (select) one left join nonet.changes_between($1::text::pg_snapshot, pg_current_snapshot()) c on true`;

interface LoggedChange {
  readonly moment: string;
  /** Null where nothing has changed. */
  readonly kind: string | null;
  readonly payload: string | null;
}

/** Reads the log of changes on one connection for the whole process (own migration 0045, `nonet.log_change`). */
export function createChanges(pool: Pool): Changes {
  return new LogReader(pool);
}

class LogReader implements Changes {
  readonly #pool: Pool;
  readonly #listeners = new Set<(change: Change) => void>();
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** The snapshot of the last reading, and when that was. */
  #seen: { readonly moment: string; readonly at: number } | null = null;
  /** An earlier one, which every process has passed when the log is emptied the next time. */
  #passed: { readonly moment: string; readonly at: number } | null = null;
  #began = false;
  #closed = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    if (!this.#began) {
      this.#began = true;
      void this.#connect();
    }
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async announce(text: string): Promise<void> {
    await this.#pool.query(`select nonet.log_change('announced', $1)`, [text]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    let client: Client;
    try {
      client = await clientBeside(this.#pool);
    } catch {
      // No server is there. This keeps trying until one is.
      this.#connectLater();
      return;
    }
    if (this.#closed) return;
    this.#client = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    try {
      await client.connect();
      // It is one of the connections by which the database knows the version that the process serves.
      await enterBeside(this.#pool, client);
      await this.#read(client);
    } catch {
      // The database is away. Requests that need it fail; this keeps trying until it is back.
      this.#lose(client);
    }
  }

  /** Reads what was committed since the last reading. */
  async #read(client: Client): Promise<void> {
    const deadline = setTimeout(() => this.#lose(client), ANSWER_MILLISECONDS);
    const since = this.#seen;
    const at = performance.now();
    try {
      const { rows } = await client.query<LoggedChange>({
        name: 'changes',
        text: READ,
        values: [since?.moment ?? null],
      });
      if (this.#client !== client) return;
      const [{ moment } = { moment: null }] = rows;
      if (moment === null) return;
      this.#seen = { moment, at };
      if (since === null || at - since.at > MISSED_MILLISECONDS) this.#notify({ kind: 'unknown' });
      else for (const { kind, payload } of rows) if (kind !== null) this.#notify(changeOf(kind, payload ?? ''));
      await this.#empty(client);
    } finally {
      clearTimeout(deadline);
    }
    this.#after(READ_MILLISECONDS, () => void this.#read(client).catch(() => this.#lose(client)));
  }

  async #empty(client: Client): Promise<void> {
    const passed = this.#passed;
    const seen = this.#seen;
    if (seen === null || (passed !== null && seen.at - passed.at < EMPTY_MILLISECONDS)) return;
    this.#passed = seen;
    if (passed !== null) await client.query('select nonet.empty_change_log($1::text::pg_snapshot)', [passed.moment]);
  }

  #lose(client: Client): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = null;
    // The next server may be another one, which numbers its transactions anew.
    this.#seen = null;
    this.#passed = null;
    // Does not wait until it is closed.
    client.end().catch(() => undefined);
    doubtServer(this.#pool);
    this.#connectLater();
  }

  #connectLater(): void {
    this.#after(RECONNECT_MILLISECONDS, () => void this.#connect());
  }

  #after(milliseconds: number, work: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(work, milliseconds).unref();
  }

  #notify(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function changeOf(kind: string, payload: string): Change {
  if (kind === 'announced') return { kind: 'announced', text: payload };
  const words = payload.split(' ').filter((word) => word !== '');
  if (kind === 'ended') return { kind: 'ended', users: words.length === 0 ? null : words };
  const [table = '', ...ids] = words;
  return { kind: 'records', table, ids: ids.length === 0 ? null : ids };
}
