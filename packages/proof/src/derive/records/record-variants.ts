import type { Expression, Grant, Role } from '@nonet/language';
import { holds, isHeld } from '../../reference/evaluate.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { nameOf } from '../name.ts';
import { beginnersOf, unlike } from './plain-fixtures.ts';
import { deriveReadThroughReferences, inOrder, inStatesAsked, MOST_TRIES } from './prerequisites.ts';
import { reach } from './reach.ts';
import { searchOnce } from './search-once.ts';

/**
 * Records of every entity in every state, made by several people, and what makes each condition of point 6 hold and
 * not hold: later cases ask for these records.
 */
export function* deriveRecordVariants(context: DerivationContext): Cases {
  yield* searchOnce(context, 'variants', searchRecordVariants);
}

function* searchRecordVariants(context: DerivationContext): Cases {
  for (const entity of inOrder(context.plan.entities).filter(({ owner }) => owner === null)) {
    const workflow = context.lookup.workflow(entity.name);
    const states = workflow?.states.map(({ name, clause }) => ({ name, clause })) ?? [];
    for (const state of states.length === 0 ? [null] : states) {
      const clauses = [entity.clause, ...(state === null ? [] : [state.clause])];
      const title = `A ${entity.name}${state === null ? '' : ` in ${state.name}`}`;
      const goal = { entity: entity.name, state: state?.name ?? null };
      let isThere = false;
      for (const creator of unlike(context, beginnersOf(context, entity.name))) {
        const found = reach(context, { ...goal, creators: [creator], budget: 25 });
        if (found === null) continue;
        isThere = true;
        yield found.builder.prepared(`${title} of ${nameOf(context, creator)}`, clauses);
      }
      // Any record in a state shows what depends on that state.
      const any = isThere ? null : reach(context, { ...goal, budget: MOST_TRIES });
      if (any !== null) yield any.builder.prepared(title, clauses);
    }
    yield* inStatesAsked(context, entity.name);
    yield* deriveReadThroughReferences(context, entity.name);
    yield* relationships(context, entity.name);
    yield* conditions(context, entity.name);
  }
}

/**
 * For each relationship role: a record in each state on which an actor holds that role and no other, which shows the
 * rights of this role alone.
 */
function* relationships(context: DerivationContext, entity: string): Cases {
  const states = context.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [];
  for (const role of context.plan.roles) {
    const condition = role.given.kind === 'relationship' ? role.given.of[entity] : undefined;
    if (condition === undefined) continue;
    for (const state of states.length === 0 ? [null] : states) {
      const want = (world: World, id: string) => fromBeingAlone(context, world, id, role, condition);
      const field = context.lookup.workflow(entity)?.field ?? '';
      const shown = context.world
        .living(entity)
        .some(({ id, values }) => (state === null || values[field] === state) && want(context.world, id) === 0);
      if (shown) continue;
      const found = reach(context, { entity, state, about: [condition], budget: 240, accept: HELD_WITH_OTHERS, want });
      if (found === null) continue;
      const title = `A ${entity}${state === null ? '' : ` in ${state}`} of which somebody is ${role.name} alone`;
      yield found.builder.prepared(title, [role.clause]);
    }
  }
}

/** Good enough: everybody who can hold a relationship may hold another role besides. */
const HELD_WITH_OTHERS = 0.39;

/** How far a record is from having an actor with this relationship to it and no other role that some people lack. */
function fromBeingAlone(
  context: DerivationContext,
  world: World,
  id: string,
  role: Role,
  condition: Expression,
): number {
  const record = world.view(id);
  if (record === null) return 0.99;
  const others = context.plan.roles.filter(
    ({ name, given }) => name !== role.name && given.kind !== 'anyone' && given.kind !== 'signed in',
  );
  const distances = context.accounts.map(({ id: account }) => {
    const user = world.view(account);
    const names = { this: record, user };
    if (!isHeld(world, user, role, record)) return 0.4 + 0.5 * distance(world, condition, names, true);
    return Math.min(HELD_WITH_OTHERS, others.filter((other) => isHeld(world, user, other, record)).length / 10);
  });
  return Math.min(0.98, ...distances);
}

/** For each conditional cell: a record on which it holds for an actor, and one on which it doesn't. */
function* conditions(context: DerivationContext, entity: string): Cases {
  const table = context.lookup.permissions(entity);
  const grants = [
    ...Object.values(table?.actions ?? {}).flat(),
    ...Object.values(table?.fields ?? {}).flatMap(({ read = [], update = [] }) => [...read, ...update]),
  ];
  for (const grant of grants) {
    const { cell } = grant;
    if (cell.kind !== 'when') continue;
    for (const wanted of [true, false]) {
      if (isShown(context, context.world, entity, grant, cell.condition, wanted)) continue;
      const states = context.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [];
      for (const state of states.length === 0 ? [null] : states) {
        const found = reach(context, {
          entity,
          state,
          about: [cell.condition],
          budget: 60,
          want: (world, id) => missing(context, world, id, grant, cell.condition, wanted),
        });
        if (found === null) continue;
        yield found.builder.prepared(`${grant.clause} ${wanted ? 'holds' : "doesn't hold"}`, [grant.clause]);
        break;
      }
    }
  }
}

function isShown(
  context: DerivationContext,
  world: World,
  entity: string,
  grant: Grant,
  condition: Expression,
  wanted: boolean,
): boolean {
  return world.living(entity).some(({ id }) => missing(context, world, id, grant, condition, wanted) === 0);
}

function missing(
  context: DerivationContext,
  world: World,
  id: string,
  grant: Grant,
  condition: Expression,
  wanted: boolean,
): number {
  const record = world.view(id);
  const role = context.lookup.role(grant.role);
  if (record === null || role === null) return 0.99;
  const holders = context.actors.filter((actor) => isHeld(world, world.view(actor), role, record));
  const distances = holders.map((actor) => {
    const names = { this: record, user: world.view(actor) };
    return holds(world, condition, names) === wanted ? 0 : distance(world, condition, names, wanted);
  });
  return Math.min(0.98, ...distances);
}
