import type { Field, Plan, Role } from '@nonet/language';
import { begin } from './derive/records/begin.ts';
import { fieldsOf } from './derive/records/accounts.ts';
import { DerivationContext } from './derive/derivation-context.ts';
import { brokenLimit } from './reference/checks.ts';
import { storedFields } from './reference/lookup.ts';
import { titleOf } from './reference/project.ts';
import type { World } from './reference/world.ts';
import type { MentionedValues } from './search/mentioned-values.ts';
import { valuesFor } from './search/values.ts';

/** A substitute for a kind of demo person that the document lacks, so that its writer can try that role. */
export interface StandIn {
  readonly email: string;
  /** Null if the document computes it. */
  readonly name: string | null;
  /** The assigned role that no demo record holds; none for somebody who is merely signed in. */
  readonly roles: readonly string[];
  /** Values of other fields that the document requires of a user, as text; references by title. */
  readonly fields: Readonly<Record<string, string>>;
}

const DOMAIN = 'stand-in.example';
const NO_CAPABILITIES = { clock: false, receiver: false, accounts: false, browser: false, derived: true } as const;

/**
 * One person for each assigned role that no demo record holds, and one without any role if every demo record has one
 * and point 6 gives a role to people who are signed in. The same document has the same stand-ins. `now`: RFC 3339.
 */
export function standInsOf(
  plan: Plan,
  now: string,
  environment: Readonly<Record<string, string>> = {},
): readonly StandIn[] {
  const user = plan.entities.find(({ name }) => name === 'User');
  const missing = user === undefined ? [] : missingRoles(plan);
  if (user === undefined || missing.length === 0) return [];
  const context = new DerivationContext({ plan, seed: 1, now, environment, capabilities: NO_CAPABILITIES });
  begin(context);
  const { world, mentionedValues } = context;
  const named = user.fields.find(({ name, computed }) => name === 'name' && computed === null);
  // Continues after the numbers of the document's own records.
  return missing.map((role, place) => {
    const serial = place + 101;
    const label = role?.label ?? 'Signed in';
    const given = {
      ...fieldsOf(world, user.fields, mentionedValues, serial),
      ...referencesOf(world, storedFields(user)),
    };
    const text = (name: string, wished: string) => ofForm(world, user.fields, name, wished, mentionedValues, serial);
    return {
      email: text('email', `${role?.name ?? 'signed_in'}@${DOMAIN}`.replaceAll('_', '-')),
      name: named === undefined ? null : text('name', `${label} (stand-in)`),
      roles: role === null ? [] : [role.name],
      fields: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
    };
  });
}

/** The roles that have no demo record; null stands for a person without roles. */
function missingRoles(plan: Plan): readonly (Role | null)[] {
  const people = plan.entities.find(({ name }) => name === 'User')?.demoRecords ?? [];
  const held = people.map(({ values: { roles } }) =>
    roles?.kind === 'value' && Array.isArray(roles.value) ? roles.value.map(String) : [],
  );
  const assigned = plan.roles.filter(({ given }) => given.kind === 'assigned');
  const takesUser = plan.roles.some(({ given }) => !['anyone', 'assigned', 'open'].includes(given.kind));
  return [
    ...(takesUser && !held.some((roles) => roles.length === 0) ? [null] : []),
    ...assigned.filter(({ name }) => !held.some((roles) => roles.includes(name))),
  ];
}

/** The wished text where the field's limits admit it, else another that they do. */
function ofForm(
  world: World,
  fields: readonly Field[],
  name: string,
  wished: string,
  mentionedValues: MentionedValues,
  serial: number,
): string {
  const field = fields.find((each) => each.name === name);
  if (field === undefined || brokenLimit(world, field, wished) === null) return wished;
  const found = valuesFor(world, null, field, mentionedValues, serial).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : wished;
}

/** The first record that the document inserts, by its title, for each reference that a user can't be without. */
function referencesOf(world: World, fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, type, required, default: value }) => {
      if (type.kind !== 'reference' || !required || value !== null) return [];
      const first = world.living(type.entity)[0];
      const view = first === undefined ? null : world.view(first.id);
      return view === null ? [] : [[name, titleOf(null, view)]];
    }),
  );
}
