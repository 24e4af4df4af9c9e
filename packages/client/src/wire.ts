import type { AnsweredAction, Type } from '@nonet/language';

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

/** GET /api/{path}: a page of records. */
export interface PageView<R = RecordView> {
  items: R[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Only with `count=exact`. */
  count?: number;
  /** Only with `can=approve,reject`: for each item, the events that this reader may cause now. */
  can?: string[][];
}

/** `GET /api/-/search`: the records of an entity that a text finds, the best first. */
export interface FoundView {
  entity: string;
  items: { id: string; _title: string }[];
  /** Whether it finds further ones. */
  hasMore: boolean;
}

/** A record as its reader may read it; unreadable fields are absent. */
export interface RecordView {
  id: string;
  /** The title that point 3 derives: no field's name begins so. */
  _title: string;
  [field: string]: unknown;
}

/** GET /api/{path}/summary?_sum=total&_by=status: of all records of a list, as their reader may read them. */
export interface SummaryView extends SummarizedView {
  /** The groups of `_by` in the order of their keys; null if it was not given. */
  groups: (SummarizedView & { key: GroupKey; label: string | null })[] | null;
  /** The number of groups that are not listed: the smallest. */
  further: number;
}

/** GET /api/{path}/report?_rows=status&_columns=month(paid_at)&_measures=count,sum(total): totals are over all records. */
export interface ReportView {
  /** As they were asked for; every cell has its values in their order. */
  measures: string[];
  rows: (ReportGroupView & ReportLineView)[];
  /** The rows that are not listed, taken together; null: there are none. */
  otherRows: ({ groups: number; total: ReportCellView } & ReportLineView) | null;
  /** Null without `_columns`. */
  columns: ReportGroupView[] | null;
  otherColumns: { groups: number; total: ReportCellView } | null;
  total: ReportCellView;
}

/** The values of some records, by measure; null: no value. */
export type ReportCellView = (string | number | null)[];

export interface ReportGroupView {
  /** A value, the id of a record, the first day of a period; null where nothing is stated. */
  key: GroupKey;
  /** The title of a record. */
  label: string | null;
  total: ReportCellView;
}

interface ReportLineView {
  /** By column, those of `otherColumns` last; null where there is no record. Null without `_columns`. */
  cells: (ReportCellView | null)[] | null;
}

export type GroupKey = string | number | boolean | null;

interface SummarizedView {
  count: number;
  /** By the paths of `_sum`; empty values do not count. */
  values: Record<string, SummaryValuesView>;
}

export interface SummaryValuesView {
  filled: number;
  sum: string | number;
  average: string | null;
  minimum: string | number | null;
  maximum: string | number | null;
}

/** GET /api/{path}/{id}/can: what this user may do with the record now, and why not. */
export type CanView = Record<Exclude<AnsweredAction, 'erase' | 'merge'>, Verdict> & {
  /** Only where point 6 says who merges records of the entity. */
  merge?: Verdict;
  /** Only of a user, in a product that erases people. */
  erase?: Verdict;
  /** Writable fields on update, by name. */
  fields: string[];
  events: Record<string, Verdict>;
  /** The papers of the record (7) that this reader may make, by name. */
  papers: string[];
};

export type Verdict = { may: true } | { may: false; code: string; message: string; clause: string | null };

/** GET /api/{path}/{id}/history, newest first. */
export interface HistoryEntryView {
  id: string;
  at: string;
  /** The actor: null for the product itself, or if the reader may not read who it was. */
  by: { id: string; _title: string } | null;
  action: string;
  label: string;
  clause: string;
  from: string | null;
  to: string | null;
  changes: { field: string; label: string; from: unknown; to: unknown }[];
  /** The id of a record that was merged into this one: the entry is of that one. */
  of?: string | number;
}

/** GET /api/-/dashboards/{slug}. */
export interface DashboardView {
  tiles: TileView[];
}

export interface TileView {
  name: string;
  clause: string;
  as: 'number' | 'trend' | 'bar' | 'line' | 'pie' | 'table';
  /** The kind of the value: `integer`, `money`, `decimal`, …; and of the group (`date`, `text`, …). */
  valueKind: Type['kind'];
  groupKind: Type['kind'] | null;
  value: number | string | null;
  /**
   * `key` null: nothing stated. Sorted by key; if there are more than are listed, by value, the largest first. Groups
   * of time, and those of a line, are sorted by key in any case: the last ones of them are listed.
   */
  groups: { key: string | number | boolean | null; label: string; value: number | string | null }[] | null;
  /** The number of groups that are not listed, and the tile's value over all of their records. */
  others: { count: number; value: number | string | null } | null;
  /** The value that is to be reached, where the document states one. */
  target: number | string | null;
  /** The step from one key to the next: a key that is left out has no records. */
  step: 'month' | 'day' | 'one' | null;
  /** Whether the values of groups may be added up, and a missing group counts as zero. */
  additive: boolean;
  /** The clause that leaves the tile open. */
  open: string | null;
  /** It took too long to be worked out: there is no value now, and another request may have it. */
  late: boolean;
  /** The time (ISO) when its value was read, where that is not now; null: it is of now. */
  asOf: string | null;
  /**
   * The slug of a list that this reader may open and that shows the records behind the tile: with `tile={clause}`, and
   * `tile.group={key}` for those of one group, instead of the list's own condition.
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
  /** If it warns instead of refusing: the codes to send as `confirm=` once a person has confirmed them. */
  confirm?: string[];
}

export interface FieldProblem {
  /** A path: `purpose`, `lines.0.amount`; null if no single field is concerned. */
  field: string | null;
  code: string;
  message: string;
  clause: string | null;
  /** The ids of the rows of the record's list that break it, if its reader may read what decides that. */
  rows?: readonly string[];
  /** The line in an imported file, from 1. */
  line?: number;
}

/** POST /api/{path}/import: what becomes of each row, or would become of it. */
export interface ImportView {
  rows: {
    line: number;
    change: 'create';
    /** The new record; null if there is none. */
    id: string | number | null;
    errors: FieldProblem[];
  }[];
  /** The columns that nobody can import, by their names in the file; they are ignored. */
  ignored: string[];
  /** If rows only have warnings: the codes to send as `confirm=` once a person has confirmed them. */
  confirm: string[];
}

/** POST /api/{path}/bulk: the same on several records, one after the other. */
export interface BulkRequest {
  action: 'event' | 'update' | 'delete' | 'restore';
  /** For an event: its name, and the values that it asks for; for an update: the values that change. */
  event?: string;
  body?: unknown;
  /** `if_match`: the ETag of the record, or `*`; a record that is deleted or updated needs it. */
  items: { id: string | number; if_match?: string }[];
}

/** The outcome of each, in their order: as the single request would have been answered. */
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
  /** In bytes; null of a paper that an event has kept, which is made after it. */
  size: number | null;
  /** The paper of point 7 that an event has kept in it; missing for an upload. */
  paper?: string;
}

/** GET /api/-/files/{id}, asked for as JSON. */
export interface FileDetailsView extends Omit<FileView, 'paper'> {
  /** SHA-256 of the content, in hexadecimal digits; null while a paper is still being made. */
  sha256: string | null;
  /** The paper that an event has kept in it, and when (an instant); null for an upload. */
  kept: { paper: string; at: string } | null;
}
