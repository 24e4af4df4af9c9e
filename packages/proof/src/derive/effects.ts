import type { View } from '../reference/evaluate.ts';
import { mayDo, type Actor } from '../reference/permissions.ts';
import { project } from '../reference/project.ts';
import type { World } from '../reference/world.ts';
import type { Answer } from '../run/case.ts';
import type { DerivationContext } from './derivation-context.ts';

/** How many other records that a change has changed are looked at. */
const MOST_WITNESSED = 6;

export interface Witness {
  readonly as: Actor;
  readonly id: string;
  /** The state that it is in by now, where that is another one. */
  readonly clauses: readonly string[];
}

/** Who sees what a change has made of records that were there, beside its own: changed, or gone (4: effects; 3: `delete`). */
export function witnesses(context: DerivationContext, before: World, after: World, known: string | null): Witness[] {
  const entities = context.plan.entities.filter(({ owner }) => owner === null);
  const changed = entities.flatMap(({ name }) =>
    after.rows(name).filter(({ id }) => id !== known && before.get(id) !== null && before.get(id) !== after.get(id)),
  );
  return changed
    .flatMap(({ id, entity, deleted }): Witness[] => {
      const world = deleted ? before : after;
      const as = context.actors.find((actor) => mayDo(actor, 'read', world.view(id) as View));
      const workflow = context.lookup.workflow(entity);
      const stateIn = (of: World) => (workflow?.field ? of.get(id)?.values[workflow.field] : undefined);
      const state = stateIn(before) === stateIn(after) ? undefined : stateIn(after);
      const clauses = workflow?.states.filter(({ name }) => name === state).map(({ clause }) => clause) ?? [];
      return as === undefined ? [] : [{ as, id, clauses }];
    })
    .slice(0, MOST_WITNESSED);
}

export interface Meeting {
  readonly as: Actor;
  readonly path: string;
  readonly answer: Extract<Answer, { kind: 'born' }>;
}

/**
 * Where the records that a change has made beside its own (4: `create E(…)`) are met, by somebody who may read them:
 * there they stand as the document has them, and later cases know them by their ids.
 */
export function meetings(context: DerivationContext, before: World, after: World, known: string | null): Meeting[] {
  const entities = context.plan.entities.filter(({ name, owner }) => owner === null && name !== 'User');
  return entities.flatMap(({ name }) => {
    const born = after.living(name).filter(({ id }) => id !== known && before.get(id) === null);
    if (born.length === 0) return [];
    const views = born.map(({ id }) => after.view(id) as View);
    const met = context.actors.map((as) => ({ as, readable: views.filter((view) => mayDo(as, 'read', view)) }));
    const most = Math.max(...met.map(({ readable }) => readable.length));
    const best = met.find(({ readable }) => readable.length === most && most > 0);
    if (best === undefined) return [];
    const records = best.readable.map((view) => project(best.as, view));
    const path = `/api/${context.lookup.entity(name).path}?order=-created_at&limit=${context.mostListed}`;
    return [{ as: best.as, path, answer: { kind: 'born', entity: name, records } as const }];
  });
}
