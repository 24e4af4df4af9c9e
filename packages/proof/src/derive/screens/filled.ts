import type { Field, Screen, ScreenAction } from '@nonet/language';
import { isPersonal } from '../../reference/lookup.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import { seenBy, selected } from '../../reference/seen.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { candidates, plainDraft, settable } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { creatorsOf, relationsOf } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { opens } from '../roles/possible.ts';
import { onFirstPage } from './listed.ts';
import { isOfferedOn, offersOn } from './offered.ts';
import { columnsOf, hasRows, valueAt } from './columns.ts';
import { recordsAs } from './records-as.ts';

/** A screen that lists the records for which a condition holds. */
type Narrowed = Screen & { readonly entity: string; readonly where: NonNullable<Screen['where']> };

/** The maximum number of records of an entity that are changed on trial: the latest are the most varied. */
const MOST_RECORDS = 12;

/**
 * Point 2, `where`: makes a record for each screen that would be empty for all its readers, either a new one or one
 * that a change makes fit the condition. An empty screen proves neither its condition nor its columns.
 */
export function* deriveFilled(context: DerivationContext): Cases {
  for (const screen of context.plan.screens.filter(isNarrowed)) {
    const actors = context.actors.filter((actor) => opens(context, screen, actor));
    if (showsAny(context.world, screen, actors)) continue;
    const builder = byCreating(context, screen, actors) ?? byChanging(context, screen, actors);
    if (builder !== null) yield builder.prepared(`A ${screen.entity} on ${screen.route}`, [`${screen.clause}.where`]);
  }
  for (const screen of context.plan.screens) {
    yield* deriveOwned(context, screen);
    for (const action of screen.actions) yield* deriveOffered(context, screen, action);
    yield* deriveCards(context, screen);
  }
}

/** A record with an owned child for a screen of such children that shows none yet: they are made with their owner alone. */
function* deriveOwned(context: DerivationContext, screen: Screen): Cases {
  const { entity, where, parameters, clause, route } = screen;
  const owner = entity === null || parameters.length > 0 ? null : context.lookup.entity(entity).owner;
  const list = owner === null ? null : context.lookup.field(owner.entity, owner.field);
  if (entity === null || owner === null || list === null) return;
  const actors = context.actors.filter((actor) => opens(context, screen, actor));
  const isShown = (world: World) => actors.some((actor) => selected(world, actor, entity, where).length > 0);
  if (isShown(context.world)) return;
  const found = withRow(context, owner.entity, list, isShown);
  if (found !== null) yield found.prepared(`A ${owner.entity} with a ${entity} on ${route}`, [`${clause}.columns`]);
}

/** A record with a value for each column of a board or calendar that no card shows yet: what is empty is not drawn there. */
function* deriveCards(context: DerivationContext, screen: Screen): Cases {
  const { entity, where } = screen;
  if (entity === null || screen.parameters.length > 0 || !['cards', 'days'].includes(recordsAs(screen) ?? '')) return;
  const actors = context.actors.filter((actor) => opens(context, screen, actor));
  for (const { clause, path } of columnsOf(screen)) {
    const isShown = (world: World, id: string) =>
      actors.some(
        (actor) =>
          selected(world, actor, entity, where, id).length > 0 && valueAt(seenBy(world, actor).view(id), path) !== null,
      );
    if (context.world.living(entity).some(({ id }) => isShown(context.world, id))) continue;
    const states = context.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [];
    for (const state of states.length === 0 ? [null] : states) {
      const want = (world: World, id: string) => (isShown(world, id) ? 0 : 0.5);
      const found = reach(context, { entity, state, about: [where], budget: 60, want });
      if (found === null) continue;
      yield found.builder.prepared(`A ${entity} on ${screen.route} with ${path.join('.')}`, [clause]);
      break;
    }
  }
}

/** A row in each list on a record's own screen in which no reader finds any yet (2: `related`). */
export function* deriveRelatedRows(context: DerivationContext): Cases {
  for (const screen of context.plan.screens)
    for (const part of screen.related) yield* deriveRelated(context, screen, part);
}

/** A row in a list on a record's own screen (2: `related`), if no reader finds any yet: an empty list has no columns. */
function* deriveRelated(context: DerivationContext, screen: Screen, part: Screen['related'][number]): Cases {
  const { entity, route, clause } = screen;
  const list = entity === null ? null : context.lookup.field(entity, part.field);
  if (entity === null || list === null) return;
  const actors = context.actors.filter((actor) => opens(context, screen, actor));
  const isShown = (world: World, id: string) => actors.some((actor) => hasRows(seenBy(world, actor).view(id), part));
  if (context.world.living(entity).some(({ id }) => isShown(context.world, id))) return;
  const found =
    list.type.kind === 'all' ? referring(context, list.type, isShown) : withRow(context, entity, list, isShown);
  if (found !== null) yield found.prepared(`A ${entity} on ${route} with ${part.field}`, [`${clause}.related`]);
}

/** A record of another entity that refers to one on whose screen it is shown then. */
function referring(
  context: DerivationContext,
  { entity, by }: Extract<Field['type'], { kind: 'all' }>,
  isShown: (world: World, id: string) => boolean,
): CaseBuilder | null {
  const states = context.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [];
  const want = (world: World, id: string) => {
    const of = [world.get(id)?.values[by]].flat();
    return of.some((one) => typeof one === 'string' && isShown(world, one)) ? 0 : 0.5;
  };
  for (const state of states.length === 0 ? [null] : states) {
    const found = reach(context, { entity, state, budget: 60, want });
    if (found !== null) return found.builder;
  }
  return null;
}

/** A record with an owned child, from the start or by an event that adds one. */
function withRow(
  context: DerivationContext,
  entity: string,
  { name, type }: Field,
  isShown: (world: World, id: string) => boolean,
): CaseBuilder | null {
  if (type.kind !== 'children') return null;
  const want = (world: World, id: string) => (isShown(world, id) ? 0 : 0.5);
  for (const as of creatorsOf(context, entity).slice(0, 3)) {
    if (!settable(context.drafting(as), entity).some((field) => field.name === name)) continue;
    const given = { [name]: [plainDraft(context.drafting(as), type.entity)] };
    const found = reach(context, { entity, state: null, creators: [as], given, budget: 60, want });
    if (found !== null) return found.builder;
  }
  for (const state of context.lookup.workflow(entity)?.states ?? []) {
    const found = reach(context, { entity, state: state.name, budget: 60, want });
    if (found !== null) return found.builder;
  }
  return null;
}

/** It will do if a list shows it only on a later page than the tests open. */
const ON_A_LATER_PAGE = 0.2;

/** A record for which a screen offers an event to one of its readers, if there is none yet. */
function* deriveOffered(context: DerivationContext, screen: Screen, action: ScreenAction): Cases {
  const { entity } = screen;
  // The tests do not know how a route's parameters narrow the list.
  const isNarrowedByRoute = screen.where !== null && screen.parameters.length > 0;
  if (entity === null || action.kind !== 'event' || isNarrowedByRoute) return;
  const actors = context.actors.filter((actor) => opens(context, screen, actor));
  const isSeen = (world: World, actor: Actor, id: string) => {
    if (recordsAs(screen) !== 'rows') return true;
    const listed = selected(world, actor, entity, screen.where);
    return listed.length <= context.mostListed || onFirstPage({ context, world }, screen, actor, listed).includes(id);
  };
  const isSeenOffered = (actor: Actor) =>
    offersOn(context, context.world, screen, action, actor).some((id) => isSeen(context.world, actor, id));
  if (actors.some(isSeenOffered)) return;
  const fromSeen = (world: World, id: string) => {
    const offered = actors.filter((actor) => isOfferedOn(context, world, screen, action, actor, id));
    return offered.length === 0 ? 0.5 : offered.some((actor) => isSeen(world, actor, id)) ? 0 : ON_A_LATER_PAGE;
  };
  const rows = context.lookup.event(entity, action.event)?.transitions ?? [];
  for (const row of rows.filter((one) => isPersonal(one) && one.from !== 'new'))
    for (const state of row.from === null || row.from === 'new' ? [null] : row.from) {
      const found = reach(context, {
        entity,
        state,
        about: [row.when, ...relationsOf(context, entity, row)],
        budget: 60,
        accept: ON_A_LATER_PAGE,
        want: fromSeen,
      });
      if (found === null) continue;
      yield found.builder.prepared(`A ${entity} on ${screen.route} with ${action.event}`, [row.clause]);
      return;
    }
}

function isNarrowed(screen: Screen): screen is Narrowed {
  return screen.entity !== null && screen.where !== null && screen.parameters.length === 0;
}

function showsAny(world: World, { entity, where }: Narrowed, actors: readonly Actor[]): boolean {
  return actors.some((actor) => selected(world, actor, entity, where).length > 0);
}

function byCreating(
  context: DerivationContext,
  { entity, where }: Narrowed,
  actors: readonly Actor[],
): CaseBuilder | null {
  const want = (world: World, id: string): number => {
    const distances = actors.map((actor) => {
      if (selected(world, actor, entity, where, id).length > 0) return 0;
      const seen = seenBy(world, actor);
      const names = { this: seen.view(id), user: world.view(actor), path: {} };
      return names.this === null ? 0.99 : Math.max(0.01, distance(seen, where, names, true));
    });
    return Math.min(0.99, ...distances);
  };
  const states = context.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [];
  for (const state of states.length === 0 ? [null] : states) {
    const found = reach(context, { entity, state, about: [where], budget: 40, want });
    if (found !== null) return found.builder;
  }
  return null;
}

/** One change of a value that the condition reads, on any existing record. */
function byChanging(context: DerivationContext, screen: Narrowed, actors: readonly Actor[]): CaseBuilder | null {
  for (const [as, request] of changes(context, screen)) {
    const { refused, world } = perform(context.world.fork(), as, request);
    if (refused !== null || !showsAny(world, screen, actors)) continue;
    const builder = new CaseBuilder(context);
    builder.act(as, request);
    return builder;
  }
  return null;
}

function* changes(context: DerivationContext, { where }: Narrowed): Generator<[Actor, Request]> {
  const focus = focusOf(context.lookup, [where]);
  for (const { name: entity } of context.plan.entities) {
    const records = context.world.living(entity).slice(-MOST_RECORDS);
    for (const as of context.actors) {
      const drafting = context.drafting(as);
      for (const field of settable(drafting, entity, false)) {
        if (!focus.has(`${entity}.${field.name}`)) continue;
        for (const value of candidates(drafting, field))
          for (const { id } of records) yield [as, { kind: 'update', entity, id, body: { [field.name]: value } }];
      }
    }
  }
}
