import { viewIn } from '../reference/evaluate.ts';
import { type Actor, mayAct } from '../reference/actor.ts';
import { mayDo } from '../reference/permissions.ts';
import { project } from '../reference/project.ts';
import type { World } from '../reference/world.ts';
import type { Answer } from '../run/case.ts';
import type { DerivationContext } from './derivation-context.ts';

/** The maximum number of other records that are looked at after a change. */
const MOST_WITNESSED = 6;

export interface AffectedRecord {
  readonly as: Actor;
  readonly id: string;
  /** The record's present state, if it has changed, and the rows that have changed it. */
  readonly clauses: readonly string[];
}

/** The actors who see how a change affected other existing records: changed, or deleted (4: effects; 3: `delete`). */
export function affectedRecords(
  context: DerivationContext,
  before: World,
  after: World,
  known: string | null,
): AffectedRecord[] {
  const entities = context.plan.entities.filter(({ owner }) => owner === null);
  const changed = entities.flatMap(({ name }) =>
    after.rows(name).filter(({ id }) => id !== known && before.get(id) !== null && before.get(id) !== after.get(id)),
  );
  const actors = context.actors.filter((actor) => mayAct(after, actor));
  return changed
    .flatMap(({ id, entity, deleted }): AffectedRecord[] => {
      const world = deleted ? before : after;
      const as = actors.find((actor) => mayDo(actor, 'read', viewIn(world, id)));
      const workflow = context.lookup.workflow(entity);
      const stateIn = (of: World) => (workflow?.field ? of.get(id)?.values[workflow.field] : undefined);
      const state = stateIn(before) === stateIn(after) ? undefined : stateIn(after);
      const reached = workflow?.states.filter(({ name }) => name === state).map(({ clause }) => clause) ?? [];
      // These rows have made what the record shows then.
      const taken = after.history(id).slice(before.history(id).length);
      const rows = reached.length === 0 ? [] : taken.map(({ clause }) => clause);
      return as === undefined ? [] : [{ as, id, clauses: [...reached, ...rows] }];
    })
    .slice(0, MOST_WITNESSED);
}

export interface CreatedRecord {
  readonly as: Actor;
  readonly path: string;
  readonly answer: Extract<Answer, { kind: 'created' }>;
}

/**
 * Lets an actor who may read them find the other records that a change has created (4: `create E(…)`). They must have
 * the values that the document states, and later cases know them by their ids. `known`: those that are not looked for.
 */
export function createdRecords(
  context: DerivationContext,
  before: World,
  after: World,
  known: ReadonlySet<string>,
): CreatedRecord[] {
  const entities = context.plan.entities.filter(({ name, owner }) => owner === null && name !== 'User');
  const actors = context.actors.filter((actor) => mayAct(after, actor));
  return entities.flatMap(({ name }) => {
    const born = after.living(name).filter(({ id }) => !known.has(id) && before.get(id) === null);
    if (born.length === 0) return [];
    const views = born.map(({ id }) => viewIn(after, id));
    const met = actors.map((as) => ({ as, readable: views.filter((view) => mayDo(as, 'read', view)) }));
    const most = Math.max(...met.map(({ readable }) => readable.length));
    const best = met.find(({ readable }) => readable.length === most && most > 0);
    if (best === undefined) return [];
    const records = best.readable.map((view) => project(best.as, view));
    const path = `/api/${context.lookup.entity(name).path}?order=-created_at&limit=${context.mostListed}`;
    return [{ as: best.as, path, answer: { kind: 'created', entity: name, records } as const }];
  });
}
