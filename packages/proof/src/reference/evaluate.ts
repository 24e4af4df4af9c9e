import { compileToClosure, type Environment, type Expression, type Role } from '@nonet/language';
import { isParentName, type Lookup, snakeCase } from './lookup.ts';
import { withSymbolicIds } from './symbolic.ts';

/** A record as expressions read it: references and lists lead to other views, computed fields are computed. */
export type View = { readonly id: string; readonly [name: string]: unknown };

/** All records at one time. */
export interface Records {
  /** Whoever acts has the roles that they were assigned before, whatever they change. */
  readonly acting: { readonly id: string; readonly assigned: readonly string[] } | null;
  readonly lookup: Lookup;
  readonly now: string;
  living(entity: string): readonly { readonly id: string }[];
  view(id: string | null): View | null;
}

export type Variables = Readonly<Record<string, unknown>>;

const closures = new WeakMap<Expression, (environment: Environment) => unknown>();

/** What an expression is on the records of a world, seeing everything (3 to 6). */
export function evaluate(records: Records, expression: Expression, variables: Variables): unknown {
  records.lookup.effort.steps += 1;
  let closure = closures.get(expression);
  if (closure === undefined) closures.set(expression, (closure = compileToClosure(withSymbolicIds(expression))));
  return closure({
    variables,
    constants: records.lookup.constants,
    now: records.now,
    timeZone: records.lookup.plan.settings.timeZone,
    workingDays: records.lookup.plan.settings.workingDays,
    holidays: records.lookup.plan.settings.holidays,
    records: (entity) => records.living(entity).map((record) => records.view(record.id)),
    holdsRole: (user, role) => user !== null && holdsByUser(records, user as View, role),
  });
}

/** Whether a condition holds; null counts as no. */
export function holds(records: Records, condition: Expression, variables: Variables): boolean {
  return evaluate(records, condition, variables) === true;
}

/** The roles that somebody holds whatever the record is (6). Whoever is not signed in holds none but `anyone` roles. */
export function rolesOf(records: Records, user: View | null): ReadonlySet<string> {
  const names = records.lookup.plan.roles.map(({ name }) => name);
  return new Set(names.filter((name) => holdsByUser(records, user, name)));
}

/** Whether somebody holds a role whatever the record is. Only this role is judged: a role may be given by other roles. */
function holdsByUser(records: Records, user: View | null, name: string): boolean {
  const given = records.lookup.role(name)?.given;
  if (given === undefined) return false;
  if (given.kind === 'anyone') return true;
  if (user === null) return false;
  if (given.kind === 'signed in') return true;
  if (given.kind === 'assigned') {
    const { acting } = records;
    const assigned = acting?.id === user.id ? acting.assigned : (user.roles as readonly string[] | null | undefined);
    return assigned?.includes(name) ?? false;
  }
  return given.kind === 'user' && holds(records, given.condition, { user, this: null });
}

/** Whether an actor holds a role, on a record where it is a relationship. */
export function isHeld(records: Records, actor: View | null, role: Role, record: View | null): boolean {
  const { given } = role;
  if (given.kind !== 'relationship') return holdsByUser(records, actor, role.name);
  if (record === null || actor === null) return false;
  const entity = records.lookup.entity(entityOf(record.id));
  const condition = given.of[entity.name];
  if (condition !== undefined) return holds(records, condition, { this: record, user: actor });
  // 6: a child's are its parent's.
  const parent = ['parent', snakeCase(entity.owner?.entity ?? '')].find((name) => isParentName(entity, name));
  return parent !== undefined && isHeld(records, actor, role, record[parent] as View | null);
}

/** Whether an actor could hold the role on some record. */
export function mightHold(records: Records, actor: View | null, role: Role): boolean {
  return role.given.kind === 'relationship' ? actor !== null : isHeld(records, actor, role, null);
}

/** The entity that an id of a world belongs to: `@Claim:7`. */
export function entityOf(id: string): string {
  return id.slice(1, id.indexOf(':'));
}
