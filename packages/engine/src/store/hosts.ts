import { callbackify } from 'node:util';
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { canBeSchema } from './schema-names.ts';

/** The servers that fit: any; one that takes writes; one that follows no other. */
const TARGETS = ['any', 'read-write', 'primary'] as const;
export type TargetSessionAttributes = (typeof TARGETS)[number];

/** A `DATABASE_URL` that can't be used; the message continues behind its name. */
export class UnusableDatabaseUrl extends Error {}

/** The servers that an address of a database names. */
export interface DatabaseAddress {
  /** The address of each server, in the order in which they are tried. */
  readonly urls: readonly string[];
  readonly target: TargetSessionAttributes;
  /** The one schema that the product is in (`DATABASE_SCHEMA`); null: in the two schemas `product` and `nonet`. */
  readonly schema: string | null;
}

const ADDRESS = /^(?<scheme>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>[^?#]*)(?<query>\?[^#]*)?$/;

/**
 * Reads `postgres://user:password@db1:5432,db2:5432/shop?target_session_attrs=read-write`, as libpq does. A product
 * writes: of several servers, it works with the one that takes writes, unless the address says otherwise.
 * @throws {UnusableDatabaseUrl}
 */
export function readDatabaseAddress(url: string): DatabaseAddress {
  const parts = ADDRESS.exec(url)?.groups;
  if (parts === undefined)
    throw new UnusableDatabaseUrl('is not a URL like postgres://user:password@host:5432/database');
  const query = new URLSearchParams(parts.query);
  const stated = query.get('target_session_attrs');
  query.delete('target_session_attrs');
  const schema = query.get('schema');
  query.delete('schema');
  if (schema !== null && !canBeSchema(schema))
    throw new UnusableDatabaseUrl(
      `has schema=${schema}, where a schema of a product is named by up to 40 small letters, digits and _, and not as one of others`,
    );
  const hosts = (parts.hosts ?? '').split(',');
  const target = stated ?? (hosts.length > 1 ? 'read-write' : 'any');
  const known = TARGETS.find((candidate) => candidate === target);
  if (known === undefined)
    throw new UnusableDatabaseUrl(
      `has target_session_attrs=${target}, where a product, which writes, takes ${TARGETS.join(', ')}`,
    );
  const rest = `${parts.rest ?? ''}${query.size > 0 ? `?${query.toString()}` : ''}`;
  const urls = hosts.map((host) => `${parts.scheme ?? ''}${host}${rest}`);
  for (const each of urls)
    if (!URL.canParse(each))
      throw new UnusableDatabaseUrl('is not a URL like postgres://user:password@host:5432/database');
  return { urls, target: known, schema };
}

/** The properties of a server by which it is chosen. */
export interface ServerState {
  readonly is_standby: boolean;
  readonly reads_only: boolean;
}

/** Why a server doesn't fit; null if it does. */
export function misfit(target: TargetSessionAttributes, { is_standby, reads_only }: ServerState): string | null {
  if (target === 'any') return null;
  if (is_standby) return 'it follows another one (a standby)';
  return target === 'read-write' && reads_only ? 'it only lets itself be read' : null;
}

/**
 * The servers of one address, and the one that is worked with. It is looked for at the beginning, and again after
 * any error of a connection: the first that answers and fits. Connections to it stay until they break.
 */
export class Hosts {
  readonly #address: DatabaseAddress;
  #url: string | null = null;
  #search: Promise<void> | null = null;

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  /** Resolves when a server is known that was there lately. */
  async settle(): Promise<void> {
    if (this.#url !== null) return;
    this.#search ??= this.#find().finally(() => {
      this.#search = null;
    });
    await this.#search;
  }

  /** The next connection looks for a server again. */
  doubt(): void {
    this.#url = null;
  }

  /** A client to the server that is worked with. */
  get Client(): new (
    config?: ClientConfig,
  ) => Client {
    const current = () => this.#url ?? this.#address.urls[0] ?? '';
    return class extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionString: current() });
      }
    };
  }

  async #find(): Promise<void> {
    const reasons: string[] = [];
    for (const url of this.#address.urls) {
      const reason = await misfitOf(url, this.#address.target);
      if (reason === null) {
        this.#url = url;
        return;
      }
      reasons.push(`${new URL(url).host}: ${reason}`);
    }
    throw new Error(`no server of it can be used (${reasons.join('; ')})`);
  }
}

async function misfitOf(url: string, target: TargetSessionAttributes): Promise<string | null> {
  const milliseconds = ENGINE_LIMITS.openingSeconds * 1000;
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: milliseconds,
    query_timeout: milliseconds,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(
      `select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as reads_only`,
    );
    return rows[0] === undefined ? 'it does not answer' : misfit(target, rows[0]);
  } catch (error) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
    return first instanceof Error ? first.message : String(first);
  } finally {
    // Nobody waits for a server that is gone.
    client.end().catch(() => undefined);
  }
}

/** Lets a pool connect to the server that is worked with; if that is gone, to the one that is there instead. */
export function connectThrough(pool: Pool, hosts: Hosts): void {
  const connectToCurrent: () => Promise<PoolClient> = pool.connect.bind(pool);
  const connect = async (): Promise<PoolClient> => {
    await hosts.settle();
    try {
      return await connectToCurrent();
    } catch (error) {
      // Who has waited for a connection in vain waits no longer.
      if (pool.totalCount >= (pool.options.max ?? 0)) throw error;
    }
    hosts.doubt();
    await hosts.settle();
    return connectToCurrent();
  };
  const calling = callbackify(connect);
  pool.connect = ((callback?: Parameters<typeof calling>[0]) =>
    callback === undefined ? connect() : calling(callback)) as Pool['connect'];
}
