import { clausePoint } from '@nonet/language';
import type { OpenStep, PageProbe } from './case.ts';
import { because, type FailureReason, kept, namedClause } from './failure-reason.ts';
import type { Opened } from './host.ts';

/** A difference on a screen: in words, and the clause that it contradicts. */
export interface OpenedDifference {
  readonly reason: FailureReason;
  readonly clause: string;
}

/** The difference between the actual and the expected content of an address; null if there is none. */
export function openedDifference(
  { screen, parts, menu, records, probes = [] }: OpenStep,
  { clauses, menu: leads, complaints, records: rows, probed = [] }: Opened,
): OpenedDifference | null {
  const [complaint] = complaints;
  if (complaint !== undefined) return { reason: because`the page reports an error: ${complaint}`, clause: screen };
  if (leads.join() !== menu.join()) {
    const reason = because`the menu leads to ${leads.join(', ') || 'nothing'}, not ${menu.join(', ') || 'nothing'}`;
    return { reason, clause: screen };
  }
  const isOpened = clauses.includes(screen);
  if (parts === null)
    return isOpened
      ? { reason: because`the screen ${namedClause(screen)} opens, and must not open`, clause: `${screen}.for` }
      : null;
  if (!isOpened) return { reason: because`the screen ${namedClause(screen)} does not open`, clause: screen };
  const missing = parts.shown.find((clause) => !clauses.includes(clause));
  if (missing !== undefined)
    return { reason: because`the page does not show ${namedClause(missing)}`, clause: missing };
  const known = new Set([screen, ...parts.shown, ...parts.perhaps]);
  // Forms show fields. The tests do not predict which fields of an owned child are shown.
  const own = new Set([...known].map(ownerOf));
  const extra = clauses.find(
    (clause) => !known.has(clause) && (clausePoint(clause) === '2' || own.has(ownerOf(clause))),
  );
  if (extra !== undefined)
    return { reason: because`the page shows ${namedClause(extra)}, and must not show it`, clause: extra };
  const [wrong] = [
    ...records.flatMap((record) => rowDifference(screen, record, rows[record.id]) ?? []),
    ...probes.flatMap((probe, place) => probeDifference(screen, probe, probed[place]) ?? []),
  ];
  return wrong ?? null;
}

/** The difference in what the page of a given screen got for a request. */
function probeDifference(
  screen: string,
  { request, clause, fields }: PageProbe,
  found: NonNullable<Opened['probed']>[number] | undefined,
): OpenedDifference | null {
  const asked = `${request.method} ${request.entity}`;
  if (found === undefined) return { reason: because`the page asks for nothing (${asked})`, clause: screen };
  const isRefused = found.code === 'NOT_DECLARED';
  if (clause === null)
    return isRefused
      ? null
      : { reason: because`the page gets what is not declared (${asked}): ${found.code ?? 'done'}`, clause: screen };
  if (isRefused) return { reason: because`the page does not get what is declared (${asked})`, clause };
  if (fields === undefined) return null;
  if (found.code !== null) return { reason: because`the page does not get ${asked}: ${kept(found.code)}`, clause };
  const missing = fields.shown.find((field) => !found.fields.includes(field));
  if (missing !== undefined) return { reason: because`the page does not get ${missing} of ${request.entity}`, clause };
  const extra = found.fields.find((field) => !fields.declared.includes(field));
  return extra === undefined
    ? null
    : { reason: because`the page gets ${extra} of ${request.entity}, which is not declared`, clause };
}

/** The difference in the parts of one record, with its menu opened. */
function rowDifference(
  screen: string,
  { id, shown, perhaps }: OpenStep['records'][number],
  found: readonly string[] | undefined,
): OpenedDifference | null {
  if (found === undefined) return { reason: because`the page does not show the record ${id}`, clause: screen };
  const missing = shown.find((clause) => !found.includes(clause));
  if (missing !== undefined)
    return { reason: because`the page does not show ${namedClause(missing)} with ${id}`, clause: missing };
  const extra = found.find((clause) => !shown.includes(clause) && !perhaps.includes(clause));
  return extra === undefined
    ? null
    : { reason: because`the page shows ${namedClause(extra)} with ${id}, and must not show it`, clause: extra };
}

/** `3.Claim` of `3.Claim.total`. */
function ownerOf(clause: string): string {
  return clause.split('.').slice(0, 2).join('.');
}
