import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Tenant, Refusal } from '@nonet/engine';
import { message, messageFormatIn } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import { answerClientError } from '../problem/client-error.ts';
import { PROBLEM_TYPE, problemOf } from '../problem/problem.ts';
import { standardRefusal } from '../problem/standard.ts';

/** The product of a tenant while it is at work. */
export interface OpenTenant {
  /** The server of its requests, made at the first of them; it listens nowhere itself. */
  server(): Promise<FastifyInstance>;
  /** Does what is due without anybody's request, and answers when the next is, in milliseconds since 1970; null: not known. */
  settle(): Promise<number | null>;
  close(): Promise<void>;
}

export interface TenantServersOptions {
  readonly open: (tenant: Tenant) => Promise<OpenTenant>;
  /** The tenants of the database, read anew. */
  readonly read: () => Promise<readonly Tenant[]>;
  readonly onFault: (fault: unknown) => void;
  /** Whether a proxy before it states in `X-Forwarded-Host` which host name was asked. */
  readonly trustProxy: boolean;
  readonly clock?: () => number;
}

interface Served {
  tenant: Tenant;
  /** Its product, where it is at work or on its way. */
  opened: Promise<OpenTenant> | null;
  /** Its requests under way, with streams. */
  requests: number;
  usedAt: number;
  /** When it is looked after without a request. */
  wakeAt: number;
  closing: Promise<void> | null;
}

/**
 * The products of all tenants behind one port, told apart by host name. One that nobody asks anything of for a while is closed, and takes
 * no more than its place in a list; it is opened at its next request, and when its timers or calls are due.
 */
export class TenantServers {
  readonly #options: TenantServersOptions;
  readonly #clock: () => number;
  readonly #served = new Map<string, Served>();
  readonly #byHost = new Map<string, Served>();
  #requests = 0;
  #readAt = 0;
  #reading: Promise<void> | null = null;
  #tending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: TenantServersOptions) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
  }

  /** How many tenants there are, and how many of them are at work. */
  get counts(): { readonly all: number; readonly open: number } {
    return { all: this.#served.size, open: [...this.#served.values()].filter(({ opened }) => opened !== null).length };
  }

  /** Reads the list, and begins to look after those of whom nobody asks anything. */
  async begin(): Promise<void> {
    await this.#read();
    const tend = () => {
      this.#timer = setTimeout(() => {
        this.#tending = this.tend()
          .catch(this.#options.onFault)
          .finally(() => {
            if (!this.#stopped) tend();
          });
      }, TEND_MILLISECONDS).unref();
    };
    tend();
  }

  /** Answers a request, by the product of the tenant whose host it names. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.url === '/healthz' && this.#byHost.get(this.#hostOf(request)) === undefined) {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"status":"ok"}');
        return;
      }
      const served = await this.#find(this.#hostOf(request));
      if (served === null) return refuse(response, standardRefusal(null, 'NOT_FOUND'));
      if (served.tenant.suspendedAt !== null) return refuse(response, standardRefusal(null, 'UNAVAILABLE'));
      // A tenant leaves the others their share of what the process works at.
      if (this.#requests >= LIMITS.requestsOfTenants || served.requests >= LIMITS.requestsOfTenant)
        return refuse(response, standardRefusal(null, 'UNAVAILABLE', { words: message('manyAtWork') }));
      await this.#answer(served, request, response);
    } catch (error) {
      this.#options.onFault(error);
      if (response.headersSent) response.destroy();
      else refuse(response, standardRefusal(null, 'UNAVAILABLE'));
    }
  }

  async #answer(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#requests += 1;
    served.requests += 1;
    served.usedAt = this.#clock();
    response.once('close', () => {
      this.#requests -= 1;
      served.requests -= 1;
      served.usedAt = this.#clock();
    });
    const product = await this.#open(served);
    const server = await product.server();
    server.routing(request, response);
  }

  #hostOf(request: IncomingMessage): string {
    const stated = this.#options.trustProxy ? request.headers['x-forwarded-host'] : undefined;
    const last = (typeof stated === 'string' ? stated : (stated?.at(-1) ?? '')).split(',').at(-1)?.trim() ?? '';
    const host = last === '' ? (request.headers.host ?? '') : last;
    return host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
  }

  async #find(host: string): Promise<Served | null> {
    const known = this.#byHost.get(host);
    if (known !== undefined) return known;
    // It may have been added a moment ago.
    if (this.#clock() - this.#readAt >= READ_AGAIN_MILLISECONDS) await this.#read();
    return this.#byHost.get(host) ?? null;
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readList().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readList(): Promise<void> {
    const tenants = await this.#options.read();
    const now = this.#clock();
    this.#readAt = now;
    const gone = new Set(this.#served.keys());
    this.#byHost.clear();
    for (const [place, tenant] of tenants.entries()) {
      gone.delete(tenant.name);
      let served = this.#served.get(tenant.name);
      if (served === undefined) {
        // After a start all are looked after once, one after the other.
        const wakeAt = now + (LOOK_MILLISECONDS * place) / Math.max(1, tenants.length);
        served = { tenant, opened: null, requests: 0, usedAt: now, wakeAt, closing: null };
        this.#served.set(tenant.name, served);
      }
      const isChanged = served.tenant.host !== tenant.host || served.tenant.suspendedAt !== tenant.suspendedAt;
      served.tenant = tenant;
      this.#byHost.set(tenant.host, served);
      if (isChanged) void this.#close(served);
    }
    for (const name of gone) {
      const served = this.#served.get(name);
      this.#served.delete(name);
      if (served !== undefined) void this.#close(served);
    }
  }

  async #open(served: Served): Promise<OpenTenant> {
    while (served.closing !== null) await served.closing;
    served.opened ??= this.#options.open(served.tenant).catch((error: unknown) => {
      served.opened = null;
      throw error;
    });
    return served.opened;
  }

  /** Closes a tenant's product, and keeps in mind when something of it is due. */
  #close(served: Served): Promise<void> {
    const { opened } = served;
    if (opened === null || served.closing !== null) return served.closing ?? Promise.resolve();
    served.closing = opened
      .then((product) => product.close())
      .catch(this.#options.onFault)
      .finally(() => {
        served.opened = null;
        served.closing = null;
      });
    return served.closing;
  }

  /** Reads the list anew, closes who is idle, and does what is due of those. */
  async tend(): Promise<void> {
    await this.#read();
    const now = this.#clock();
    for (const served of this.#served.values()) {
      if (this.#stopped) return;
      const isIdle = served.requests === 0 && now - served.usedAt >= IDLE_MILLISECONDS;
      if (!isIdle || served.tenant.suspendedAt !== null) continue;
      if (served.opened !== null || served.wakeAt <= now) await this.#tendTo(served);
    }
  }

  async #tendTo(served: Served): Promise<void> {
    try {
      const product = await this.#open(served);
      const due = await product.settle();
      const now = this.#clock();
      served.wakeAt = Math.max(now + TEND_MILLISECONDS, Math.min(due ?? Infinity, now + LOOK_MILLISECONDS));
      if (served.requests === 0) await this.#close(served);
    } catch (error) {
      served.wakeAt = this.#clock() + LOOK_MILLISECONDS;
      this.#options.onFault(error);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#tending;
    await Promise.all([...this.#served.values()].map((served) => this.#close(served)));
  }
}

/** The interval in which the list is read, and idle tenants are looked after. */
const TEND_MILLISECONDS = 5_000;
/** A host that nobody knows lets the list be read again so often. */
const READ_AGAIN_MILLISECONDS = 1_000;
/** The time without a request after which a product is closed. */
const IDLE_MILLISECONDS = 60_000;
/** A closed product is opened so often, for what comes at times of its own: schedules, digests, what is to be removed. */
const LOOK_MILLISECONDS = 300_000;

function refuse(response: ServerResponse, refusal: Refusal): void {
  const body = JSON.stringify(problemOf(refusal, null, messageFormatIn('en')));
  response.writeHead(refusal.status, {
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    ...(refusal.status === 503 ? { 'retry-after': '5' } : {}),
  });
  response.end(body);
}

export interface StartedTenants {
  readonly url: string;
  readonly server: Server;
  stop(): Promise<void>;
}

/** Starts to answer the requests of all tenants. @throws if the port is taken. */
export async function startTenants(
  servers: TenantServers,
  { port, host = '127.0.0.1' }: { readonly port: number; readonly host?: string },
): Promise<StartedTenants> {
  const server = createHttpServer(
    {
      requestTimeout: LIMITS.requestSeconds * 1000,
      headersTimeout: LIMITS.headerSeconds * 1000,
      keepAliveTimeout: LIMITS.idleSeconds * 1000,
      connectionsCheckingInterval: 1000,
    },
    (request, response) => void servers.handle(request, response),
  );
  server.on('clientError', answerClientError);
  await servers.begin();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const deadline = setTimeout(() => server.closeAllConnections(), LIMITS.stopSeconds * 1000);
    await closed;
    clearTimeout(deadline);
    await servers.stop();
  };
  return { url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${taken}`, server, stop };
}
