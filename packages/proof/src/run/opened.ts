import type { OpenStep } from './case.ts';
import type { Opened } from './host.ts';

/** What is otherwise than it must be: in words, and the clause that says so. */
export interface OpenedDifference {
  readonly reason: string;
  readonly clause: string;
}

/** What differs between what is seen at an address and what must be; null where nothing does. */
export function openedDifference(
  { screen, parts, menu, records }: OpenStep,
  { clauses, menu: leads, complaints, records: rows }: Opened,
): OpenedDifference | null {
  const [complaint] = complaints;
  if (complaint !== undefined) return { reason: `the page complains: ${complaint}`, clause: screen };
  if (leads.join() !== menu.join()) {
    const reason = `the menu leads to ${leads.join(', ') || 'nothing'}, not ${menu.join(', ') || 'nothing'}`;
    return { reason, clause: screen };
  }
  const isOpened = clauses.includes(screen);
  if (parts === null)
    return isOpened ? { reason: `the screen ${screen} is opened, and must not be`, clause: `${screen}.for` } : null;
  if (!isOpened) return { reason: `the screen ${screen} is not opened`, clause: screen };
  const missing = parts.shown.find((clause) => !clauses.includes(clause));
  if (missing !== undefined) return { reason: `${missing} is not to be seen`, clause: missing };
  const known = new Set([screen, ...parts.shown, ...parts.perhaps]);
  // Fields stand on forms; those of owned children are not distinguished beforehand.
  const own = new Set([...known].map(ownerOf));
  const extra = clauses.find((clause) => !known.has(clause) && (clause.startsWith('2.') || own.has(ownerOf(clause))));
  if (extra !== undefined) return { reason: `${extra} is to be seen, and must not be`, clause: extra };
  const [wrong] = records.flatMap((record) => rowDifference(screen, record, rows[record.id]) ?? []);
  return wrong ?? null;
}

/** The same for what stands with one record, its menu opened. */
function rowDifference(
  screen: string,
  { id, shown, perhaps }: OpenStep['records'][number],
  found: readonly string[] | undefined,
): OpenedDifference | null {
  if (found === undefined) return { reason: `the record ${id} is not to be seen`, clause: screen };
  const missing = shown.find((clause) => !found.includes(clause));
  if (missing !== undefined) return { reason: `${missing} is not to be seen with ${id}`, clause: missing };
  const extra = found.find((clause) => !shown.includes(clause) && !perhaps.includes(clause));
  return extra === undefined ? null : { reason: `${extra} is to be seen with ${id}, and must not be`, clause: extra };
}

/** `3.Claim` of `3.Claim.total`. */
function ownerOf(clause: string): string {
  return clause.split('.').slice(0, 2).join('.');
}
