import { createHash } from 'node:crypto';
import type { PlanIndex } from '../plan-index.ts';
import { type PoolClient, type Queryable, run } from '../store/pool.ts';
import { refuse } from './refuse.ts';

/** One request with an Idempotency-Key: its sender and its content. */
export interface KeyedRequest {
  readonly scope: string;
  readonly key: string;
  readonly hash: Buffer;
}

/** The sender of requests that the product itself carries out, for services that have signed them (7). */
export const PRODUCT = 'product';

export function keyedRequest(userId: string | null, key: string, route: string, body: unknown): KeyedRequest {
  return {
    scope: userId ?? 'anonymous',
    key,
    hash: createHash('sha256')
      .update(route)
      .update('\0')
      .update(JSON.stringify(body) ?? '')
      .digest(),
  };
}

/**
 * Claims a key for this transaction. Returns the former answer if the same request was answered before, and refuses
 * another request under the same key. If two such requests arrive together, the second waits for the first and then
 * gets its answer.
 */
export async function claimKey(
  index: PlanIndex,
  client: PoolClient,
  request: KeyedRequest,
  now: string,
): Promise<{ readonly answer: unknown } | null> {
  const claimed = await run(client, {
    text: 'insert into nonet.idempotency (scope, key, request_hash, created_at) values ($1, $2, $3, $4) on conflict do nothing returning key',
    values: [request.scope, request.key, request.hash, now],
  });
  if (claimed.length > 0) return null;
  const [stored] = await run<{ request_hash: Buffer; answer: unknown }>(client, {
    text: 'select request_hash, answer from nonet.idempotency where scope = $1 and key = $2',
    values: [request.scope, request.key],
  });
  if (stored === undefined) throw new Error('An idempotency key is there and is not.');
  if (!stored.request_hash.equals(request.hash)) throw refuse(index, 'IDEMPOTENCY_CONFLICT');
  return { answer: stored.answer };
}

/** Keeps the answer in the transaction of its effect. */
export async function keepAnswer(client: PoolClient, request: KeyedRequest, answer: unknown): Promise<void> {
  await run(client, {
    text: 'update nonet.idempotency set status = 200, answer = $3::json where scope = $1 and key = $2',
    values: [request.scope, request.key, JSON.stringify(answer)],
  });
}

/** Keys of people are kept for a day, those of signed calls for 90: services send again what was not answered. */
export async function forgetKeys(client: Queryable, now: string): Promise<void> {
  await run(client, {
    text: `delete from nonet.idempotency where created_at < $1::timestamptz - (case when scope = $2 then interval '90 days' else interval '1 day' end)`,
    values: [now, PRODUCT],
  });
}
