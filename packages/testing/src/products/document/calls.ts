import { writeAnswered } from './answered.ts';
import type { Dice } from './dice.ts';
import type { Draft } from './draft.ts';
import { addJourney, addSignedCalls } from './journeys.ts';
import { writeMade } from './made.ts';

/** Point 7: the calls that it answers and makes, without the mails. */
export function writeCalls(draft: Draft, apart: Dice): string {
  const parts = [...(draft.dice.once(2) ? writeAnswered(draft) : []), ...writeMade(draft)];
  addSignedCalls(draft, apart, parts);
  addJourney(draft, apart, parts);
  if (parts.length > 0) return parts.join('\n\n');
  return draft.dice.once(8) ? 'not shown' : 'none';
}
