import type { Expression } from '@nonet/language';
import type { FieldKind, ScreenKind, Type } from '@nonet/language';
import type { OpenIdProviderView, UserView } from './wire-accounts.ts';

/**
 * The forms on the wire between server and clients. Everything below `/api/-/` is the product's own; the rest of
 * `/api` is derived from points 3, 4 and 6 of the document.
 *
 * Values: integers are numbers; decimals, money and percents are strings (`"12.50"`); dates `2026-11-21`; datetimes
 * RFC 3339 in UTC with up to six decimals; a reference is an id, or with `expand`, or where `fields` names a path
 * through it, an object `{id, _title, …}`; a file is `{id, name, type, size}` and is written as its id; owned children
 * are a list of objects, each with its `id`. A reversed list holds its first records, as many as a page of a list may;
 * then `_more` names the reversed lists of the record that hold more than that.
 */

/** GET /api/-/product: what this reader may know of the product. Nothing in it is beyond the reader's permissions. */
export interface ProductView {
  title: string;
  summary: string | null;
  mode: 'dev' | 'production';
  /** Whether it sends mail: links for passwords, that is. */
  mail: boolean;
  /** People sign in with these, beside a password. */
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
    /** All that the document has words in, its own first. */
    languages: readonly string[];
    timeZone: string;
    pageSize: number;
    maximumPageSize: number;
    maximumUploadBytes: number;
    passwordLength: number;
    /** The field of the user that people sign in with (3); null: their e-mail address. */
    signInBy: { name: string; label: string } | null;
    /** The document's words for errors that a form finds by itself (8), by code: null stands for the label of the field. */
    rewordings: Record<string, readonly (string | null)[]>;
  };
  user: UserView | null;
  /** The screens this reader may open, in the document's order. */
  screens: ScreenView[];
  /** Whether what this reader may open and create may change with what is written: by roles about the user alone (6). */
  rolesFollowRecords: boolean;
  /** The entities that these screens touch, with the fields that this reader can ever read or write. */
  entities: Record<string, EntityView>;
  /** Whether this reader may see the document itself (`GET /api/-/document`). */
  document: boolean;
  /** How many gaps the document has; null for those who may not see it. */
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
  pageSize: number;
  actions: ScreenActionView[];
  related: { field: string; entity: string; columns: ColumnView[] }[];
  empty: string | null;
  /** Markdown. */
  body: string;
  board: { field: string } | null;
  calendar: { from: string; to: string | null } | null;
  /** On a calendar: further entities, shown by their titles. */
  also: { entity: string; from: string; to: string | null }[];
  tiles: { name: string; clause: string; as: 'number' | 'bar' | 'line' | 'pie' | 'table' }[];
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
  | { kind: 'create' | 'edit' | 'delete' | 'restore' | 'export' | 'import'; clause: string }
  | { kind: 'event'; event: string; label: string; clause: string }
  | { kind: 'link'; label: string; to: string; clause: string }
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
  /** The state field's name, where there is one. */
  stateField: string | null;
  history: boolean;
  /** Whether this reader could create one, as their roles are now. */
  create: boolean;
  /** The route of the record screen that this reader may open, with `{id}` in it: `/claims/{id}`, or `/articles/ {id}`. */
  recordRoute: string | null;
  /** The route of the form screen that this reader may open. */
  formRoute: string | null;
}

export interface FieldView {
  name: string;
  label: string;
  clause: string;
  /** The words of point 3: `text`, `long text`, `money`, `reference`, `children`, … */
  kind: FieldKind;
  meaning: string;
  group: string | null;
  required: boolean;
  /** May ever be set by this reader on create, on update. */
  onCreate: boolean;
  onUpdate: boolean;
  minimum: string | null;
  maximum: string | null;
  /** Choices of an enum or state, and the assigned roles of `roles`. */
  choices: { name: string; label: string; final?: boolean }[] | null;
  /** The entity of a reference, or of a list of records. */
  entity: string | null;
  /** In a reversed list: the field of its entity that refers to the record. */
  by?: string;
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
  computed: boolean;
  /** Asked for only when this holds, on the form's own values. */
  when: Expression | null;
  /** The default where it is a literal, in the wire's form. */
  defaultValue: unknown;
  /** Where nothing is entered on create, the product works out a value. */
  defaultIsComputed: boolean;
  /** What it works out, where the other values of a form decide that. */
  default: Expression | null;
}

export interface AskView {
  name: string;
  label: string;
  required: boolean;
  field: FieldView;
  /** Where a child is added to a list (`field`): the fields that are asked of it, sent as one object. Else null. */
  child: FieldView[] | null;
}

/** A rule of point 5 over a form's own fields. The product judges it again when the form is sent. */
export interface RuleView {
  clause: string;
  /** The fields that it reads; its error stands at the first. */
  fields: string[];
  holds: Expression;
  /** Words, and what stands between them, read on the record. */
  message: (string | Expression)[];
}

export interface FormRuleView extends RuleView {
  on: ('create' | 'update')[];
}

/** The guard of an event (4) where it hangs on what is asked; the product judges it again. */
export interface GuardView extends RuleView {
  /** The state that the record is in; null where its entity has none. */
  from: string | null;
}

export interface EventView {
  name: string;
  label: string;
  /** Asked fields and inputs, by the event's rows. */
  asks: AskView[];
  /** The rules that its dialog can judge on the record with what is asked, while that is typed. */
  rules: RuleView[];
  /** What it judges besides, while that is typed. */
  guards: GuardView[];
  creates: boolean;
  /** The states that its rows start from, and lead to (`null`: same), for a board's drop targets. */
  moves: { from: string[]; to: string | null }[];
}

/** GET /api/{path}: a page of records. */
export interface PageView<R = RecordView> {
  items: R[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Only with `count=exact`. */
  count?: number;
  /** Only with `can=approve,reject`: by item, the events that this reader may cause now. */
  can?: string[][];
}

/** A record as its reader may read it; unreadable fields are absent. */
export interface RecordView {
  id: string;
  /** The title that point 3 derives: no field's name begins so. */
  _title: string;
  [field: string]: unknown;
}

/** GET /api/{path}/{id}/can: what this user may do with the record now, and why not. */
export interface CanView {
  update: Verdict;
  delete: Verdict;
  restore: Verdict;
  /** Writable fields on update, by name. */
  fields: string[];
  events: Record<string, Verdict>;
}

export type Verdict = { may: true } | { may: false; code: string; message: string; clause: string | null };

/** GET /api/{path}/{id}/history, newest first. */
export interface HistoryEntryView {
  id: string;
  at: string;
  /** Who acted: null for the product itself, or where the reader may not read who. */
  by: { id: string; _title: string } | null;
  action: string;
  label: string;
  clause: string;
  from: string | null;
  to: string | null;
  changes: { field: string; label: string; from: unknown; to: unknown }[];
}

/** GET /api/-/dashboards/{slug}. */
export interface DashboardView {
  tiles: TileView[];
}

export interface TileView {
  name: string;
  clause: string;
  as: 'number' | 'bar' | 'line' | 'pie' | 'table';
  /** The kind of the value: `integer`, `money`, `decimal`, …; and of the group (`date`, `text`, …). */
  valueKind: Type['kind'];
  groupKind: Type['kind'] | null;
  value: number | string | null;
  /**
   * `key` null: nothing stated. Sorted by key; where there are more than are listed, by value, the largest first. Groups of
   * time, and those of a line, are sorted by key in any case: the last ones of them are listed.
   */
  groups: { key: string | number | boolean | null; label: string; value: number | string | null }[] | null;
  /** How many groups are not listed, and the tile's value over all of their records. */
  others: { count: number; value: number | string | null } | null;
  /** The step from one key to the next: a key that is left out has no records. */
  step: 'month' | 'day' | 'one' | null;
  /** Whether the values of groups may be added up, and nothing counts as zero. */
  additive: boolean;
  /** The clause that leaves the tile open. */
  open: string | null;
  /**
   * The slug of a list that this reader may open and that shows the records behind it: with `tile={clause}`, and
   * `tile.group={key}` for those of one group, in the place of what the list narrows them to.
   */
  list: string | null;
}

/** RFC 9457, `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  clause: string | null;
  /** The sentence or row of the document at `clause`, for those who may read the document. */
  sentence?: string;
  errors?: FieldProblem[];
  /** Where it warns instead of refusing: the codes to send as `confirm=`, once somebody means it all the same. */
  confirm?: string[];
}

export interface FieldProblem {
  /** A path: `purpose`, `lines.0.amount`; null where no single field is concerned. */
  field: string | null;
  code: string;
  message: string;
  clause: string | null;
  /** Where it stands in an imported file; the first line is 1. */
  line?: number;
}

/** POST /api/{path}/import: what becomes of each row, or would become of it. */
export interface ImportView {
  rows: {
    line: number;
    change: 'create';
    /** The new record; null where there is none. */
    id: string | number | null;
    errors: FieldProblem[];
  }[];
  /** The columns that nobody can import, as the file calls them; they are left out. */
  ignored: string[];
  /** Where rows are only warned of: the codes to send as `confirm=`, once somebody means them all the same. */
  confirm: string[];
}

/** POST /api/{path}/bulk: the same on several records, one after the other. */
export interface BulkRequest {
  action: 'event' | 'delete' | 'restore';
  /** For an event: its name, and what is asked. */
  event?: string;
  body?: unknown;
  /** `if_match`: the ETag of the record, or `*`; a record that is deleted needs it. */
  items: { id: string | number; if_match?: string }[];
}

/** What became of each, in their order: as the single request would have been answered. */
export interface BulkView {
  results: BulkResultView[];
}

/** `id` is the one that was sent. */
export type BulkResultView = { id: string | number } & (
  | { status: 200; etag: string; record: RecordView }
  | { status: 204 }
  | { status: number; problem: Problem }
);

/** POST /api/-/files (multipart, one part `file`). */
export interface FileView {
  id: string;
  name: string;
  type: string;
  size: number;
}
