import { EventEmitter } from 'node:events';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { connectionError, isUnreachable } from '../store/connection-errors.ts';
import { openPool, type Pool, type PoolClient, putBeside } from '../store/pool.ts';
import { forgetStatements, statementInSchema } from '../store/schema-client.ts';

/** A connection that serves one tenant after the other. */
interface Held {
  readonly client: PoolClient;
  /** The tenant whose schema and version it has entered; null: none yet. */
  tenant: TenantPool | null;
  /** The version that it has entered. */
  version: number | null;
  /** The names of statements that it keeps prepared. */
  readonly prepared: Set<string>;
  isBroken: boolean;
}

interface Waiting {
  readonly take: (held: Held) => void;
  readonly refuse: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The connections that all tenants of a database share (decision 59). A tenant gets one that is in its schema already, a new one,
 * or the one that was idle longest, which then enters its schema: nothing of the tenant is sent before the database has
 * confirmed that. A tenant has half of them at most; where several wait, who has fewest is next.
 */
export class TenantPools {
  readonly #shared: Pool;
  readonly #most: number;
  readonly #share: number;
  /** Those that nobody uses, the one that was used last behind. */
  readonly #idle: Held[] = [];
  readonly #waiting = new Map<TenantPool, Waiting[]>();
  #open = 0;
  #closed = false;

  /** `url`: the database; `connections`: how many are open at most. */
  constructor(url: string, { connections = ENGINE_LIMITS.tenantConnections }: { readonly connections?: number } = {}) {
    this.#most = connections;
    this.#share = Math.ceil(connections / 2);
    this.#shared = openPool(url, { connections });
  }

  /** The connections as one tenant uses them: as a pool of its own. It closes with the others. */
  poolOf(schema: string): TenantPool {
    return new TenantPool(this, this.#shared, schema);
  }

  /** A pool of the database itself, for the list of tenants. */
  get shared(): Pool {
    return this.#shared;
  }

  get openConnections(): number {
    return this.#open;
  }

  async acquire(tenant: TenantPool): Promise<Held> {
    if (this.#closed) throw connectionError('The connections of all tenants are closed.');
    const held = this.#next(tenant) ?? (await this.#wait(tenant));
    try {
      return await this.#enter(await held, tenant);
    } catch (error) {
      tenant.inUse -= 1;
      this.#serveNext();
      throw error;
    }
  }

  /** A connection for a tenant, which counts as its own from now on; null if it has to wait. */
  #next(tenant: TenantPool): Held | Promise<Held> | null {
    if (tenant.inUse >= this.#share) return null;
    const same = this.#idle.findLastIndex((held) => held.tenant === tenant && held.version === tenant.version);
    const place = same >= 0 ? same : this.#open < this.#most ? -1 : 0;
    const [held] = place >= 0 ? this.#idle.splice(place, 1) : [];
    if (held === undefined && this.#open >= this.#most) return null;
    tenant.inUse += 1;
    return held ?? this.#connect();
  }

  async #connect(): Promise<Held> {
    this.#open += 1;
    try {
      const client = await this.#shared.connect();
      const held: Held = { client, tenant: null, version: null, prepared: new Set(), isBroken: false };
      client.once('error', (error) => this.#lose(held, error));
      return held;
    } catch (error) {
      this.#open -= 1;
      this.#serveNext();
      throw error;
    }
  }

  /** Enters the schema and the version of a tenant. A connection that has not is not used. */
  async #enter(held: Held, tenant: TenantPool): Promise<Held> {
    if (held.tenant === tenant && held.version === tenant.version) return held;
    if (held.prepared.size > ENGINE_LIMITS.preparedStatements) {
      this.#discard(held);
      return this.#enter(await this.#connect(), tenant);
    }
    const { version } = tenant;
    const serves = version === null ? '' : `; select "${tenant.schema}"._nonet_serve_version(${Math.trunc(version)})`;
    try {
      held.tenant = null;
      await held.client.query(
        `select pg_advisory_unlock_all(); set search_path = "${tenant.schema}", public; set nonet.behaviour = ''; set nonet.names = ''${serves}`,
      );
    } catch (error) {
      this.#discard(held);
      throw error;
    }
    held.tenant = tenant;
    held.version = version;
    return held;
  }

  #wait(tenant: TenantPool): Promise<Held> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(tenant) ?? [];
      this.#waiting.set(tenant, queue);
      const leave = () => {
        const place = queue.indexOf(waiting);
        if (place >= 0) queue.splice(place, 1);
        if (queue.length === 0) this.#waiting.delete(tenant);
      };
      const refuse = (error: Error) => {
        clearTimeout(waiting.timer);
        leave();
        reject(error);
      };
      const waiting: Waiting = {
        take: (held) => {
          clearTimeout(waiting.timer);
          leave();
          resolve(held);
        },
        refuse,
        timer: setTimeout(
          () => refuse(connectionError('No connection became free in time.')),
          ENGINE_LIMITS.connectionSeconds * 1000,
        ),
      };
      queue.push(waiting);
    });
  }

  release(held: Held, tenant: TenantPool, isBroken: boolean): void {
    tenant.inUse -= 1;
    if (isBroken || held.isBroken || this.#closed) this.#discard(held);
    else this.#idle.push(held);
    this.#serveNext();
  }

  /** Gives what is free to those who wait: first to who has fewest connections, of these to who has waited longest. */
  #serveNext(): void {
    for (;;) {
      const able = [...this.#waiting].filter(([tenant]) => tenant.inUse < this.#share);
      const [first, ...others] = able;
      if (first === undefined) return;
      const [tenant, queue] = others.reduce((best, each) => (each[0].inUse < best[0].inUse ? each : best), first);
      const [waiting] = queue;
      const held = waiting === undefined ? null : this.#next(tenant);
      if (waiting === undefined || held === null) return;
      // The others with as many are before it the next time.
      this.#waiting.delete(tenant);
      if (queue.length > 1) this.#waiting.set(tenant, queue);
      if (held instanceof Promise)
        held.then(waiting.take, (error: unknown) => {
          tenant.inUse -= 1;
          waiting.refuse(error instanceof Error ? error : new Error(String(error)));
        });
      else waiting.take(held);
    }
  }

  #lose(held: Held, error: Error): void {
    held.isBroken = true;
    held.tenant?.connection.emit('error', error);
    const place = this.#idle.indexOf(held);
    if (place >= 0) {
      this.#idle.splice(place, 1);
      this.#discard(held);
    }
  }

  #discard(held: Held): void {
    this.#open -= 1;
    held.client.release(true);
  }

  async end(): Promise<void> {
    this.#closed = true;
    for (const held of this.#idle.splice(0)) this.#discard(held);
    const waiting = [...this.#waiting.values()].flat();
    for (const { refuse } of waiting) refuse(connectionError('The connections of all tenants are closed.'));
    await this.#shared.end();
  }
}

/** The shared connections as one tenant uses them. */
export class TenantPool extends EventEmitter {
  readonly schema: string;
  /** The version of the document that is served; null until it is known. */
  version: number | null = null;
  /** How many connections it has now. */
  inUse = 0;
  /** Stands for all that it has and had: it emits the error of each that breaks while the tenant was its last. */
  readonly connection = new EventEmitter().on('error', () => undefined);
  readonly #all: TenantPools;

  constructor(all: TenantPools, shared: Pool, schema: string) {
    super();
    this.#all = all;
    this.schema = schema;
    putBeside(this.asPool(), shared, schema, () => this.version);
  }

  /** As the parts of the engine take it: of a pool they use `connect`, `query`, `on` and `off`. */
  asPool(): Pool {
    // oxlint-disable-next-line no-unsafe-type-assertion -- The other methods of a pool are never called.
    return this as unknown as Pool;
  }

  /** Listeners to new connections get the one that stands for all. */
  override on(event: string, listener: (...given: unknown[]) => void): this {
    if (event === 'connect') listener(this.connection);
    return super.on(event, listener);
  }

  async connect(): Promise<PoolClient> {
    const held = await this.#all.acquire(this);
    // oxlint-disable-next-line no-unsafe-type-assertion -- The other methods of a client are never called.
    return new TenantClient(held, this, this.#all) as unknown as PoolClient;
  }

  async query(...given: unknown[]): Promise<unknown> {
    const client = await this.connect();
    try {
      return await (client.query as (...sent: unknown[]) => Promise<unknown>).apply(client, given);
    } catch (error) {
      client.release(isUnreachable(error));
      throw error;
    } finally {
      client.release();
    }
  }

  get totalCount(): number {
    return this.inUse;
  }

  get idleCount(): number {
    return 0;
  }

  get waitingCount(): number {
    return 0;
  }

  /** Forgets the statements of a tenant that nothing is asked of for now; the connections stay with the others. */
  async end(): Promise<void> {
    forgetStatements(this.schema);
  }
}

/** A connection while a tenant uses it: its statements have the names of the tenant's schema. */
class TenantClient {
  readonly #held: Held;
  readonly #tenant: TenantPool;
  readonly #all: TenantPools;
  #isReleased = false;

  constructor(held: Held, tenant: TenantPool, all: TenantPools) {
    this.#held = held;
    this.#tenant = tenant;
    this.#all = all;
  }

  query(...given: unknown[]): unknown {
    if (this.#isReleased) throw new Error('A connection was used after it was given back.');
    const { schema } = this.#tenant;
    const [first, ...others] = statementInSchema(given, schema);
    const { client, prepared } = this.#held;
    const send = client.query.bind(client) as (...sent: unknown[]) => unknown;
    if (typeof first !== 'object' || first === null || !('name' in first) || typeof first.name !== 'string')
      return send(first, ...others);
    // The same statement of another tenant is another one.
    const name = `${first.name.slice(0, 22)}.${schema}`;
    prepared.add(name);
    return send({ ...first, name }, ...others);
  }

  release(broken?: Error | boolean): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#all.release(this.#held, this.#tenant, Boolean(broken));
  }

  on(event: 'error', listener: (error: Error) => void): this {
    this.#held.client.on(event, listener);
    return this;
  }

  once(event: 'end', listener: () => void): this {
    this.#held.client.once(event, listener);
    return this;
  }

  off(event: string, listener: (...given: unknown[]) => void): this {
    this.#held.client.off(event, listener);
    return this;
  }
}
