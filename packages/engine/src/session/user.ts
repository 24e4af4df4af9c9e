import { createHash } from 'node:crypto';
import type { Entity, Plan } from '@nonet/language';
import { type ColumnName, column, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';

export const USER = 'User';

/** How the users of a plan are read: the parts of a statement in which the user's table is called `u`. */
export interface UserRead {
  readonly table: string;
  readonly columns: string;
  /** The assigned ones: an array, never null. */
  readonly roles: string;
  /** Holds for those who are not deleted. */
  readonly there: string;
  /** Holds for those who may sign in. */
  readonly active: string;
  /** Whether `$1` is what they sign in with (3, `sign in by`). */
  readonly isCalled: string;
  /** Tells the statements of different plans apart. */
  readonly key: string;
}

/** Whether there can be users at all: where point 3 is open there are none. */
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
  const parts = {
    table: table(USER),
    roles,
    columns: `u.id, ${has('name') ? `${own('name')}::text` : 'null::text'} as name,
      ${own('email')} as email, ${roles} as roles`,
    there,
    active: active.join(' and '),
    isCalled: isCalled(entity),
  };
  const read = { ...parts, key: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12) };
  reads.set(plan, read);
  return read;
}

function isCalled({ signInBy, fields }: Entity): string {
  const field = fields.find(({ name }) => name === signInBy);
  const called = own(signInBy ?? 'email');
  if (field?.type.kind === 'email') return `lower(${called}) = lower($1)`;
  return field?.unique === 'ignoring case'
    ? `normalize(lower(${called}), NFC) = normalize(lower($1), NFC)`
    : `${called} = $1`;
}

function own(name: string): string {
  return column('u', name as ColumnName);
}

const reads = new WeakMap<Plan, UserRead>();
