import { type Transaction, beginTransaction } from './transaction.ts';
import { queuedCalls } from './calls.ts';
import type { ExpectedCall } from './expected-call.ts';
import { isChange } from './is-change.ts';
import { judge } from './checks.ts';
import { erase } from './erase.ts';
import { fire, fireNew } from './fire.ts';
import { merge } from './merge.ts';
import type { Actor } from './permissions.ts';
import { Refused } from './refusal.ts';
import type { World } from './world.ts';
import type { Body } from './body.ts';
import { create, remove, restore, update } from './write.ts';

/** A request of an actor to the product. */
export type Request =
  | { readonly kind: 'create'; readonly entity: string; readonly body: Body }
  | { readonly kind: 'update'; readonly entity: string; readonly id: string; readonly body: Body }
  | { readonly kind: 'delete' | 'restore' | 'erase'; readonly entity: string; readonly id: string }
  /** `id` stays, and takes the values of the fields of `take` from the other one. */
  | {
      readonly kind: 'merge';
      readonly entity: string;
      readonly id: string;
      readonly from: string;
      readonly take: readonly string[];
    }
  /** `id` null: an event from `new`. */
  | {
      readonly kind: 'fire';
      readonly entity: string;
      readonly id: string | null;
      readonly event: string;
      readonly body: Body;
    };

export interface Outcome {
  /** The world afterwards; the same as before where it was refused. */
  readonly world: World;
  readonly refused: Refused | null;
  readonly id: string | null;
  readonly calls: readonly ExpectedCall[];
  /** The records as they would have been, for a search that wants to know how far off it was. */
  readonly transaction: Transaction;
}

/** The document's answer to a request as a whole: it is done, or refused without any change. */
export function perform(world: World, actor: Actor, request: Request, confirmed: readonly string[] = []): Outcome {
  return run(beginTransaction(world, actor, false, confirmed), (transaction) => {
    switch (request.kind) {
      case 'create':
        return create(transaction, request.entity, request.body);
      case 'update':
        update(transaction, request.entity, request.id, request.body);
        return request.id;
      case 'delete':
        remove(transaction, request.entity, request.id);
        return request.id;
      case 'restore':
        restore(transaction, request.entity, request.id);
        return request.id;
      case 'erase':
        erase(transaction, request.entity, request.id);
        return request.id;
      case 'merge':
        merge(transaction, request.entity, request.id, request.from, request.take);
        return request.id;
      case 'fire':
        if (request.id === null) return fireNew(transaction, request.entity, request.event, request.body);
        fire(transaction, request.id, request.event, request.body);
        return request.id;
    }
  });
}

/** Does something as one transaction, and judges the result. */
export function run(transaction: Transaction, work: (transaction: Transaction) => string | null): Outcome {
  try {
    const id = work(transaction);
    judge(transaction);
    for (const touched of transaction.touched.values()) {
      if (transaction.lookup.entity(touched.entity).history !== 'kept' || !isChange(transaction, touched)) continue;
      transaction.world.note(touched.id, {
        action: touched.action,
        clause: touched.clause,
        by: touched.by,
        before: touched.isNew ? null : transaction.before,
        after: touched.deleted ? null : transaction.world,
      });
    }
    transaction.world.acting = null;
    return { world: transaction.world, refused: null, id, calls: queuedCalls(transaction), transaction };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { world: transaction.before, refused: error, id: null, calls: [], transaction };
  }
}
