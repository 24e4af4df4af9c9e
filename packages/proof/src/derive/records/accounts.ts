import type { Field, Plan } from '@nonet/language';
import { beginTransaction } from '../../reference/transaction.ts';
import { judge } from '../../reference/checks.ts';
import { insert } from '../../reference/insert.ts';
import { storedFields } from '../../reference/lookup.ts';
import type { World } from '../../reference/world.ts';
import { type MentionedValues, valuesFor } from '../../search/values.ts';

/** Somebody who acts in the tests. */
export interface Account {
  /** Symbolic. */
  readonly id: string;
  readonly email: string;
  /** Null where the document computes it. */
  readonly name: string | null;
  readonly roles: readonly string[];
  /** What else the document asks of a user, as text; references to users by e-mail address. */
  readonly fields: Readonly<Record<string, string>>;
}

const BUILT_IN = new Set(['email', 'name', 'roles', 'disabled', 'password']);

/**
 * Creates in a world an account for everything that distinguishes people: without a role, with each assigned role, and
 * each of these with and without somebody in the fields that refer to other users.
 */
export function createAccounts(world: World, plan: Plan, mentionedValues: MentionedValues): Account[] {
  const user = plan.entities.find(({ name }) => name === 'User');
  if (user === undefined) return [];
  const assigned = plan.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name);
  const links = storedFields(user).filter((field) => field.type.kind === 'reference' && field.type.entity === 'User');
  const sets = [[], ...assigned.map((role) => [role])];
  const isNamed = user.fields.some(({ name, computed }) => name === 'name' && computed === null);
  const accounts: Account[] = [];
  const add = (roles: readonly string[], linked: Account | null, label: string) => {
    const number = accounts.length + 1;
    const email = `${label}-${number}@nonet.example`;
    const given = fieldsOf(world, user.fields, mentionedValues, number);
    const name = `${label} ${number}`;
    const values: Record<string, unknown> = { ...given, email, roles, ...(isNamed ? { name } : {}) };
    const fields: Record<string, string> = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, String(value)]),
    );
    for (const field of links) {
      const target = linked ?? (field.required ? accounts[0] : undefined);
      if (target === undefined) continue;
      values[field.name] = target.id;
      fields[field.name] = target.email;
    }
    const transaction = beginTransaction(world, null, true);
    const id = insert(transaction, 'User', values);
    judge({ ...transaction, touched: new Map() });
    const stored = transaction.world.get(id);
    if (stored === null) return;
    world.newId('User');
    world.put(stored);
    accounts.push({ id, email, name: isNamed ? name : null, roles, fields });
  };
  for (const roles of sets) add(roles, null, roles[0] ?? 'person');
  const tops = [...accounts];
  if (links.length > 0) {
    for (const top of tops.filter(({ roles }) => roles.length > 0 || tops.length === 1)) add([], top, 'person');
    const top = tops.find(({ roles }) => roles.length > 0);
    for (const roles of sets) if (roles.length > 0 && top !== undefined) add(roles, top, roles[0] ?? '');
  }
  // A second person of one kind: one's own records are not the other's.
  add([], null, 'other');
  return accounts;
}

/** Values, in the wire's form, for what the document asks of a user besides what is built in. */
export function fieldsOf(
  world: World,
  fields: readonly Field[],
  mentionedValues: MentionedValues,
  serial: number,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const asked = field.required && field.default === null && !field.derived && field.computed === null;
      if (!asked || BUILT_IN.has(field.name) || field.type.kind === 'reference') return [];
      const [value] = valuesFor(world, null, field, mentionedValues, serial);
      return value === undefined || value === null ? [] : [[field.name, value]];
    }),
  );
}
