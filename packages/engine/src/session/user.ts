import type { Entity, Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import type { SqlContext } from '../sql/context.ts';
import { compileParts } from '../sql/expression.ts';
import { compileField } from '../sql/fields.ts';
import { type ColumnName, column, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import type { Parameters, Slots } from '../sql/parameters.ts';
import { keptStatement } from '../sql/statement.ts';
import { type Queryable, run } from '../store/pool.ts';

export const USER = 'User';

/** How the users of a plan are read: the parts of a statement in which the user's table has the alias `u`. */
export interface UserRead {
  readonly table: string;
  readonly email: string;
  /** The assigned ones: an array, never null. */
  readonly roles: string;
  /** Holds for those who are not deleted. */
  readonly there: string;
  /** Holds for those who may sign in. */
  readonly active: string;
  /** The SQL of whether a text, as SQL, is the name with which the user signs in (3, `sign in by`). */
  readonly isCalled: (name: string) => string;
}

/** Whether there can be users: if point 3 is a gap, there are none. */
export function hasUsers(plan: Plan): boolean {
  return plan.entities.some((entity) => entity.name === USER);
}

export function userRead(plan: Plan): UserRead {
  const known = reads.get(plan);
  if (known) return known;
  const entity = plan.entities.find((candidate) => candidate.name === USER);
  if (!entity) throw new Error('The plan has no entity User.');
  const has = (name: string) => entity.fields.some((field) => field.name === name);
  const there = `${column('u', SYSTEM_COLUMNS.deletedAt)} is null`;
  const active = [there];
  if (has('disabled')) active.push(`${own('disabled')} is not true`);
  const roles = `coalesce(${own('roles')}, '{}')`;
  const read = {
    table: table(USER),
    email: own('email'),
    roles,
    there,
    active: active.join(' and '),
    isCalled: (name: string) => isCalled(entity, name),
  };
  reads.set(plan, read);
  return read;
}

/**
 * Asks for users, in a statement that is compiled once for each plan and key. `build` gets the parts of the statement
 * and `columns`, those of an `Account`; what differs from call to call is a slot of the parameters.
 */
export async function askUsers<Row extends object>(
  client: Queryable,
  index: PlanIndex,
  key: string,
  build: (user: UserRead & { readonly columns: string }, parameters: Parameters) => string,
  slots: Slots,
): Promise<Row[]> {
  const statement = keptStatement(index, `users ${key}`, (parameters) =>
    build({ ...userRead(index.plan), columns: accountColumns(index, parameters) }, parameters),
  );
  return run<Row>(client, {
    text: statement.text,
    values: statement.parameters.values({ now: new Date().toISOString(), ...slots }),
  });
}

/** The columns of an `Account` of the row `u`. */
function accountColumns(index: PlanIndex, parameters: Parameters): string {
  const { roles } = userRead(index.plan);
  const zone = index.plan.settings.personalTimeZone === 'allowed' ? `, ${ZONE} as "timeZone"` : '';
  const region = index.plan.settings.personalRegion === 'allowed' ? `, ${REGION} as "region"` : '';
  return `u.id, (${nameOf(index, parameters)})::text as name, ${own('email')} as email, ${roles} as roles${zone}${region}`;
}

/** The time zone that the user of the row `u` has chosen; null: the product's. */
const ZONE = '(select z.time_zone from nonet.personal_time_zone z where z.user_id = u.id)';

/** The region that the user of the row `u` has chosen; null: none. */
const REGION = '(select z.region from nonet.personal_region z where z.user_id = u.id)';

/** `User.name`, stored or computed (3). It is null if what it is computed from is not shown. */
function nameOf(index: PlanIndex, parameters: Parameters): string {
  if (index.findField(USER, 'name') === null) return 'null';
  const context: SqlContext = { index, parameters, authority: null, variables: new Map() };
  try {
    return compileField(compileParts, { kind: 'row', entity: USER, alias: 'u' }, 'name', context);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_SPECIFIED') return 'null';
    throw error;
  }
}

function isCalled({ signInBy, fields }: Entity, name: string): string {
  const field = fields.find((each) => each.name === signInBy);
  const called = own(signInBy ?? 'email');
  if (field?.type.kind === 'email') return `lower(${called}) = lower(${name})`;
  return field?.unique === 'ignoring case'
    ? `normalize(lower(${called}), NFC) = normalize(lower(${name}), NFC)`
    : `${called} = ${name}`;
}

/** A built-in field, or what people sign in with: never computed (3). */
function own(name: string): string {
  return column('u', name as ColumnName);
}

const reads = new WeakMap<Plan, UserRead>();
