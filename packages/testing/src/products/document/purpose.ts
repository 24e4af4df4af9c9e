import type { Draft } from './draft.ts';

/** Point 1: prose, with each of its headings now and then. */
export function writePurpose({ dice }: Draft): string {
  const parts = ['A product that nobody wrote.'];
  if (dice.once(3)) parts.push('### Users', 'Whoever comes.');
  if (dice.once(4)) parts.push('### Goals', 'That it works.');
  if (dice.once(4)) parts.push('### Out of scope', 'The rest.');
  return parts.join('\n\n');
}
