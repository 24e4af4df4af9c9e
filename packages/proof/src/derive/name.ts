import type { Reader } from '../reference/permissions.ts';
import type { Stage } from './stage.ts';

/** Who asks, for a case's title: by name, or by e-mail address where the document computes the name. */
export function nameOf(stage: Pick<Stage, 'accounts'>, reader: Reader): string {
  if (reader === null) return 'nobody signed in';
  const account = stage.accounts.find(({ id }) => id === reader);
  return account === undefined ? reader : (account.name ?? account.email);
}
