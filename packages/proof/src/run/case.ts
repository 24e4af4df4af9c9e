import type { GivenRequest } from '@nonet/client';
import type { ClauseAddress, SignatureForm } from '@nonet/language';
import type { ExpectedCall, ExpectedNotice } from '../reference/expected-call.ts';
import type { ExpectedError, Words } from '../reference/refusal.ts';
import type { FailureReason } from './failure-reason.ts';

/**
 * A derived test as data: its requests in order, each with the answer that the document expects. Ids that the product
 * assigns are symbolic (`@Claim:7`) and are bound to the real one when it first appears.
 */
export interface Case {
  /** The clauses that it proves; the first names it. */
  readonly clauses: readonly ClauseAddress[];
  /**
   * Further clauses that the case concerns but does not prove alone. A run that requests one of them carries the case
   * out, too.
   */
  readonly about?: readonly ClauseAddress[];
  readonly title: string;
  readonly steps: readonly Step[];
  /** Later cases depend on this one, so it is always carried out. */
  readonly prepares?: true;
}

export type Step =
  | AskStep
  | TogetherStep
  | PagesStep
  | UploadStep
  | DownloadStep
  | WaitStep
  | CallsStep
  | BurstStep
  | OpenStep
  | DenialStep;

/** A request, and its answer. */
export interface AskStep {
  readonly kind: 'ask';
  /** The instant at which it is asked. */
  readonly at: string;
  /** An account's symbolic id; null: not signed in. */
  readonly as: string | null;
  /** An exact call shows who asks as the document states (7): the symbol of a token, or a text that opens nothing. */
  readonly token?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A service signs the body as it is sent (7). */
  readonly signed?: Signing;
  /** The symbol of the token of a session that the answer opens. */
  readonly opens?: string;
  /** The clauses behind the answer, to which a failure belongs. */
  readonly clauses: readonly ClauseAddress[];
  readonly expect: Expect;
}

/** How a service signs what it sends. */
export interface Signing {
  readonly form: SignatureForm;
  /** The header that has the signature; null for Standard Webhooks. */
  readonly header: string | null;
  readonly secret: string;
  /** `webhook-id`. */
  readonly id: string;
  /** How long ago it was signed, in seconds. */
  readonly age: number;
}

/** Requests that are on their way in one moment, by one clock. */
export interface TogetherStep {
  readonly kind: 'together';
  readonly asks: readonly AskStep[];
  /**
   * All requests are the same, so any order gives these answers. Otherwise each request is answered as if it had come
   * alone.
   */
  readonly areAlike?: true;
}

export interface Expect {
  readonly status: number;
  /** Header values that hold these texts. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that must not be there. */
  readonly without?: readonly string[];
  readonly problem?: ExpectedProblem;
  readonly answer?: Answer;
  /** Asked again with the `ETag` of its answer, it is 304 and nothing else. */
  readonly unchanged?: boolean;
}

export interface ExpectedProblem {
  readonly code: string;
  /** Undefined if it is not known beforehand. */
  readonly clause?: string | null;
  readonly errors: readonly ExpectedError[];
  readonly words: Words;
  /** The codes that confirm the request; undefined if they are not known beforehand. */
  readonly confirm?: readonly string[];
}

/** The entries of one entity in a calendar for other programs. */
export interface ExpectedCalendar {
  readonly entity: string;
  /** The segment of its list in the API. */
  readonly path: string;
  /** The field in which an entry begins. */
  readonly field: string;
  /** The records that may be entries, and those of them that certainly are. */
  readonly all: readonly string[];
  readonly some: readonly string[];
}

/** The content of an answer. */
export type Answer =
  /** JSON, exactly: nothing more and nothing less. */
  | { readonly kind: 'exactly'; readonly body: unknown }
  | { readonly kind: 'nothing' }
  /** One record, exactly. */
  | { readonly kind: 'record'; readonly record: Readonly<Record<string, unknown>> }
  /** A page with these records, in any order among those that its order does not distinguish. */
  | {
      readonly kind: 'page';
      readonly entity: string;
      readonly ids: readonly string[];
      readonly records?: readonly Readonly<Record<string, unknown>>[];
      readonly count?: number;
      /** The possible events of each record, and `delete`, among the requested ones. */
      readonly can?: Readonly<Record<string, readonly string[]>>;
      /** The records in the groups that the order determines: the order within a group is open. */
      readonly groups?: readonly (readonly string[])[];
    }
  /** A page that holds some records for sure, and others for sure not. */
  | {
      readonly kind: 'among';
      readonly entity: string;
      readonly all: readonly string[];
      readonly some: readonly string[];
    }
  /** A page with these records among others; records without a known id get theirs here. */
  | {
      readonly kind: 'created';
      readonly entity: string;
      readonly records: readonly Readonly<Record<string, unknown>>[];
    }
  /** A report by rows, and by columns where it has them; `cells` of each row, null where there is no record. */
  | {
      readonly kind: 'report';
      readonly rows: readonly ReportedLine[];
      readonly columns: readonly ReportedLine[] | null;
      readonly cells: readonly (readonly (readonly unknown[] | null)[])[];
      readonly total: readonly unknown[];
      /** Groups without an order of their own are as their numbers are. */
      readonly isRowOrderKnown: boolean;
      readonly isColumnOrderKnown: boolean;
    }
  /** The records of an entity that the search over everything finds, in groups of which the best is first. */
  | { readonly kind: 'found'; readonly entity: string; readonly groups: readonly (readonly string[])[] }
  /** A calendar for other programs, with these entries and no others of their entities. */
  | { readonly kind: 'calendar'; readonly calendars: readonly ExpectedCalendar[] }
  /** The screens that a reader may open. */
  | { readonly kind: 'slugs'; readonly slugs: readonly string[] }
  /** The content of one of them, by clauses. */
  | { readonly kind: 'screen'; readonly screen: ExpectedScreen }
  /** Parts of a JSON answer, at least. */
  | { readonly kind: 'parts'; readonly parts: unknown }
  /** The tiles of a dashboard, by clause: a value, or one by group. */
  | { readonly kind: 'tiles'; readonly tiles: readonly Readonly<Record<string, unknown>>[] }
  /**
   * An inbox with these notices among others; with others of these names, in whatever words; with none from before an
   * instant.
   */
  | {
      readonly kind: 'inbox';
      readonly notices: readonly ExpectedNotice[];
      readonly named?: readonly string[];
      readonly since?: string;
    }
  /** A page of so many records. */
  | { readonly kind: 'length'; readonly length: number }
  /** A table in CSV with as many rows. */
  | { readonly kind: 'csv'; readonly header: readonly string[]; readonly rows: number }
  /** The history's entries, newest first. */
  | { readonly kind: 'history'; readonly entries: readonly ExpectedEntry[] }
  /** The outcome of each row of an import, in their order. */
  | {
      readonly kind: 'imported';
      readonly rows: readonly ImportedRow[];
      readonly ignored: readonly string[];
      readonly confirm: readonly string[];
    };

/** A row or a column of a report: its key, a record's id among them, and its values by measure. */
export interface ReportedLine {
  readonly key: string | boolean | null;
  readonly values: readonly unknown[];
}

export interface ImportedRow {
  /** The line in which it begins, from 1. */
  readonly line: number;
  /** Null: nothing was created of it. */
  readonly id: string | null;
  readonly errors: readonly ExpectedError[];
}

export interface ExpectedScreen {
  readonly slug: string;
  readonly route: string;
  readonly kind: string | null;
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly actions: readonly string[];
  readonly tiles: readonly string[];
  readonly search: boolean;
  readonly pageSize: number;
  readonly empty: string | null;
}

/** A list that is read to its end by its cursors, so many records at a time. */
export interface PagesStep {
  readonly kind: 'pages';
  readonly at: string;
  readonly as: string | null;
  /** The path, with its query. */
  readonly path: string;
  readonly limit: number;
  readonly answer: Extract<Answer, { kind: 'page' }>;
  /** Another reader, for whom its cursors are as invalid as for another list. */
  readonly other?: string;
  /** Another list, which takes none of its cursors. */
  readonly elsewhere: string;
  readonly refused: Expect;
  readonly clauses: readonly ClauseAddress[];
}

export interface UploadStep {
  readonly kind: 'upload';
  readonly at: string;
  readonly as: string | null;
  readonly type: string;
  readonly size?: number;
  readonly id: string;
  readonly clauses: readonly ClauseAddress[];
  readonly refused?: RefusedWith;
}

export type RefusedWith = ExpectedProblem & { readonly status: number };

/** An upload is asked for: it is served as it was sent, and never as something that a browser would run; or refused. */
export interface DownloadStep {
  readonly kind: 'download';
  readonly at: string;
  readonly as: string | null;
  readonly id: string;
  /** The kind of file that was uploaded, as point 3 calls it. */
  readonly type: string;
  readonly size?: number;
  /** An event has kept a paper in it, whose form is not compared. */
  readonly isPaper?: true;
  readonly clauses: readonly ClauseAddress[];
  readonly refused?: RefusedWith;
}

/** The same request again and again: all but the last one have the same answer. */
export interface BurstStep {
  readonly kind: 'burst';
  readonly as: string | null;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly times: number;
  readonly status: number;
  readonly last: number;
  /** Requests from longer ago do not count. */
  readonly seconds?: number;
  readonly clauses: readonly ClauseAddress[];
}

/** The clock moves; what is due then is done. */
export interface WaitStep {
  readonly kind: 'wait';
  readonly until: string;
  /** People go on with the sessions that they have: what has ended meanwhile is seen. */
  readonly keepsSessions?: true;
  readonly clauses: readonly ClauseAddress[];
}

/** The requests that the receiver of outbound calls has got since the last look. */
export interface CallsStep {
  readonly kind: 'calls';
  readonly at: string;
  /** Null: the received calls are not checked. */
  readonly expect: readonly ExpectedCall[] | null;
  /** How the receiver answers later calls. */
  readonly answers?: readonly ReceiverAnswer[];
  readonly clauses: readonly ClauseAddress[];
}

export interface ReceiverAnswer {
  /** The constant of the origin that it answers for. */
  readonly origin: string;
  readonly method: string;
  /** A regular expression for the paths that it answers, with their queries. */
  readonly path: string;
  readonly status: number;
  /** The connection breaks in the middle of it. */
  readonly breaksOff?: true;
  readonly body: unknown;
}

/**
 * The expected content of a place, by clauses: parts that must be there, and parts that may be there because it is not
 * known beforehand.
 */
export interface Parts {
  readonly shown: readonly ClauseAddress[];
  readonly perhaps: readonly ClauseAddress[];
}

/**
 * A request that the page of a given screen is made to ask for (2): the screen declares it or not. If it does, nothing
 * is changed by it: it names no record, or a field that there is not.
 */
export interface PageProbe {
  readonly request: GivenRequest;
  /** The clause that declares it; null: none does, and it is refused. */
  readonly clause: ClauseAddress | null;
  /** Of the records that it answers: the fields that some have, and all that any may have. */
  readonly fields?: { readonly shown: readonly string[]; readonly declared: readonly string[] };
}

/** An address is opened in a browser. */
export interface OpenStep {
  readonly kind: 'open';
  readonly at: string;
  readonly as: string | null;
  /** The roles about the user that this person holds, in words: `member, clerk`. */
  readonly role: string;
  readonly route: string;
  readonly screen: ClauseAddress;
  /** Null: the screen is not opened. */
  readonly parts: Parts | null;
  /** The parts of some of its records: in their rows, on their cards or at their entries, and in their menus. */
  readonly records: readonly (Parts & { readonly id: string })[];
  /** On a given screen: the requests that its page is made to ask for. */
  readonly probes?: readonly PageProbe[];
  /** The routes of the menu, in their order. */
  readonly menu: readonly string[];
  readonly clauses: readonly ClauseAddress[];
}

/** An entry of a history, newest first: `fields` are those that have changed, `values` what they were and are. */
export interface ExpectedEntry extends Readonly<Record<string, unknown>> {
  readonly fields: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** An example of the document contradicts the rest of the document: the case fails with any product. */
export interface DenialStep {
  readonly kind: 'denial';
  readonly reason: FailureReason;
  readonly clauses: readonly ClauseAddress[];
}
