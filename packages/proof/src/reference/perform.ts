import { type Act, beginAct } from './act.ts';
import { type ExpectedCall, queuedCalls } from './calls.ts';
import { judge } from './checks.ts';
import { fire, fireNew } from './fire.ts';
import type { Actor } from './permissions.ts';
import { Refused } from './refusal.ts';
import type { World } from './world.ts';
import type { Body } from './body.ts';
import { create, remove, restore, update } from './write.ts';

/** What somebody asks the product to do. */
export type Request =
  | { readonly kind: 'create'; readonly entity: string; readonly body: Body }
  | { readonly kind: 'update'; readonly entity: string; readonly id: string; readonly body: Body }
  | { readonly kind: 'delete' | 'restore'; readonly entity: string; readonly id: string }
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
  readonly act: Act;
}

/** What the document says to a request, as the whole it is: done, or refused with nothing changed. */
export function perform(world: World, actor: Actor, request: Request, confirmed: readonly string[] = []): Outcome {
  return run(beginAct(world, actor, false, confirmed), (act) => {
    switch (request.kind) {
      case 'create':
        return create(act, request.entity, request.body);
      case 'update':
        update(act, request.entity, request.id, request.body);
        return request.id;
      case 'delete':
        remove(act, request.entity, request.id);
        return request.id;
      case 'restore':
        restore(act, request.entity, request.id);
        return request.id;
      case 'fire':
        if (request.id === null) return fireNew(act, request.entity, request.event, request.body);
        fire(act, request.id, request.event, request.body);
        return request.id;
    }
  });
}

/** Does something as one transaction, and judges it. */
export function run(act: Act, work: (act: Act) => string | null): Outcome {
  try {
    const id = work(act);
    judge(act);
    for (const touched of act.touched.values()) {
      if (act.lookup.entity(touched.entity).history !== 'kept') continue;
      act.world.note(touched.id, {
        action: touched.action,
        clause: touched.clause,
        by: touched.by,
        before: touched.isNew ? null : act.before,
        after: touched.deleted ? null : act.world,
      });
    }
    act.world.acting = null;
    return { world: act.world, refused: null, id, calls: queuedCalls(act), act };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { world: act.before, refused: error, id: null, calls: [], act };
  }
}
