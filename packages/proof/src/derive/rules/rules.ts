import type { Expression, Rule, Transition } from '@nonet/language';
import { isPersonal } from '../../reference/lookup.ts';
import type { Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { Body } from '../../reference/body.ts';
import { mutated } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { atCountLimit } from './count-limit.ts';
import { BUDGET, clausesOf, climb, conditionsWith, FAR, rootOf, TOUCHING, trying } from './judging.ts';
import { costOf } from './rule-cost.ts';
import { onUpdate } from './rules-on-update.ts';
import { actorFor, bodiesFor, creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { countsRecords, createdAgain } from './repeated.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

const CLIMBS = 3;
/** How many steps are taken to find one record that a rule admits or refuses. */
const MOST_STEPS = 240_000;

/** Point 5: the nearest record that a rule admits and the nearest that it refuses, wherever it is judged. */
export function* deriveRules(context: DerivationContext): Cases {
  for (const rule of context.plan.rules) {
    const { condition } = rule;
    if (condition === null) {
      context.cannot('open', rule.clause, ...['on', 'must_hold', 'error'].map((part) => `${rule.clause}.${part}`));
      continue;
    }
    let shown = 0;
    for (const cause of [...rule.on, ...addingEvents(context, rule)]) {
      for (const holding of [true, false]) {
        const found = search(context, () =>
          cause === 'create'
            ? onCreate(context, rule, condition, holding)
            : cause === 'update'
              ? onUpdate(context, rule, condition, holding)
              : onEvent(context, rule, condition, holding, cause),
        );
        if (found === null) continue;
        if (!holding) {
          shown += 1;
          found.askFromAnotherRegion(rule.entity);
          found.confirm(clausesOf(context, rule, false));
        }
        const title = `${rule.name} on ${rule.entity} ${cause}: ${holding ? 'just admitted' : 'just refused'}`;
        yield found.done(title, clausesOf(context, rule, holding));
      }
    }
    if (countsRecords(condition) && rule.on.includes('create')) {
      const builder = createdAgain(context, rootOf(context, rule.entity), rule.clause, clausesOf(context, rule, false));
      if (builder !== null) {
        shown += 1;
        yield builder.done(
          `${rule.name}: one record after the other, up to the limit and beyond`,
          clausesOf(context, rule, false),
        );
      }
    }
    const crowd = shown > 0 ? null : atCountLimit(context, rule, condition, clausesOf(context, rule, false));
    if (crowd !== null) {
      shown += 1;
      yield crowd.done(`${rule.name}: as many at once as there may be, and one more`, clausesOf(context, rule, false));
    }
    if (shown === 0) context.cannot('not found', ...clausesOf(context, rule, false));
  }
}

/** A climb may end beside what is there: it begins anew a few times. */
function search<Found>({ lookup: { effort } }: DerivationContext, climbing: () => Found | null): Found | null {
  return effort.within(MOST_STEPS, () => {
    for (let turn = 0; turn < CLIMBS && !effort.isSpent; turn += 1) {
      const found = climbing();
      if (found !== null) return found;
    }
    return null;
  });
}

function onCreate(context: DerivationContext, rule: Rule, condition: Expression, holding: boolean): CaseBuilder | null {
  const entity = rootOf(context, rule.entity);
  const focus = focusOf(context.lookup, conditionsWith(context, rule, 'create'));
  const request = (body: Body): Request => ({ kind: 'create', entity, body });
  const creators = creatorsOf(context, entity);
  const starts = [
    ...creators.slice(0, 6).map((as) => ({ as, body: plainFixture(context, entity, [], as).draft })),
    ...[...context.fixtures].flatMap(([key, fixtures]) =>
      key.startsWith(`${entity} `)
        ? fixtures.flatMap((fixture) =>
            fixture.origin === undefined ? [{ as: fixture.creator, body: fixture.draft }] : [],
          )
        : [],
    ),
  ];
  const found = climb(
    context,
    starts,
    ({ as, body }) => costOf(trying(context.world, as, request, body), rule, condition, holding),
    ({ as, body }) =>
      context.random.below(8) === 0
        ? { as: context.random.pick(creators) ?? as, body }
        : { as, body: mutated(context.drafting(as), entity, body, focus) },
  );
  if (found === null || found.cost > FAR) return null;
  const builder = new CaseBuilder(context);
  builder.act(found.draft.as, request(found.draft.body), clausesOf(context, rule, holding));
  return builder;
}

function onEvent(
  context: DerivationContext,
  rule: Rule,
  condition: Expression,
  holding: boolean,
  name: string,
): CaseBuilder | null {
  const entity = rootOf(context, rule.entity);
  const event = context.lookup.event(entity, name);
  for (const row of event?.transitions.filter(isPersonal) ?? []) {
    if (row.from === 'new') continue;
    for (const state of row.from ?? [null]) {
      const found = reach(context, {
        entity,
        state,
        about: [...conditionsWith(context, rule, name), row.when],
        nearest: TOUCHING,
        accept: FAR,
        budget: BUDGET,
        want: (world, id) => {
          const as = actorFor(context, world, id, row);
          if (as === undefined) return 0.99;
          return nearest(context, world, id, as, name, row, rule, condition, holding).cost;
        },
      });
      const as = found === null ? undefined : actorFor(context, found.builder.world, found.id, row);
      if (found === null || as === undefined) continue;
      const { body } = nearest(context, found.builder.world, found.id, as, name, row, rule, condition, holding);
      found.builder.act(
        as,
        { kind: 'fire', entity, id: found.id, event: name, body },
        clausesOf(context, rule, holding),
      );
      return found.builder;
    }
  }
  return null;
}

/** The events that add a record of an owned entity: it is created with them (4: `asks`). */
function addingEvents(context: DerivationContext, rule: Rule): string[] {
  if (!rule.on.includes('create') || context.lookup.entity(rule.entity).owner === null) return [];
  const events = context.lookup.workflow(rootOf(context, rule.entity))?.events ?? [];
  return events
    .filter(({ transitions }) =>
      transitions.some(({ asks }) => asks.some((ask) => ask.kind === 'child' && ask.entity === rule.entity)),
    )
    .map(({ name }) => name);
}

/** The answers to what an event asks that come nearest to what is sought. */
function nearest(
  context: DerivationContext,
  world: World,
  id: string | null,
  as: Actor,
  event: string,
  row: Transition,
  rule: Rule,
  condition: Expression,
  holding: boolean,
): { readonly body: Body; readonly cost: number } {
  const entity = rootOf(context, rule.entity);
  const tried = bodiesFor(context, entity, row, as, [condition]).map((body) => {
    const request = (given: Body): Request => ({ kind: 'fire', entity, id, event, body: given });
    return { body, cost: costOf(trying(world, as, request, body), rule, condition, holding) };
  });
  return tried.reduce((one, other) => (other.cost < one.cost ? other : one));
}
