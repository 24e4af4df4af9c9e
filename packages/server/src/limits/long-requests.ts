import { ENGINE_LIMITS, networkOf } from '@nonet/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { isApi } from '../request/hooks.ts';
import { LIMITS } from './table.ts';

/** The time that every request may take without being counted. */
const GRACE_MILLISECONDS = 1_000;
/** The maximum number of users and networks that are remembered. */
const MOST_KNOWN = 10_000;

/** The time for long requests that a user or a network has used. */
interface Use {
  /** Seconds of long requests at `at`; one of them is forgiven each second. */
  seconds: number;
  at: number;
  /** The requests that are being answered, the oldest first. */
  readonly underWay: Set<{ readonly since: number }>;
}

/**
 * The time that requests take beyond a second each, by user or network. All times in milliseconds. At most as many
 * parallel requests count as there are connections to the database: further ones keep none of them busy.
 */
export class LongRequestBudget {
  readonly #uses = new Map<string, Use>();

  /** Seconds until this user or network may ask again; 0 for immediately. */
  wait(key: string, now: number): number {
    const use = this.#uses.get(key);
    if (use === undefined) return 0;
    advance(use, now);
    return use.seconds < LIMITS.longRequestSeconds ? 0 : Math.floor(use.seconds - LIMITS.longRequestSeconds) + 1;
  }

  /**
   * Counts a request from now on; answers how to say that it is answered. `counts` is false for one that was held up by
   * nothing that it asked for.
   */
  begin(key: string, since: number): (now: number, counts: boolean) => void {
    const use = this.#uses.get(key) ?? { seconds: 0, at: since, underWay: new Set() };
    const request = { since };
    advance(use, since);
    use.underWay.add(request);
    if (this.#uses.size >= MOST_KNOWN && !this.#uses.has(key)) this.#forget(since);
    this.#uses.set(key, use);
    return (now, counts) => {
      advance(use, now);
      if (!use.underWay.delete(request)) return;
      if (!counts) use.seconds = Math.max(0, use.seconds - Math.max(0, now - since - GRACE_MILLISECONDS) / 1000);
      if (use.seconds === 0 && use.underWay.size === 0) this.#uses.delete(key);
    };
  }

  #forget(now: number): void {
    for (const [key, use] of this.#uses) {
      advance(use, now);
      if (use.underWay.size === 0 && use.seconds === 0) this.#uses.delete(key);
    }
  }
}

/** Adds what the requests under way have taken since then, and forgives what time has passed. */
function advance(use: Use, now: number): void {
  let taken = 0;
  let counted = 0;
  for (const { since } of use.underWay) {
    if (counted === ENGINE_LIMITS.connections) break;
    counted += 1;
    taken += Math.max(0, now - Math.max(use.at, since + GRACE_MILLISECONDS));
  }
  use.seconds = Math.max(0, use.seconds + (taken - (now - use.at)) / 1000);
  use.at = now;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the database was unreachable or full: then its time says nothing about the request. */
    isHeldUp: boolean;
  }
}

/**
 * Refuses (TOO_MANY_REQUESTS) who keeps the database busy with requests that take long, so that a few people with
 * costly questions leave the others their connections.
 */
export function addLongRequestLimit(server: FastifyInstance): void {
  const budget = new LongRequestBudget();
  server.decorateRequest('isHeldUp', false);
  server.addHook('preHandler', async (request, reply) => {
    const { config } = request.routeOptions;
    if (!isApi(request) || config.stream === true || config.passesOn === true) return;
    const key = keyOf(request);
    const since = performance.now();
    const wait = budget.wait(key, since);
    if (wait > 0) {
      reply.header('retry-after', String(wait));
      throw standardRefusal(request.running?.plan ?? null, 'TOO_MANY_REQUESTS');
    }
    const end = budget.begin(key, since);
    reply.raw.once('close', () => end(performance.now(), !request.isHeldUp));
  });
}

function keyOf({ actor, ip }: FastifyRequest): string {
  return actor.userId === null ? `network ${networkOf(ip)}` : `user ${actor.userId}`;
}
