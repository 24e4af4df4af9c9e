/** The address of a stated thing: `3.Claim.total`, `4.Claim.status.submit`, `5.V3`, `6.Claim.update.manager`. */
export type ClauseAddress = string;

/** Everything that a document states has an address; its place in the source is `model.places.get(clause)`. */
export interface Clause {
  readonly clause: ClauseAddress;
}

/** A part that the document leaves open. */
export interface Gap extends Clause {
  /** The behaviour that the product lacks because of it, as one sentence. */
  readonly consequence: string;
}

/** A name as people read it, and its translations by language. */
export interface Label {
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The address of a row of point 6: `6.Claim.read`, of a field `6.Claim.booking.read`, in some states `6.Claim.read.in_draft`. */
export function permissionClause(
  entity: string,
  { action, field, state }: { readonly action: string; readonly field: string | null; readonly state: string | null },
): ClauseAddress {
  return `6.${entity}.${field === null ? '' : `${field}.`}${action}${state === null ? '' : `.in_${state}`}`;
}

/** The point of an address, `4` of `4.Claim.status.submit`. */
export function clausePoint(clause: ClauseAddress): string {
  return clause.split('.', 1)[0] ?? clause;
}

/** The subject of an address, `Claim` of `4.Claim.status.submit`: an entity, a rule, a role, an error. Empty for a point. */
export function clauseSubject(clause: ClauseAddress): string {
  return clause.split('.', 2)[1] ?? '';
}

/** Whether an address is another one, or below it. */
export function isWithinClause(clause: ClauseAddress, outer: ClauseAddress): boolean {
  return clause === outer || clause.startsWith(`${outer}.`);
}

/** The address of a part that is left open: the cell `by` of a row. Null if it is shown. */
export function openPart(
  { clause, open }: Clause & { readonly open: readonly ClauseAddress[] },
  part: string,
): ClauseAddress | null {
  const address = `${clause}.${part}`;
  return open.includes(address) ? address : null;
}
