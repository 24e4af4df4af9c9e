import type { Actor } from '../reference/permissions.ts';
import type { DerivationContext } from './derivation-context.ts';

/** Who asks, for a case's title: by name, or by e-mail address where the document computes the name. */
export function nameOf(context: Pick<DerivationContext, 'accounts'>, actor: Actor): string {
  if (actor === null) return 'nobody signed in';
  const account = context.accounts.find(({ id }) => id === actor);
  return account === undefined ? actor : (account.name ?? account.email);
}
