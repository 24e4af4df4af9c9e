import type { Plan } from '@nonet/language';
import type { UserRead } from '../user.ts';

/** The roles whose holders sign in with a second factor (6); `everybody`: whoever is signed in needs one. */
export function rolesWithFactor({ roles }: Plan): {
  readonly everybody: boolean;
  readonly assigned: readonly string[];
} {
  const asking = roles.filter(({ secondFactor }) => secondFactor === true);
  return {
    everybody: asking.some(({ given }) => given.kind === 'signed in'),
    assigned: asking.flatMap(({ name, given }) => (given.kind === 'assigned' ? [name] : [])),
  };
}

/** Whether somebody with these assigned roles needs a second factor. */
export function needsFactor(plan: Plan, roles: readonly string[]): boolean {
  const { everybody, assigned } = rolesWithFactor(plan);
  return everybody || roles.some((role) => assigned.includes(role));
}

/**
 * The SQL of whether a session, or a token, has the factor that its user needs; null if nobody needs one. `alias` is that of a
 * row with `second_factor`; the user's is `u`.
 */
export function hasNeededFactor(plan: Plan, alias: string, { roles }: Pick<UserRead, 'roles'>): string | null {
  const { everybody, assigned } = rolesWithFactor(plan);
  if (everybody) return `${alias}.second_factor`;
  if (assigned.length === 0) return null;
  // Names of a checked plan have letters, digits and `_` alone.
  const names = assigned.map((name) => `'${name.replaceAll(/[^A-Za-z0-9_]/g, '')}'`).join(', ');
  return `(${alias}.second_factor or not (${roles} && array[${names}]::text[]))`;
}
