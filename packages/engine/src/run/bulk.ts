import type { BulkAction, BulkItem, BulkResult, Engine, Actor, ReadRecord, WriteOptions } from '../engine.ts';
import { Refusal } from '../refusal.ts';
import { asToday, confirmActor } from '../session/today.ts';
import { transaction } from '../store/pool.ts';
import { claimKey, keyedRequest } from './idempotency.ts';
import type { EngineContext } from './in-transaction.ts';

type Singles = Pick<Engine, 'fire' | 'update' | 'delete' | 'restore'>;

/**
 * Does one action to several records, one after the other: each is a separate write with its own result. A fault ends
 * the series, and is the result of all records that were not tried.
 */
export async function runBulk(
  engine: EngineContext,
  singles: Singles,
  actor: Actor,
  entity: string,
  action: BulkAction,
  items: readonly BulkItem[],
  options: Omit<WriteOptions, 'ifMatch'>,
): Promise<BulkResult[]> {
  const key = options.idempotencyKey ?? null;
  if (key !== null) await claimWhole(engine, actor, entity, key, { action, items });
  const results: BulkResult[] = [];
  let fault: unknown = null;
  for (const [place, { id, ifMatch }] of items.entries()) {
    if (fault !== null) {
      results.push({ id, error: fault });
      continue;
    }
    // No header of a request contains a space, so these keys can't equal a client's key.
    const single = { ...options, ifMatch, idempotencyKey: key === null ? null : `${key} ${place}` };
    try {
      results.push({ id, answer: await act(singles, actor, entity, action, id, single) });
    } catch (error) {
      results.push({ id, error });
      if (!(error instanceof Refusal)) fault = error;
    }
  }
  return results;
}

async function act(
  singles: Singles,
  actor: Actor,
  entity: string,
  action: BulkAction,
  id: string,
  options: WriteOptions,
): Promise<ReadRecord | null> {
  if (action.kind === 'event') return singles.fire(actor, entity, id, action.event, action.body, options);
  if (action.kind === 'update') return singles.update(actor, entity, id, action.body, options);
  if (action.kind === 'restore') return singles.restore(actor, entity, id, options);
  await singles.delete(actor, entity, id, options);
  return null;
}

/**
 * Claims the key for the whole bulk. Another bulk under the same key is refused; the same one continues with the items
 * that are not done yet.
 */
async function claimWhole(
  engine: EngineContext,
  actor: Actor,
  entity: string,
  key: string,
  body: object,
): Promise<void> {
  await asToday(actor, (current) =>
    transaction(engine.pool, async (client) => {
      await confirmActor(client, engine.index, current);
      const request = keyedRequest(current.userId, key, `bulk ${entity}`, body);
      await claimKey(engine.index, client, request, engine.clock());
    }),
  );
}
