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
   * Calls the listener with each change from now on, in the order of commits; the returned function ends it. The first
   * subscription makes the process listen.
   */
  subscribe(listener: (change: Change) => void): () => void;
  /** Tells all processes that listen, this one too, something that is not stored: at most 8,000 bytes. */
  announce(text: string): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_MILLISECONDS = 1000;
/** The interval of the checks of an idle connection, and the time that its answer may take. */
const CHECK_MILLISECONDS = 15_000;
const ANSWER_MILLISECONDS = 5_000;

/** Listens on one connection for the whole process: PostgreSQL notifies it of commits (`nonet.tell_change`). */
export function createChanges(pool: Pool): Changes {
  return new Listening(pool);
}

class Listening implements Changes {
  readonly #pool: Pool;
  readonly #listeners = new Set<(change: Change) => void>();
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
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
    await this.#pool.query(`select pg_notify('nonet_announced', $1)`, [text]);
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
    client.on('notification', ({ channel, payload }) => this.#notify(changeOf(channel, payload ?? '')));
    try {
      await client.connect();
      // It is one of the connections by which the database knows the version that the process serves.
      await enterBeside(this.#pool, client);
      await client.query('listen nonet_change; listen nonet_ended; listen nonet_announced');
    } catch {
      // The database is away. Requests that need it fail; this keeps trying until it is back.
      this.#lose(client);
      return;
    }
    this.#notify({ kind: 'unknown' });
    this.#checkLater(client);
  }

  /** A connection may die without a word. */
  #checkLater(client: Client): void {
    this.#after(CHECK_MILLISECONDS, () => {
      const deadline = setTimeout(() => this.#lose(client), ANSWER_MILLISECONDS);
      client.query('select').then(
        () => {
          clearTimeout(deadline);
          if (this.#client === client) this.#checkLater(client);
        },
        () => {
          clearTimeout(deadline);
          this.#lose(client);
        },
      );
    });
  }

  #lose(client: Client): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = null;
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

function changeOf(channel: string, payload: string): Change {
  if (channel === 'nonet_announced') return { kind: 'announced', text: payload };
  const words = payload.split(' ').filter((word) => word !== '');
  if (channel === 'nonet_ended') return { kind: 'ended', users: words.length === 0 ? null : words };
  const [table = '', ...ids] = words;
  return { kind: 'records', table, ids: ids.length === 0 ? null : ids };
}
