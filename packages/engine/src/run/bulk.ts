import type { BulkAction, BulkItem, BulkResult, Engine, Actor, ReadRecord, WriteOptions } from '../engine.ts';
import { Refusal } from '../refusal.ts';
import { asToday, confirmActor } from '../session/today.ts';
import { transaction } from '../store/pool.ts';
import { claimKey, keyedRequest } from './idempotency.ts';
import type { EngineContext } from './in-transaction.ts';

type Singles = Pick<Engine, 'fire' | 'delete' | 'restore'>;

/**
 * The same action on several records, one after the other: each is a single write of its own, with its own result. A
 * fault ends the row of them, and stands for all that were not tried.
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
    // No header of a request holds a space, so that these keys are nobody else's.
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
  if (action.kind === 'restore') return singles.restore(actor, entity, id, options);
  await singles.delete(actor, entity, id, options);
  return null;
}

/** Another row of writes under the same key is refused as a whole; the same one goes on with what was not done yet. */
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
