/** The common form of all that `nonet import` reads: entities with the language's own names and types. */

/** A part that was not taken, or not as a whole, and its place: `schema.sql:12`. */
export interface LeftOut {
  readonly place: string;
  readonly what: string;
}

export interface ForeignField {
  /** Its name in the document, which the language allows. */
  readonly name: string;
  /** Its words in the source, where they differ from the name: its label. */
  readonly label: string | null;
  /** A type of point 3; null: the source does not say one, and it is `not shown`. */
  readonly type: string | null;
  /** Rules of point 3 in their order. */
  readonly rules: readonly string[];
  /** The source's words about it. */
  readonly meaning: string | null;
  /** A remark for the document's writers: the source's own type, or by how many values a type is known. */
  readonly note: string;
  /** Its place in the source; null: the file as a whole. */
  readonly place: string | null;
}

export interface ForeignEntity {
  readonly name: string;
  /** The source's words about it. */
  readonly prose: string | null;
  readonly fields: readonly ForeignField[];
  /** The names of fields that are unique together. */
  readonly unique: readonly (readonly string[])[];
  /** The name of its collection in the API, where the source's own calls stand in the place of the usual one. */
  readonly path?: string;
  /** Whether its records are known by whole numbers. */
  readonly hasIntegerId: boolean;
  /** Its place in the source; the file as a whole without it. */
  readonly place?: string;
}

/** A condition that all records of an entity keep to. */
export interface ForeignRule {
  readonly entity: string;
  readonly expression: string;
  /** Its place in the source. */
  readonly place: string;
}

/** JSON of an entity's records, as calls answer them. */
export interface ForeignShape {
  readonly name: string;
  readonly entity: string;
  /** `is`: what a property shows; null: that is not known. */
  readonly properties: readonly { readonly name: string; readonly is: string | null }[];
  readonly place: string;
}

/** A call that the source answers, of which it says neither who may make it nor what it does. */
export interface ForeignCall {
  /** `GET /pets/{id}` */
  readonly call: string;
  /** Its answer, by the names of shapes: `200 [Pet]`; null: that is not known. */
  readonly answers: string | null;
  readonly shape: string | null;
  /** The source's words about it. */
  readonly prose: string | null;
  readonly place: string;
}

export interface ForeignCalls {
  /** The beginning of each path. */
  readonly base: string | null;
  readonly calls: readonly ForeignCall[];
  readonly shapes: readonly ForeignShape[];
}

export interface Foreign {
  readonly answered?: ForeignCalls;
  readonly entities: readonly ForeignEntity[];
  readonly rules: readonly ForeignRule[];
  readonly leftOut: readonly LeftOut[];
}

/** A file of a form that `nonet import` reads. */
export interface ForeignFile {
  /** Its name, as places have it: `schema.sql`. */
  readonly name: string;
  readonly content: Buffer;
}

/** The text can't be read in this form. `place`: a line counted from 1, or what the form has instead of lines (`#/paths`, `Sheet1!B2`). */
export class NotReadable extends Error {
  readonly place: number | string;

  constructor(place: number | string, reason: string) {
    super(reason);
    this.name = 'NotReadable';
    this.place = place;
  }
}
