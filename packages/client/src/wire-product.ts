import type { Expression, FieldKind, ScreenKind } from '@nonet/language';
import type { OpenIdProviderView, UserView } from './wire-accounts.ts';
import type { GivenView } from './wire-given.ts';

/** GET /api/-/product: the product as this reader may know it. Nothing in it is beyond the reader's permissions. */
export interface ProductView {
  title: string;
  summary: string | null;
  mode: 'dev' | 'production';
  /** Whether it sends mail, which means links for passwords. */
  mail: boolean;
  /** The providers with which people sign in, in addition to a password. */
  openId: OpenIdProviderView[];
  /** Changes with the document and with what this reader may use. */
  revision: string;
  settings: {
    /** Days of the week, Monday 1 to Sunday 7. */
    workingDays: readonly number[];
    /** Dates. */
    holidays: readonly string[];
    currency: string | null;
    currencyDigits: number;
    /** The language of the words in this answer. */
    locale: string;
    /** All languages in which the document has words, its own first. */
    languages: readonly string[];
    timeZone: string;
    /**
     * The time zone that this reader has chosen, kept with their account: IANA, or `device`; null: the product's. Absent
     * where the document lets nobody choose, and for who is not signed in.
     */
    personalTimeZone?: string | null;
    /**
     * The region (ISO 3166) in whose form this reader has chosen to read dates and numbers, kept with their account; null:
     * none. Absent where the document lets nobody choose, and for who is not signed in.
     */
    personalRegion?: string | null;
    pageSize: number;
    maximumPageSize: number;
    maximumUploadBytes: number;
    passwordLength: number;
    /** The field of the user that people sign in with (3); null: their e-mail address. */
    signInBy: { name: string; label: string } | null;
    /**
     * The document's words for errors that a form finds by itself (8), by code: null is replaced by the label of the
     * field.
     */
    rewordings: Record<string, readonly (string | null)[]>;
  };
  user: UserView | null;
  /** The screens this reader may open, in the document's order. */
  screens: ScreenView[];
  /** Whether writes may change what this reader may open and create: by roles about the user alone (6). */
  rolesFollowRecords: boolean;
  /** Whether this reader has an inbox: they are signed in, and the document states notices. */
  getsNotices: boolean;
  /** In `dev`: whether the document states mails that are sent or received, which `/-/mails` and `/-/received` show. */
  showsMails: boolean;
  /** The entities that these screens touch, with the fields that this reader can ever read or write. */
  entities: Record<string, EntityView>;
  /** Whether this reader may see the document itself (`GET /api/-/document`). */
  document: boolean;
  /** The number of gaps of the document; null for readers who may not see it. */
  gaps: number | null;
}

export interface ScreenView {
  slug: string;
  name: string;
  clause: string;
  route: string;
  parameters: { name: string; entity: string; field: string }[];
  kind: ScreenKind | null;
  entity: string | null;
  groups: { label: string | null; columns: ColumnView[] }[];
  filters: ColumnView[];
  /** Whether the list can be searched (`q=`). */
  search: boolean;
  order: { path: string[]; descending: boolean }[];
  /** On a list or board in the order that people give its records: the field that holds it, if this reader may change it. */
  byHand: { field: string; descending: boolean } | null;
  pageSize: number;
  actions: ScreenActionView[];
  related: { field: string; entity: string; columns: ColumnView[] }[];
  empty: string | null;
  /** Markdown. */
  body: string;
  /** A list of records that wait for its reader: it is narrowed, and acts on each of them. */
  waits: boolean;
  board: { field: string } | null;
  /** On a calendar or a timeline: the fields at which a record begins and ends. */
  days: { from: string; to: string | null } | null;
  /** On a gallery: the field with the pictures. */
  gallery: { field: string } | null;
  /** On a calendar or a timeline: the field by which it has rows, and the one that colours its records. */
  rows: string | null;
  colour: string | null;
  /** On a calendar: further entities, shown by their titles. */
  also: { entity: string; from: string; to: string | null }[];
  tiles: {
    name: string;
    clause: string;
    as: 'number' | 'trend' | 'bar' | 'line' | 'pie' | 'table';
    /** Its groups are months or days, of which a period can be chosen. A trend is always about the present. */
    byTime: boolean;
  }[];
  /** On a given screen. */
  given?: GivenView;
  /** Parts that the document leaves open, for a mark in their place. */
  open: { part: string; clause: string }[];
}

export interface ColumnView {
  path: string[];
  label: string;
  clause: string;
  /** The type of the last field of the path. */
  field: FieldView;
  sortable: boolean;
}

export type ScreenActionView =
  | {
      kind: 'create' | 'edit' | 'delete' | 'restore' | 'erase' | 'merge' | 'export' | 'import' | 'subscribe';
      clause: string;
    }
  | { kind: 'event'; event: string; label: string; clause: string }
  | { kind: 'link'; label: string; to: string; clause: string }
  /** The form of a new record, with the values of this one in these fields; in owned children, in those of each row. */
  | { kind: 'copy'; fields: string[]; children: Record<string, string[]>; clause: string }
  /** The form of another record, with values read on the screen's record where it is an action of each. */
  | {
      kind: 'create from';
      label: string;
      entity: string;
      values: Record<string, Expression>;
      perRecord: boolean;
      clause: string;
    };

export interface EntityView {
  name: string;
  label: string;
  plural: string;
  path: string;
  description: string;
  fields: FieldView[];
  /** The rules that a form can judge on its own values while they are typed. */
  rules: FormRuleView[];
  events: EventView[];
  /** The state field's name, if there is one. */
  stateField: string | null;
  /** The normal sequence of its states, whoever or whatever leads from one to the next; empty without a state field. */
  statePath: string[];
  history: boolean;
  /** Its records are comments on another's: `about`, `text`, `mentions`. */
  comments?: true;
  /**
   * Of users, if this reader may erase one: what goes with a person, as far as the reader may ever read it: the fields
   * of their own record first, then those of records about them.
   */
  erasure?: ErasureView[];
  /** The papers of point 7 that this reader might make of a record; absent where there are none. */
  papers?: { name: string; label: string; description: string }[];
  /** Whether this reader could create one, with their present roles. */
  create: boolean;
  /**
   * The route of the record screen that this reader may open, with `{id}` in it: `/claims/{id}`, or `/articles/ {id}`.
   */
  recordRoute: string | null;
  /** The route of the form screen that this reader may open. */
  formRoute: string | null;
}

/** The fields that are erased with a person in records of one entity. */
export interface ErasureView {
  /** The label of the person's entity, or of the others in the plural. */
  label: string;
  /** `to`: what takes the place of the value; null: nothing. */
  fields: { label: string; clause: string; to: string | null }[];
}

export interface FieldView {
  name: string;
  label: string;
  clause: string;
  /** The words of point 3: `text`, `long text`, `money`, `reference`, `children`, … */
  kind: FieldKind;
  /** At the end of a path through a `many`: it has a value for each of the records there. */
  several?: true;
  meaning: string;
  group: string | null;
  required: boolean;
  /** May ever be set by this reader on create, on update. */
  onCreate: boolean;
  onUpdate: boolean;
  minimum: string | null;
  maximum: string | null;
  /** Additional limits of new values; existing records may have others. */
  forNew?: { required: boolean; minimum: string | null; maximum: string | null };
  /** Choices of an enum or state, and the assigned roles of `roles`. */
  choices: { name: string; label: string; final?: boolean }[] | null;
  /** The entity of a reference, or of a list of records. */
  entity: string | null;
  /** In a reversed list: the field of its entity that refers to the record. */
  by?: string;
  /** A reference to another record of the entity that never goes round: a list can be shown as a tree. */
  tree?: true;
  /** Its records are known by whole numbers. */
  wholeIds?: true;
  /**
   * A reference that is narrowed (`among`): `for` of its list, and the fields of the same form whose values go with it
   * (`this.project=…`).
   */
  picker: { for: string; reads: string[] } | null;
  currency: string | null;
  scale: number | null;
  /** Accepted file types: `pdf`, `png`. */
  fileTypes: string[] | null;
  /** The address of the page that shows and enters its value. */
  widget?: string;
  computed: boolean;
  /** A date and time at which something happened, as the product notes it: nobody enters it. */
  noted?: true;
  /**
   * The expression of a computed field, if a form can compute it on its own values, for readers who may read all of
   * them.
   */
  formula?: Expression;
  /**
   * The address to which the browser of whoever causes one of these events (or `create`) goes, and from which it comes back:
   * it comes a moment after the event, and is there as long as `when` holds.
   */
  journey?: { causes: string[] };
  /** Asked for only when this holds, on the form's own values. */
  when: Expression | null;
  /** The default where it is a literal, in the wire's form. */
  defaultValue: unknown;
  /** Whether the product computes a value on create if none is entered. */
  defaultIsComputed: boolean;
  /** The expression of that value, if the other values of a form determine it, and what `defaultReads` names. */
  default: Expression | null;
  /** The references of its record through which it reads, with the paths from there on. */
  defaultReads?: { field: string; paths: string[] }[];
}

export interface AskView {
  name: string;
  label: string;
  required: boolean;
  field: FieldView;
  /** If a child is added to a list (`field`): the fields that are asked of it, sent as one object. Otherwise null. */
  child: FieldView[] | null;
}

/** A rule of point 5 over a form's own fields. The product judges it again when the form is sent. */
export interface RuleView {
  clause: string;
  /** The fields that it reads; its error is at the first. */
  fields: string[];
  holds: Expression;
  /** Words, and what is between them, read on the record. */
  message: (string | Expression)[];
}

export interface FormRuleView extends RuleView {
  on: ('create' | 'update')[];
}

/** The guard of an event (4) that depends on the asked values; the product judges it again. */
export interface GuardView extends RuleView {
  /** The state that the record is in; null if its entity has none. */
  from: string | null;
}

export interface EventView {
  name: string;
  label: string;
  /** Asked fields and inputs, by the event's rows. */
  asks: AskView[];
  /** The rules that the event's dialog can judge on the record with the asked values, while a person types. */
  rules: RuleView[];
  /** The guards that it can judge in addition, while a person types. */
  guards: GuardView[];
  creates: boolean;
  /** The states that its rows start from, and lead to (`null`: same), for a board's drop targets. */
  moves: { from: string[]; to: string | null }[];
}
