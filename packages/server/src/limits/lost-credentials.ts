import { type Account, networkOf } from '@nonet/engine';
import type { FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { STANDARD_RATE } from './table.ts';

declare module 'fastify' {
  interface FastifyInstance {
    lostCredentials: LostCredentials;
  }
}

/** The maximum number of networks and credentials that are remembered; beyond it, counting restarts. */
const MOST_KNOWN = 10_000;

/**
 * Counts invalid tokens and cookies by network: each costs a query of the database before the user is known by whom
 * requests could be limited. REQUESTS_PER_MINUTE (9) of them are looked up. A token that was valid recently is always
 * looked up, so that others in the same network can't lock its user out.
 */
export class LostCredentials {
  readonly #counts = new Map<string, { count: number; readonly until: number }>();
  readonly #good = new Set<string>();

  /** @throws {Refusal} TOO_MANY_REQUESTS */
  async look(
    request: FastifyRequest,
    credential: string,
    find: () => Promise<Account | null>,
  ): Promise<Account | null> {
    const network = networkOf(request.ip);
    const { count, seconds } = request.running?.plan.settings.requests ?? STANDARD_RATE;
    const now = performance.now();
    const counted = this.#counts.get(network);
    const known = counted !== undefined && counted.until > now ? counted : { count: 0, until: now + seconds * 1000 };
    if (known.count >= count && !this.#good.has(credential))
      throw standardRefusal(request.running?.plan ?? null, 'TOO_MANY_REQUESTS');
    const account = await find();
    if (account !== null) {
      if (this.#good.size >= MOST_KNOWN) this.#good.clear();
      this.#good.add(credential);
      return account;
    }
    this.#good.delete(credential);
    known.count += 1;
    if (this.#counts.size >= MOST_KNOWN) this.#counts.clear();
    this.#counts.set(network, known);
    return null;
  }
}
