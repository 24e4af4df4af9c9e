import type { Transition } from '@nonet/language';
import { entityOf } from '../../reference/evaluate.ts';
import { isPersonal } from '../../reference/lookup.ts';
import { perform, type Request } from '../../reference/perform.ts';
import { type Actor, mayDo } from '../../reference/permissions.ts';
import { candidates, settable } from '../../search/draft.ts';
import type { CaseBuilder } from '../case-builder.ts';
import { actorFor, plainBody } from './plain-fixtures.ts';

/** The context of a search, and the world in which it stands. */
type Standing = Pick<CaseBuilder, 'context' | 'world'>;

/** A change that an actor may make to an existing record. */
export interface Change {
  readonly as: Actor;
  readonly request: Request;
  readonly clauses: readonly string[];
}

/** The maximum number of values that are tried for one field. */
const MOST_VALUES = 6;

/** Changes of those of a record's values on which something depends (`focus`: `Member.born_on`), by the first who may make them. */
export function* updatesOf(
  { context, world }: CaseBuilder,
  id: string,
  focus: ReadonlySet<string>,
): Generator<Change, void, void> {
  const entity = entityOf(id);
  const record = world.view(id);
  if (record === null) return;
  const done = new Set<string>();
  for (const as of context.actors) {
    if (!mayDo(as, 'read', record)) continue;
    const drafting = context.drafting(as, world);
    for (const field of settable(drafting, entity, false)) {
      const { name, type } = field;
      if (!focus.has(`${entity}.${name}`) || done.has(name) || type.kind === 'children') continue;
      const requests = candidates(drafting, field)
        .slice(0, MOST_VALUES)
        .map((value): Request => ({ kind: 'update', entity, id, body: { [name]: value } }));
      // If the actor may set none of these values, they may not change the field at all.
      if (!requests.some((request) => perform(world.fork(), as, request).refused === null)) continue;
      done.add(name);
      for (const request of requests) yield { as, request, clauses: [`6.${entity}.update`] };
    }
  }
}

/** A row that people take, and its event. */
export interface PersonalRow {
  readonly event: string;
  readonly row: Transition;
}

/** The rows that people take, and that start from where a record is. */
export function rowsOf({ context, world }: Standing, id: string): PersonalRow[] {
  const workflow = context.lookup.workflow(entityOf(id));
  if (workflow === null) return [];
  const state = workflow.field === null ? null : world.view(id)?.[workflow.field];
  return workflow.events.flatMap(({ name, transitions }) =>
    transitions.flatMap((row) => {
      const starts = row.from !== 'new' && (row.from === null || row.from.includes(String(state)));
      return starts && isPersonal(row) && row.open.length === 0 ? [{ event: name, row }] : [];
    }),
  );
}

/** The events that somebody may cause on a record where it is, with the plainest answers. */
export function* eventsOf(builder: Standing, id: string): Generator<Change, void, void> {
  const { context, world } = builder;
  const entity = entityOf(id);
  for (const { event, row } of rowsOf(builder, id)) {
    const as = actorFor(context, world, id, row);
    if (as === undefined) continue;
    const body = plainBody(context, entity, row, as);
    yield { as, request: { kind: 'fire', entity, id, event, body }, clauses: [row.clause] };
  }
}

/** The deletion of a record, by an actor who may delete it. Accounts are never deleted. */
export function* endsOf({ context, world }: CaseBuilder, id: string): Generator<Change, void, void> {
  const entity = entityOf(id);
  const record = world.view(id);
  if (record === null || entity === 'User' || context.lookup.entity(entity).delete === 'never') return;
  const as = context.actors.find((actor) => mayDo(actor, 'delete', record));
  if (as !== undefined) yield { as, request: { kind: 'delete', entity, id }, clauses: [`6.${entity}.delete`] };
}
