import type { Action, Grant } from '@nonet/language';
import { entityOf, isHeld, rolesOf, type View, viewIn } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The cells of point 6 that decide about an action of an actor on a record: those of the roles that they hold on it. */
export function cellsFor(
  context: DerivationContext,
  world: World,
  actor: Actor,
  entity: string,
  action: Action,
  record: View | null,
): string[] {
  const table = context.lookup.permissions(entity);
  if (table?.actions === null || table === null) {
    const { owner } = context.lookup.entity(entity);
    return owner === null ? [`6.${entity}`] : cellsFor(context, world, actor, owner.entity, action, null);
  }
  const grants = table.actions[action];
  return [`6.${entity}`, `6.${entity}.${action}`, ...held(context, world, actor, grants, record)];
}

/** The cells of fields' own rows, of all fields or of some. */
export function fieldCellsFor(
  context: DerivationContext,
  world: World,
  actor: Actor,
  entity: string,
  action: 'read' | 'update',
  record: View,
  only: readonly string[] | null = null,
): string[] {
  const { fields = {} } = context.lookup.permissions(entity) ?? {};
  return Object.entries(fields).flatMap(([name, rows]) => {
    const grants = rows[action];
    if (grants === undefined || only?.includes(name) === false) return [];
    return [`6.${entity}.${name}.${action}`, ...held(context, world, actor, grants, record)];
  });
}

function held(
  context: DerivationContext,
  world: World,
  actor: Actor,
  grants: readonly Grant[],
  record: View | null,
): string[] {
  const user = world.view(actor);
  const roles = context.plan.roles.filter((role) =>
    role.given.kind === 'relationship' && record === null ? actor !== null : isHeld(world, user, role, record),
  );
  const names = new Set(roles.map(({ name }) => name));
  // A row that is restricted to some states has its own address.
  const cells = grants.filter(({ role }) => names.has(role)).flatMap(({ clause }) => [rowOf(clause), clause]);
  // A relationship is stated for each entity.
  const related = record === null ? [] : roles.map(({ clause }) => `${clause}.${entityOf(record.id)}`);
  const stated = [...roles.map(({ clause }) => clause), ...related].filter((clause) => clause in context.plan.clauses);
  return ['6.roles', '6.permissions', ...stated, ...cells];
}

/** `6.Claim.update.in_draft` of its cell `6.Claim.update.in_draft.manager`. */
function rowOf(cell: string): string {
  return cell.slice(0, cell.lastIndexOf('.'));
}

/** A key for what a reader may learn from a record: one question is enough for all records with the same key. */
export function kindOf(context: DerivationContext, world: World, actor: Actor, record: View): string {
  const user = world.view(actor);
  const roles = context.plan.roles.filter((role) => isHeld(world, user, role, record)).map(({ name }) => name);
  return roles.join();
}

/** One reader of each kind of a record, in the state that it has when the next reader is requested. */
export function* actorsOf(context: DerivationContext, now: () => World, id: string): Generator<Actor, void, void> {
  const seen = new Set<string>();
  for (const actor of context.actors) {
    const world = now();
    const record = world.view(id);
    if (record === null || !mayDo(actor, 'read', record)) continue;
    const kind = kindOf(context, world, actor, record);
    if (seen.has(kind)) continue;
    seen.add(kind);
    yield actor;
  }
}

/** One actor of each kind that records of an entity can distinguish: all that are there, or these. */
export function unlikeActors(
  context: DerivationContext,
  entity: string,
  among = context.world.living(entity),
): Actor[] {
  const { world } = context;
  const records = among.map(({ id }) => viewIn(world, id));
  const relations = context.plan.roles.filter(({ given }) => given.kind === 'relationship');
  const seen = new Map<string, number>();
  return context.actors.filter((actor) => {
    const user = world.view(actor);
    const general = [...rolesOf(world, user)].join();
    const held = relations.map((role) => records.some((record) => isHeld(world, user, role, record)));
    const kind = `${actor === null} ${general} ${held.join()}`;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count === 1;
  });
}
