import type { Expression, Rule } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { perform, type Request } from '../../reference/perform.ts';
import { mayDo, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { candidates, mutated, settable } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { kindOf } from '../roles/cells.ts';
import { clausesOf, climb, conditionsWith, FAR, rootOf, trying } from './judging.ts';
import { buildFixture } from '../records/build-fixture.ts';
import { findFixture } from '../records/find-fixture.ts';
import type { Goal } from '../records/goal.ts';
import { type Reached, reach } from '../records/reach.ts';
import { inWorld } from '../records/in-world.ts';
import { differing, supportsOf } from '../records/support.ts';
import { countsThrough } from './created-until.ts';
import { costOf } from './rule-cost.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The maximum number of existing records that are changed. */
const MOST_EXISTING = 6;
/** How many records of one kind are made for one change. */
const MOST_AROUND = 3;
/** How many changes of another record's fixture are tried. */
const TRIES = 60;

/** A change that a rule just admits or refuses, by an actor who may make it. */
export function onUpdate(
  context: DerivationContext,
  rule: Rule,
  condition: Expression,
  holding: boolean,
): CaseBuilder | null {
  const entity = rootOf(context, rule.entity);
  const focus = focusOf(context.lookup, conditionsWith(context, rule, 'update'));
  const states = context.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [null];
  const named = [...focus].filter((key) => key.startsWith(`${entity}.`)).map((key) => key.slice(entity.length + 1));
  /** The actors who may change a value that the rule reads. */
  const updaters = (world: World, id: string): Actor[] => {
    const view = world.view(id);
    const may = (actor: Actor) =>
      view !== null &&
      mayDo(actor, 'read', view) &&
      (mayDo(actor, 'update', view) || named.some((name) => mayUpdateField(actor, view, name)));
    const able = context.actors.filter(may);
    const kinds = Map.groupBy(able, (actor) => (view === null ? '' : kindOf(context, world, actor, view)));
    return [...kinds.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  };
  for (const state of states.length === 0 ? [null] : states) {
    if (context.lookup.workBudget.isSpent) break;
    const goal = {
      entity,
      state,
      budget: 20,
      want: (world: World, id: string) => (updaters(world, id).length === 0 ? 0.9 : 0),
    };
    const made = reach(context, goal);
    const tried = new Set<string>();
    // The counted records may be possible only beside one that others have prepared (a week for their age).
    const counts = !holding && countsThrough(context, condition);
    for (const one of [...(made === null ? [] : [made]), ...existing(context, entity, state)]) {
      const { world } = one.builder;
      const record = world.view(one.id);
      for (const as of updaters(world, one.id)) {
        // An actor with another relationship is tried on an existing record.
        const kind = `${counts ? one.id : ''} ${record === null ? '' : kindOf(context, world, as, record)}`;
        if (tried.has(kind)) continue;
        tried.add(kind);
        const builder = updatedBy(context, rule, condition, holding, as, one, { focus, named });
        if (builder !== null) return builder;
      }
    }
  }
  return null;
}

/** One change of a record by somebody, after another one where that is needed. */
function updatedBy(
  context: DerivationContext,
  rule: Rule,
  condition: Expression,
  holding: boolean,
  as: Actor,
  { builder, id, draft }: Pick<Reached, 'builder' | 'id' | 'draft'>,
  { focus, named }: { readonly focus: ReadonlySet<string>; readonly named: readonly string[] },
): CaseBuilder | null {
  const entity = rootOf(context, rule.entity);
  const names = new Set(settable(context.drafting(as, builder.world), entity, false).map(({ name }) => name));
  const fit = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([key]) => names.has(key)));
  const request = (body: Body): Request => ({ kind: 'update', entity, id, body: fit(body) });
  const searched = (world: World) =>
    climb(
      context,
      [{ as, body: draft }],
      ({ body }) => costOf(trying(world, as, request, body), rule, condition, holding),
      ({ body }) => ({ as, body: mutated(context.drafting(as, world), entity, body, focus) }),
    );
  const isFound = (found: ReturnType<typeof climb>) => found !== null && found.cost <= FAR;
  let found = searched(builder.world);
  if (!isFound(found)) {
    // A condition on a change (`old`) may require a former value, so this tries to set one first.
    const drafting = context.drafting(as, builder.world);
    const given = settable(drafting, entity, false).flatMap((field): [string, unknown][] => {
      const values = candidates(drafting, field).filter((value) => value !== null);
      return named.includes(field.name) && values.length > 0 ? [[field.name, values[values.length >> 1]]] : [];
    });
    const before = request(Object.fromEntries(given));
    const prepared = given.length === 0 ? null : perform(builder.world.fork(), as, before);
    found = prepared === null || prepared.refused !== null ? null : searched(prepared.world);
    if (isFound(found)) builder.act(as, before, []);
    else {
      for (let turn = 0; turn < MOST_AROUND && !isFound(found); turn += 1)
        found = surrounded(builder, condition, id, as) ? searched(builder.world) : null;
      if (!isFound(found)) return null;
    }
  }
  if (found === null) return null;
  builder.act(as, request(found.draft.body), clausesOf(context, rule, holding));
  return builder;
}

/** Makes the records for which a condition looks beside a record, one of each kind; whether there are such. */
function surrounded(builder: CaseBuilder, condition: Expression, id: string, as: Actor): boolean {
  const { context, world } = builder;
  const record = world.view(id);
  const names = { this: record, old: record, user: world.view(as), input: {} };
  let made = 0;
  for (const { entity, state, given, where, distance } of differing(supportsOf(world, [condition], names))) {
    const goal: Goal = { entity, state, given, about: [where], under: [], budget: TRIES, want: distance };
    const fixture = inWorld(context, builder.world, () => findFixture(context, goal));
    if (fixture !== null && buildFixture(builder, fixture) !== null) made += 1;
  }
  return made > 0;
}

/** The latest existing records: an actor may be unable to create one, or have another relationship to these. */
function existing(
  context: DerivationContext,
  entity: string,
  state: string | null,
): Pick<Reached, 'builder' | 'id' | 'draft'>[] {
  const field = context.lookup.workflow(entity)?.field ?? null;
  const found = context.world.living(entity).filter(({ values }) => field === null || values[field] === state);
  return found.slice(-MOST_EXISTING).map(({ id }) => ({ builder: new CaseBuilder(context), id, draft: {} }));
}
