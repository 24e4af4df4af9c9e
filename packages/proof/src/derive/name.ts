import type { Reader } from '../reference/permissions.ts';
import type { Stage } from './stage.ts';

/** Who asks, for a case's title. */
export function nameOf(stage: Stage, reader: Reader): string {
  return stage.accounts.find(({ id }) => id === reader)?.name ?? 'nobody signed in';
}
