import type { Actor } from '../reference/permissions.ts';
import type { DerivationContext } from './derivation-context.ts';

/** The actor's name for a case's title, or the e-mail address if the document computes the name. */
export function nameOf(context: Pick<DerivationContext, 'accounts'>, actor: Actor): string {
  if (actor === null) return 'nobody signed in';
  const account = context.accounts.find(({ id }) => id === actor);
  return account === undefined ? actor : (account.name ?? account.email);
}
