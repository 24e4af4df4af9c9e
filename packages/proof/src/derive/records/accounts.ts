import { askedOfNew, type Field, hasForm, type Plan } from '@nonet/language';
import { judge } from '../../reference/checks.ts';
import { insert } from '../../reference/insert.ts';
import { storedFields } from '../../reference/lookup.ts';
import { Refused } from '../../reference/refusal.ts';
import { beginTransaction, touch } from '../../reference/transaction.ts';
import type { World } from '../../reference/world.ts';
import type { MentionedValues } from '../../search/mentioned-values.ts';
import { valuesFor } from '../../search/values.ts';
import { askedOfPeople, valuesAt } from './said-of-people.ts';

/** An account with which the tests act. */
export interface Account {
  /** Symbolic. */
  readonly id: string;
  readonly email: string;
  /** Null if the document computes it. */
  readonly name: string | null;
  readonly roles: readonly string[];
  /** Values of other fields that the document requires of a user, as text; references to users by e-mail address, others by name. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Accounts {
  /** The accounts that act. */
  readonly accounts: readonly Account[];
  /** Further accounts, for records that need another person: a rule may allow each person only one of them. */
  readonly reserve: readonly Account[];
}

const BUILT_IN = new Set(['email', 'name', 'roles', 'disabled', 'password']);

/**
 * Creates in a world an account for every distinction between people: without a role, with each assigned role, and each
 * of these with and without a value in the fields that refer to other users; and two people who have said of themselves
 * what conditions ask of a person, at the one end and at the other (born long ago, born today).
 */
export function createAccounts(world: World, plan: Plan, mentionedValues: MentionedValues): Accounts {
  const user = plan.entities.find(({ name }) => name === 'User');
  if (user === undefined) return { accounts: [], reserve: [] };
  const assigned = plan.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name);
  const links = storedFields(user).filter((field) => field.type.kind === 'reference' && field.type.entity === 'User');
  const sets = [[], ...assigned.map((role) => [role])];
  const isNamed = user.fields.some(({ name, computed }) => name === 'name' && computed === null);
  const accounts: Account[] = [];
  const add = (
    roles: readonly string[],
    linked: Account | null,
    label: string,
    said: (number: number) => Readonly<Record<string, unknown>> = () => ({}),
  ) => {
    const number = accounts.length + 1;
    const email = `${label}-${number}@nonet.example`;
    const chosen = said(number);
    const given = { ...fieldsOf(world, user.fields, mentionedValues, number), ...chosen };
    const name = `${label} ${number}`;
    const values: Record<string, unknown> = { ...given, email, roles, ...(isNamed ? { name } : {}) };
    const fields: Record<string, string> = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, String(value)]),
    );
    for (const field of user.fields) {
      const target = isAskedReference(field) ? statedTarget(world, field) : null;
      if (target === null) continue;
      values[field.name] = target.id;
      fields[field.name] = target.name;
    }
    for (const field of links) {
      const target = linked ?? (field.required ? accounts[0] : undefined);
      if (target === undefined) continue;
      values[field.name] = target.id;
      fields[field.name] = target.email;
    }
    const transaction = beginTransaction(world, null, true);
    const id = insert(transaction, 'User', values);
    touch(transaction, id, 'User', 'create', 'create', user.clause);
    try {
      judge(transaction);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // An account with this role can't exist: nobody may set these fields of themselves.
      if (Object.keys(chosen).length > 0) return;
    }
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
  const asked = askedOfPeople(world);
  if (asked.length === 0) return { accounts, reserve: [] };
  const known = (end: 'lowest' | 'highest') =>
    add([], null, 'known', (number) => valuesAt(world, asked, end, mentionedValues, number));
  known('lowest');
  known('highest');
  const acting = accounts.length;
  const free = plan.settings.pageSize - world.living('User').length - 2;
  for (let count = 0; count < Math.min(MOST_IN_RESERVE, free); count += 1)
    known(count % 2 === 0 ? 'lowest' : 'highest');
  return { accounts: accounts.slice(0, acting), reserve: accounts.slice(acting) };
}

/** A reference to something else than a person that each account has to have. */
function isAskedReference(field: Field): boolean {
  const { type, derived, computed, default: given } = field;
  const isElse = type.kind === 'reference' && type.entity !== 'User';
  return isElse && askedOfNew(field).required && given === null && !derived && computed === null;
}

/**
 * A record of the document to which an account can refer, and its name: what an operator writes is looked up in its
 * unique texts, and as its title. Null if there is none, or none with such a name.
 */
function statedTarget(world: World, { type }: Field): { readonly id: string; readonly name: string } | null {
  if (type.kind !== 'reference') return null;
  const entity = world.lookup.entity(type.entity);
  const [first, ...others] = entity.title;
  const titled =
    others.length === 0 && first !== undefined && typeof first !== 'string' && first.kind === 'field'
      ? first.field
      : null;
  const names = entity.fields.filter(
    ({ name, unique, type: { kind } }) => (kind === 'text' || kind === 'email') && (unique || name === titled),
  );
  for (const { id } of world.living(entity.name)) {
    const view = world.view(id);
    const name = names.map((field) => view?.[field.name]).find((value) => typeof value === 'string' && value !== '');
    if (typeof name === 'string') return { id, name };
  }
  return null;
}

/** The maximum number of people in reserve: a list of all people still fits on one page. */
const MOST_IN_RESERVE = 10;

/** Values, in the wire's form, for the user's fields that the document adds to the built-in ones. */
export function fieldsOf(
  world: World,
  fields: readonly Field[],
  mentionedValues: MentionedValues,
  serial: number,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      // A text that a default copies need not be an address.
      const isLeft = field.default === null || (hasForm(field.type) && field.default.kind !== 'literal');
      const asked = askedOfNew(field).required && isLeft && !field.derived && field.computed === null;
      if (!asked || BUILT_IN.has(field.name) || field.type.kind === 'reference') return [];
      const [value] = valuesFor(world, null, field, mentionedValues, serial);
      return value === undefined || value === null ? [] : [[field.name, value]];
    }),
  );
}
