import { compileToClosure, type Environment, type Expression, type Role } from '@nonet/language';
import { callGiven } from './given-calls.ts';
import { isParentName, type Lookup, snakeCase } from './lookup.ts';
import { withSymbolicIds } from './symbolic.ts';

/** A record as expressions read it: references and lists lead to other views, computed fields are computed. */
export type View = { readonly id: string; readonly [name: string]: unknown };

/** All records at one time. */
export interface Records {
  /**
   * The actor, with the roles that were assigned before the change: a change does not affect the roles of its own
   * actor.
   */
  readonly acting: { readonly id: string; readonly assigned: readonly string[] } | null;
  readonly lookup: Lookup;
  readonly now: string;
  living(entity: string): readonly { readonly id: string }[];
  view(id: string | null): View | null;
}

/**
 * A record that is known to be there.
 * @throws if it is not.
 */
export function viewIn(records: Pick<Records, 'view'>, id: string): View {
  const view = records.view(id);
  if (view === null) throw new Error(`There is no record ${id}.`);
  return view;
}

/**
 * A value that is a record, or null.
 * @throws {TypeError} if it is something else.
 */
export function asView(value: unknown): View | null {
  if (value === null || value === undefined) return null;
  if (isView(value)) return value;
  throw new TypeError(`This is no record: ${typeof value}`);
}

/**
 * A value that is a list of records, or null.
 * @throws {TypeError} if it is something else.
 */
export function asViews(value: unknown): readonly View[] | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every(isView)) return value;
  throw new TypeError(`This is no list of records: ${typeof value}`);
}

/** Whether a value is a record. */
export function isView(value: unknown): value is View {
  return typeof value === 'object' && value !== null && 'id' in value;
}

export type Variables = Readonly<Record<string, unknown>>;

/** The length of a text that is as much work as an evaluation. */
const CHARACTERS_OF_A_STEP = 256;

const closures = new WeakMap<Expression, (environment: Environment) => unknown>();

/** The value of an expression in a world, without restrictions on what may be read (3 to 6). */
export function evaluate(records: Records, expression: Expression, variables: Variables): unknown {
  records.lookup.workBudget.steps += 1;
  let closure = closures.get(expression);
  if (closure === undefined) closures.set(expression, (closure = compileToClosure(withSymbolicIds(expression))));
  const value = closure({
    variables,
    constants: records.lookup.constants,
    now: records.now,
    timeZone: records.lookup.plan.settings.timeZone,
    workingDays: records.lookup.plan.settings.workingDays,
    holidays: records.lookup.plan.settings.holidays,
    records: (entity) => records.living(entity).map((record) => records.view(record.id)),
    callGiven: (name, given) => {
      const outcome = callGiven(records.lookup.plan, name, given);
      if (outcome.kind === 'value') return outcome.value;
      records.lookup.failedCalls.push(name);
      return null;
    },
    holdsRole: (user, role) => isView(user) && holdsByUser(records, user, role),
  });
  // An effect that appends a text to itself doubles it each time: a search must not follow it for ever.
  if (typeof value === 'string') records.lookup.workBudget.steps += Math.floor(value.length / CHARACTERS_OF_A_STEP);
  return value;
}

/** Whether a condition holds; null counts as false. */
export function holds(records: Records, condition: Expression, variables: Variables): boolean {
  return evaluate(records, condition, variables) === true;
}

/**
 * The roles that an actor holds independently of a record (6). An actor who is not signed in holds only `anyone`
 * roles.
 */
export function rolesOf(records: Records, user: View | null): ReadonlySet<string> {
  const names = records.lookup.plan.roles.map(({ name }) => name);
  return new Set(names.filter((name) => holdsByUser(records, user, name)));
}

/**
 * Whether a user holds a role independently of a record. Evaluates this role alone, because the definition of a role
 * may read other roles.
 */
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

/** Whether an actor holds a role; if it is a relationship, on this record. */
export function isHeld(records: Records, actor: View | null, role: Role, record: View | null): boolean {
  const { given } = role;
  if (given.kind !== 'relationship') return holdsByUser(records, actor, role.name);
  if (record === null || actor === null) return false;
  const entity = records.lookup.entity(entityOf(record.id));
  const condition = given.of[entity.name];
  if (condition !== undefined) return holds(records, condition, { this: record, user: actor });
  // 6: a child's are its parent's.
  const parent = ['parent', snakeCase(entity.owner?.entity ?? '')].find((name) => isParentName(entity, name));
  return parent !== undefined && isHeld(records, actor, role, asView(record[parent]));
}

/** Whether an actor could hold the role on some record. */
export function mightHold(records: Records, actor: View | null, role: Role): boolean {
  return role.given.kind === 'relationship' ? actor !== null : isHeld(records, actor, role, null);
}

/** The entity that an id of a world belongs to: `@Claim:7`. */
export function entityOf(id: string): string {
  return id.slice(1, id.indexOf(':'));
}
