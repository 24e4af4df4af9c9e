import { writeAnswered } from './answered.ts';
import type { Draft } from './draft.ts';
import { writeMade } from './made.ts';

/** Point 7: the calls that it answers and makes, without the mails. */
export function writeCalls(draft: Draft): string {
  const parts = [...(draft.dice.once(2) ? writeAnswered(draft) : []), ...writeMade(draft)];
  if (parts.length > 0) return parts.join('\n\n');
  return draft.dice.once(8) ? 'not shown' : 'none';
}
