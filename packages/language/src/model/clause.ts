/** The address of a stated thing: `3.Claim.total`, `4.Claim.status.submit`, `5.V3`, `6.Claim.update.manager`. */
export type ClauseAddress = string;

/** Everything that a document states has an address; its place in the source is `model.places.get(clause)`. */
export interface Clause {
  readonly clause: ClauseAddress;
}

/** Something the document leaves open. */
export interface Gap extends Clause {
  /** What the product can't do because of it, as one sentence. */
  readonly consequence: string;
}

/** A name as people read it, and its translations by language. */
export interface Label {
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
}
