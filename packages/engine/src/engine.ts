import type { AnsweredAction, ExactCall, Message, Plan, CallSignature } from '@nonet/language';
import type { ReadPaper } from './papers/paper.ts';
import type { FieldError } from './refusal.ts';
import type { Identity } from './session/account.ts';

/**
 * A person who reads or writes. `roles` are the assigned ones; the engine derives the others, and those by
 * relationship.
 */
export interface Actor {
  readonly userId: string | null;
  readonly roles: readonly string[];
  /** Set where the actor is known from an earlier request: each operation verifies it along with its own statements. */
  readonly session?: RememberedSession;
  /** The region in whose form messages write values (BCP 47); the document's `LOCALE` where it is not given. */
  readonly locale?: string;
  /** The time zone that the actor has chosen (9, PERSONAL_TIME_ZONE): IANA, or `device`; the product's where it is not given. */
  readonly timeZone?: string;
  /** The region in whose form the actor reads (9, PERSONAL_REGION): ISO 3166; that of `locale` where it is not given. */
  readonly region?: string;
}

export interface RememberedSession {
  /** The hash in PostgreSQL's form of bytes: `\\x…`. */
  readonly tokenHash: string;
  /** Finds the session's user as they are today. */
  find(): Promise<Actor>;
}

/** A record in the form of the wire (see the client's `wire.ts`). */
export type WireRecord = { id: string; _title: string; [field: string]: unknown };

/**
 * Parsed query of a list; keys are checked against the plan by the engine, which refuses unknown and forbidden ones.
 */
export interface ListQuery {
  /** `status=submitted`, `total.gte=100`, `customer.name.contains=…` as they came, without the reserved keys. */
  readonly filters: readonly { readonly key: string; readonly value: string }[];
  readonly search: string | null;
  /** `-created_at,number`. */
  readonly order: string | null;
  readonly fields: string | null;
  readonly expand: string | null;
  readonly limit: number | null;
  /** Whether the limit may go beyond `MAX_PAGE_SIZE`: it is the server's own, and not a client's. */
  readonly isOwnLimit?: boolean;
  readonly cursor: string | null;
  readonly count: boolean;
  /** The slug of a screen: its `where`, `order` and `search` apply, and its audience is checked. */
  readonly screen: string | null;
  /** `export`: only records that this reader may export too (6); refused where no role allows it. */
  readonly purpose?: 'read' | 'export';
  /** `Line.category`: only what this field may refer to (3, `among`), with its form's values as `this.…` filters. */
  readonly for?: string | null;
  /** Whether its search looks in what people find a record by (its title, what lists search), as that of a picker does. */
  readonly isFinding?: boolean;
  /** Lists the softly deleted records that the actor may restore, instead of the living ones. */
  readonly deleted?: boolean;
  /** The records behind a tile of a dashboard, by its clause, or behind one of its groups (null: nothing stated). */
  readonly tile?: { readonly clause: string; readonly group?: string | null } | null;
  /** `approve,reject`: which of these events the actor may cause now, for each record. */
  readonly can?: string | null;
}

/** The records of an export, read as they are taken. */
export interface RecordExport {
  /** The next records; null after the last ones. */
  next(): Promise<readonly WireRecord[] | null>;
  /** Ends it before its last record. Whoever has opened an export ends it, however it goes on. */
  end(): void;
}

/** A part of a dashboard, and how long its reader waits for it. */
export interface DashboardQuery {
  /** One tile alone, by its clause; null: all of them. */
  readonly tile: string | null;
  /** Whether tiles that take long are answered as `late` at once, because their reader asks for each of them then. */
  readonly isSoon: boolean;
}

/** A request for the sums and groups of all records of a list, over the query that selects them. */
export interface SummaryQuery {
  /** Numbers that are added up: `total,lines.amount`; null: none. */
  readonly of: string | null;
  /** The value that divides the records into groups: `status`, `customer`, `month(wanted)`; null: none. */
  readonly by: string | null;
}

/** The values of one column over all records: those that are empty, or that the reader may not read, do not count. */
export interface SummaryValues {
  readonly filled: number;
  readonly sum: string | number;
  readonly average: string | null;
  readonly minimum: string | number | null;
  readonly maximum: string | number | null;
}

/** In the form of the client's `SummaryView`. */
export interface Summary {
  readonly count: number;
  readonly values: Readonly<Record<string, SummaryValues>>;
  readonly groups:
    | readonly {
        readonly key: string | number | boolean | null;
        readonly label: string | null;
        readonly count: number;
        readonly values: Readonly<Record<string, SummaryValues>>;
      }[]
    | null;
  /** The number of groups that are not listed: the smallest. */
  readonly further: number;
}

/** A request for a report over the records of a list. */
export interface ReportQuery {
  /** The value that divides the records into rows: `status`, `customer`, `month(wanted)`; it is required. */
  readonly rows: string | null;
  /** The same for columns; null: none. */
  readonly columns: string | null;
  /** `count,sum(total)`; null: the count. */
  readonly measures: string | null;
}

/** The values of some records, by measure; null: no value. */
export type ReportCell = readonly (string | number | null)[];

export interface ReportGroup {
  readonly key: string | number | boolean | null;
  /** The title of a record. */
  readonly label: string | null;
  readonly total: ReportCell;
}

/** In the form of the client's `ReportView`. The totals are over all records, whichever groups are listed. */
export interface Report {
  readonly measures: readonly string[];
  readonly rows: readonly (ReportGroup & ReportLine)[];
  /** The rows that are not listed, taken together; null: there are none. */
  readonly otherRows: ({ readonly groups: number; readonly total: ReportCell } & ReportLine) | null;
  /** Null without columns. */
  readonly columns: readonly ReportGroup[] | null;
  readonly otherColumns: { readonly groups: number; readonly total: ReportCell } | null;
  readonly total: ReportCell;
}

export interface ReportLine {
  /** By column, the others last; null where there is no record. Null without columns. */
  readonly cells: readonly (ReportCell | null)[] | null;
}

export interface ListPage {
  readonly items: readonly WireRecord[];
  /** The items as the text of a JSON array: what the database wrote, for those who pass it on. */
  readonly json: string;
  readonly next: string | null;
  readonly count: number | null;
  /** The possible events of `can`, by item; null if the request does not ask. */
  readonly can?: readonly (readonly string[])[] | null;
}

export interface ReadRecord {
  readonly record: WireRecord;
  /** The record as JSON text: what the database wrote, for those who pass it on. */
  readonly json: string;
  /** The keyed hash of the whole record as this reader may read it. */
  readonly etag: string;
}

/** The way in which a write was carried out: judged and saved by one statement, or by several inside a transaction. */
export type WritePath = 'one statement' | 'several statements';

export interface WriteOptions {
  /** The `If-Match` header's tag; null if the operation doesn't need one. */
  readonly ifMatch: string | null;
  /** `Idempotency-Key`, scoped by user. */
  readonly idempotencyKey?: string | null;
  /** The codes of the warnings that the actor has confirmed (5). */
  readonly confirm?: readonly string[];
  /** Is called with the path of a write once it is done; not if the answer is the one of an earlier request. */
  readonly onPath?: (path: WritePath) => void;
}

/** One record put into a `many` field of another, or taken out of it. */
export interface ManyChange {
  readonly field: string;
  readonly change: 'add' | 'remove';
  /** The id of the record that is put in or taken out. */
  readonly id: string;
}

/** One request of an exact call (7), as it came. */
export interface ExactCallRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: ReadonlyMap<string, string>;
  /** Parsed JSON; undefined if there is none. */
  readonly body: unknown;
  /** The product's origin as the client reached it: `https://example.com`. */
  readonly origin: string;
  /** The token that the caller came with, or was just given. */
  readonly token: string | null;
}

/** The request of a service from outside (7): its headers, by their names in small letters, and the bytes of its body. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Uint8Array;
}

/** The answer of an exact call. */
export interface ExactCallReply {
  readonly status: number;
  /** JSON text, made by the database; null if there is none. */
  readonly body: string | null;
  readonly location: string | null;
}

/** A table in text, as it came: its first line names fields. */
export interface ImportTable {
  /**
   * The region in whose form its numbers and dates are written (BCP 47), as a spreadsheet saves them; null: as on the
   * wire.
   */
  readonly locale: string | null;
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** The outcome of a row of an import, or the outcome that it would have. */
export interface ImportedRow {
  readonly line: number;
  readonly change: 'create';
  /** The id as on the wire; null if the row is refused. */
  readonly id: string | number | null;
  readonly errors: readonly FieldError[];
  /** Whether the errors are only warnings. */
  readonly warns: boolean;
}

export interface ImportResult {
  /** The columns that nobody can import, by their names in the file; they are ignored. */
  readonly ignored: readonly string[];
  readonly rows: readonly ImportedRow[];
  /** The codes that let all rows in, once they are confirmed (5). */
  readonly confirm: readonly string[];
}

/** The change that is made to each of several records. */
export type BulkAction =
  | { readonly kind: 'event'; readonly event: string; readonly body: unknown }
  | { readonly kind: 'update'; readonly body: unknown }
  | { readonly kind: 'delete' }
  | { readonly kind: 'restore' };

export interface BulkItem {
  readonly id: string;
  readonly ifMatch: string | null;
}

/**
 * The result of one item: the answer of the single write (null if it has none), or the error that it would have thrown.
 */
export type BulkResult =
  | { readonly id: string; readonly answer: ReadRecord | null }
  | { readonly id: string; readonly error: unknown };

export type Verdict =
  | { readonly may: true }
  | { readonly may: false; readonly code: string; readonly message: Message; readonly clause: string | null };

/** The operations that an actor may do with a record now, and why not the others (the client's `CanView`). */
export type Can = Readonly<Record<Exclude<AnsweredAction, 'erase' | 'merge'>, Verdict>> & {
  /** Only where point 6 says who merges records of the entity. */
  readonly merge?: Verdict;
  /** Only of a user, in a product that erases people. */
  readonly erase?: Verdict;
  readonly fields: readonly string[];
  readonly events: Readonly<Record<string, Verdict>>;
  /** The papers of the record (7) that they may make, by name. */
  readonly papers: readonly string[];
};

/** One product: one plan on one database. The server, the command line and the tests all call these operations. */
export interface Engine {
  readonly plan: Plan;
  list(actor: Actor, entity: string, query: ListQuery): Promise<ListPage>;
  /** All records of a list that this reader may export, as they are at one moment. */
  export(actor: Actor, entity: string, query: ListQuery): Promise<RecordExport>;
  /** The number of all records of a list, their sums, and the same of each group. */
  summarize(actor: Actor, entity: string, query: ListQuery, asked: SummaryQuery): Promise<Summary>;
  /** The records of a list counted and measured by one or two groupings. */
  report(actor: Actor, entity: string, query: ListQuery, asked: ReportQuery): Promise<Report>;
  read(
    actor: Actor,
    entity: string,
    id: string,
    query: { fields: string | null; expand: string | null },
  ): Promise<ReadRecord>;
  create(actor: Actor, entity: string, body: unknown, options: WriteOptions): Promise<ReadRecord>;
  /** Adds a user with their password (`body.password`), as somebody who is not signed in. */
  signUp(body: unknown): Promise<{ readonly id: string }>;
  /**
   * Adds a user whom a sign-in provider identifies, with the provider's values, bound to that identity and without a
   * password.
   */
  signUpAs(identity: Identity, body: unknown): Promise<{ readonly id: string }>;
  /** Creates a record from each row, all or none; `dryRun` only says what would become of each. */
  import(
    actor: Actor,
    entity: string,
    table: ImportTable,
    options: WriteOptions & { readonly dryRun: boolean },
  ): Promise<ImportResult>;
  update(actor: Actor, entity: string, id: string, body: unknown, options: WriteOptions): Promise<ReadRecord>;
  /** Puts one record into a `many` field, or takes it out. */
  changeMany(
    actor: Actor,
    entity: string,
    id: string,
    change: ManyChange,
    options: Pick<WriteOptions, 'idempotencyKey'>,
  ): Promise<ReadRecord>;
  delete(actor: Actor, entity: string, id: string, options: WriteOptions): Promise<void>;
  restore(actor: Actor, entity: string, id: string, options: WriteOptions): Promise<ReadRecord>;
  /** Erases a person (3, `erased`): `entity` is `User`. */
  erase(actor: Actor, entity: string, id: string, options: WriteOptions): Promise<ReadRecord>;
  /**
   * Merges two records: `body` names the one that goes and the fields whose values are taken from it
   * (`{"from": {"id": …}, "take": […]}`). Answers the one that stays.
   */
  merge(actor: Actor, entity: string, id: string, body: unknown, options: WriteOptions): Promise<ReadRecord>;
  /** The record into which this one was merged; null: it never was. Whoever asks has to be able to read that one. */
  mergedInto(entity: string, id: string): Promise<string | number | null>;
  /** `id` null for an event from `new`. */
  fire(
    actor: Actor,
    entity: string,
    id: string | null,
    event: string,
    body: unknown,
    options: WriteOptions,
  ): Promise<ReadRecord>;
  /** A sequence of single writes, each with its result; `idempotencyKey` is for all of them. */
  bulk(
    actor: Actor,
    entity: string,
    action: BulkAction,
    items: readonly BulkItem[],
    options: Omit<WriteOptions, 'ifMatch'>,
  ): Promise<readonly BulkResult[]>;
  can(actor: Actor, entity: string, id: string): Promise<Can>;
  /** In the form of the client's `HistoryEntryView[]`. */
  history(actor: Actor, entity: string, id: string): Promise<unknown[]>;
  /** A paper of point 7 as the actor may read it; `locale`: the language of the product, whatever the actor prefers. */
  paper(actor: Actor, entity: string, id: string, name: string, locale: string): Promise<ReadPaper>;
  /** The roles about the user alone that an actor holds now (6): no record decides about them. */
  heldRoles(actor: Actor): Promise<ReadonlySet<string>>;
  /** In the form of the client's `DashboardView`. */
  dashboard(actor: Actor, screen: string, query?: DashboardQuery): Promise<unknown>;
  /** Chooses the block of an exact call (7) that answers this request. */
  choose(actor: Actor, calls: readonly ExactCall[], request: ExactCallRequest): Promise<ExactCall>;
  /** Refuses an actor who may not make an exact call, before anything is done outside of `answer`. */
  admit(actor: Actor, call: ExactCall): Promise<void>;
  /** Adds a user by an exact call, as `signUp` does. It does not sign them in. */
  answerSignUp(call: ExactCall, request: ExactCallRequest): Promise<{ readonly id: string }>;
  /** Carries out an exact call as its caller, and answers it. The caller has done before what it does with sessions. */
  answer(actor: Actor, call: ExactCall, request: ExactCallRequest, options: WriteOptions): Promise<ExactCallReply>;
  /** Whether a service has signed what it sends (7). @throws {Refusal} UNAVAILABLE where the deployment has no secret */
  isSigned(signed: CallSignature, delivery: Delivery): boolean;
  /** Carries out a signed call, whose delivery is verified, as the product itself. */
  answerSigned(call: ExactCall, request: ExactCallRequest, delivery: Delivery): Promise<ExactCallReply>;
  /** Counts one hit of a gap, by clause, role and day. */
  hit(clause: string, roles: readonly string[]): void;
  /** Hits by clause. */
  hits(): Promise<ReadonlyMap<string, number>>;
}
