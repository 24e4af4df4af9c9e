import type { Actor } from '../reference/permissions.ts';
import type { Stage } from './stage.ts';

/** Who asks, for a case's title: by name, or by e-mail address where the document computes the name. */
export function nameOf(stage: Pick<Stage, 'accounts'>, actor: Actor): string {
  if (actor === null) return 'nobody signed in';
  const account = stage.accounts.find(({ id }) => id === actor);
  return account === undefined ? actor : (account.name ?? account.email);
}
