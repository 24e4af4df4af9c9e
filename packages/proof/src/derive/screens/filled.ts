import type { Screen, ScreenAction } from '@nonet/language';
import { isPersonal } from '../../reference/lookup.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import { seenBy, selected } from '../../reference/seen.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { candidates, settable } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { isOfferedOn, offersOn } from './offered.ts';
import { relationsOf } from '../records/plain-fixtures.ts';
import { opens } from '../roles/possible.ts';
import { reach } from '../records/reach.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** A screen that lists the records for which a condition holds. */
type Narrowed = Screen & { readonly entity: string; readonly where: NonNullable<Screen['where']> };

/** How many records of an entity are changed on trial: the latest are the most varied. */
const MOST_RECORDS = 12;

/**
 * Point 2, `where`: a record on each screen that would show nothing to any of those whom it is for; a new one, or one for
 * which the condition comes to hold by a change. An empty screen shows neither its condition nor its columns.
 */
export function* deriveFilled(context: DerivationContext): Cases {
  for (const screen of context.plan.screens.filter(isNarrowed)) {
    const actors = context.actors.filter((actor) => opens(context, screen, actor));
    if (showsAny(context.world, screen, actors)) continue;
    const builder = byCreating(context, screen, actors) ?? byChanging(context, screen, actors);
    if (builder !== null) yield builder.prepared(`A ${screen.entity} on ${screen.route}`, [`${screen.clause}.where`]);
  }
  for (const screen of context.plan.screens)
    for (const action of screen.actions) yield* deriveOffered(context, screen, action);
}

/** A record beside which an event is offered to somebody whom its screen is for, where there is none yet. */
function* deriveOffered(context: DerivationContext, screen: Screen, action: ScreenAction): Cases {
  const { entity } = screen;
  // What a route's parameters narrow is not known beforehand.
  const isNarrowedByRoute = screen.where !== null && screen.parameters.length > 0;
  if (entity === null || action.kind !== 'event' || isNarrowedByRoute) return;
  const actors = context.actors.filter((actor) => opens(context, screen, actor));
  if (actors.some((actor) => offersOn(context, context.world, screen, action, actor).length > 0)) return;
  const isOffered = (world: World, id: string) =>
    actors.some((actor) => isOfferedOn(context, world, screen, action, actor, id));
  const rows = context.lookup.event(entity, action.event)?.transitions ?? [];
  for (const row of rows.filter((one) => isPersonal(one) && one.from !== 'new'))
    for (const state of Array.isArray(row.from) ? (row.from as readonly string[]) : [null]) {
      const found = reach(context, {
        entity,
        state,
        about: [row.when, ...relationsOf(context, entity, row)],
        budget: 60,
        want: (world, id) => (isOffered(world, id) ? 0 : 0.5),
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

/** One change of what the condition reads, of any record that is there. */
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
