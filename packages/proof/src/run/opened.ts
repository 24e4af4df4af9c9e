import type { OpenStep } from './case.ts';
import type { Opened } from './host.ts';

/** What differs between what is seen at an address and what must be, as words; null where nothing does. */
export function openedDifference(
  { screen, parts, menu }: OpenStep,
  { clauses, menu: leads, complaints }: Opened,
): string | null {
  const [complaint] = complaints;
  if (complaint !== undefined) return `the page complains: ${complaint}`;
  if (leads.join() !== menu.join())
    return `the menu leads to ${leads.join(', ') || 'nothing'}, not ${menu.join(', ') || 'nothing'}`;
  const isOpened = clauses.includes(screen);
  if (parts === null) return isOpened ? `the screen ${screen} is opened, and must not be` : null;
  if (!isOpened) return `the screen ${screen} is not opened`;
  const missing = parts.shown.find((clause) => !clauses.includes(clause));
  if (missing !== undefined) return `${missing} is not to be seen`;
  const known = new Set([screen, ...parts.shown, ...parts.perhaps]);
  // Fields stand on forms; those of owned children are not told apart beforehand.
  const own = new Set([...known].map(ownerOf));
  const extra = clauses.find((clause) => !known.has(clause) && (clause.startsWith('2.') || own.has(ownerOf(clause))));
  return extra === undefined ? null : `${extra} is to be seen, and must not be`;
}

/** `3.Claim` of `3.Claim.total`. */
function ownerOf(clause: string): string {
  return clause.split('.').slice(0, 2).join('.');
}
