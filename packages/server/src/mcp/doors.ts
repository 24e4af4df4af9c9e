import { pathOf, type Plan } from '@nonet/language';
import type { FastifyRequest } from 'fastify';
import { filterKey } from '../request/query.ts';
import { LIMITS } from '../limits/table.ts';

/** The answer of one request. */
export interface DoorAnswer {
  readonly status: number;
  /** The JSON that was answered; null if there was none. */
  readonly body: unknown;
  /** The record's version, where a record was answered. */
  readonly etag: string | null;
  /** When a refused request may be tried again. */
  readonly retryAfter: string | null;
}

interface Asked {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Who sends a request, how they are reached, and by which proxies: all that rights, limits and security events go by. A
 * cookie is not among them, because the token alone says for whom an agent acts.
 */
const PASSED = [
  'authorization',
  'accept-language',
  'user-agent',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const;

/** The routes of the API, as the sender of one request finds them: each request goes through all of its hooks. */
export class Doors {
  readonly #request: FastifyRequest;
  readonly #plan: Plan;

  constructor(request: FastifyRequest, plan: Plan) {
    this.#request = request;
    this.#plan = plan;
  }

  /** A record's address, or that of its collection, and what is under it. */
  at(entity: string, ...below: readonly (string | number)[]): string {
    const found = this.#plan.entities.find(({ name, path }) => name === entity || path === entity);
    // An unknown name is asked for all the same, so that the API refuses it.
    const collection = found?.path ?? (/^[A-Z][A-Za-z0-9]*$/.test(entity) ? pathOf(entity) : entity);
    return ['/api', collection, ...below].map((part) => String(part)).join('/');
  }

  /** The number of records of a page, unless another one is asked for. */
  get pageSize(): number {
    return Math.min(this.#plan.settings.pageSize, this.#plan.settings.maximumPageSize, STANDARD_PAGE);
  }

  get request(): FastifyRequest {
    return this.#request;
  }

  /** @throws {DoorTimeout} */
  async ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, asked: Asked = {}): Promise<DoorAnswer> {
    const { raw, headers, server } = this.#request;
    const passed = PASSED.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    const timeout = AbortSignal.timeout(LIMITS.agentSeconds * 1000);
    try {
      const answer = await server.inject({
        method,
        url: `${path}${queryOf(asked.query ?? {})}`,
        headers: { ...Object.fromEntries(passed), accept: 'application/json', ...asked.headers },
        signal: timeout,
        ...(raw.socket.remoteAddress === undefined ? {} : { remoteAddress: raw.socket.remoteAddress }),
        ...(asked.body === undefined ? {} : { payload: asked.body }),
      });
      return {
        status: answer.statusCode,
        body: jsonOf(answer.body),
        etag: textOf(answer.headers['etag']),
        retryAfter: textOf(answer.headers['retry-after']),
      };
    } catch (error) {
      if (timeout.aborted) throw new DoorTimeout();
      throw error;
    }
  }

  /** A write of a record that must not have changed: since `version`, or else since now. */
  async askUnchanged(
    method: 'PATCH' | 'DELETE',
    path: string,
    version: string | undefined,
    asked: Asked,
  ): Promise<DoorAnswer> {
    const read = version === undefined ? await this.ask('GET', path) : null;
    if (read !== null && read.etag === null) return read;
    const tag = version ?? read?.etag ?? '';
    return this.ask(method, path, { ...asked, headers: { ...asked.headers, 'if-match': tag } });
  }
}

const STANDARD_PAGE = 25;

/** A request took longer than an agent waits. */
export class DoorTimeout extends Error {
  constructor() {
    super(
      `It took longer than ${LIMITS.agentSeconds} s. A write may have been done or not: read the record before you try again.`,
    );
  }
}

/** The query and the headers that each write takes. */
export function writeRequest({
  confirm,
  key,
}: {
  readonly confirm: readonly string[];
  readonly key?: string | undefined;
}): Pick<Asked, 'query' | 'headers'> {
  return {
    query: { confirm: confirm.length === 0 ? undefined : confirm.join(',') },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  };
}

/** The conditions of a list as its query has them: no field is taken for another key of it. */
export function filterQuery(
  filters: Readonly<Record<string, string | number | boolean>>,
  search: string | undefined,
): Record<string, string | undefined> {
  const keys = Object.entries(filters).map(([key, value]) => [filterKey(key), String(value)]);
  return { ...Object.fromEntries(keys), q: search };
}

function queryOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const parts = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(value)}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function jsonOf(text: string): unknown {
  if (text === '') return null;
  const value: unknown = JSON.parse(text);
  return value;
}

function textOf(header: unknown): string | null {
  return typeof header === 'string' ? header : null;
}
