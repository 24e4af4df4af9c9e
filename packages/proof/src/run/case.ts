import type { ClauseAddress } from '@nonet/language';
import type { ExpectedCall } from '../reference/calls.ts';
import type { ExpectedError, Words } from '../reference/refusal.ts';

/**
 * A derived test, as data: what is asked in which order, and what the document says to it. Ids that the product gives
 * are symbolic (`@Claim:7`) and stand for the real one from where it first comes.
 */
export interface Case {
  /** The clauses that it proves; the first names it. */
  readonly clauses: readonly ClauseAddress[];
  /** What it bears on besides, and alone doesn't prove: who asks for these clauses has it carried out, too. */
  readonly about?: readonly ClauseAddress[];
  readonly title: string;
  readonly steps: readonly Step[];
  /** Later cases rest on it, so that it is carried out whichever of them are asked for. */
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
  /** The symbol of the token of a session that the answer opens. */
  readonly opens?: string;
  /** What stands behind the answer: a failure is theirs. */
  readonly clauses: readonly ClauseAddress[];
  readonly expect: Expect;
}

/** Requests that are on their way in one moment, by one clock. */
export interface TogetherStep {
  readonly kind: 'together';
  readonly asks: readonly AskStep[];
  /** They are the same request: whichever comes first, the answers are these. Else each is answered as if it had come alone. */
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
  /** Undefined where it is not known beforehand. */
  readonly clause?: string | null;
  readonly errors: readonly ExpectedError[];
  readonly words: Words;
  /** The codes that carry it out; undefined where nobody says them beforehand. */
  readonly confirm?: readonly string[];
}

/** What an answer holds. */
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
      /** By record, the events that are possible, and `delete`, of those that were asked for. */
      readonly can?: Readonly<Record<string, readonly string[]>>;
      /** Records by what the order says of them: those of one group stand together. */
      readonly groups?: readonly (readonly string[])[];
    }
  /** A page that holds some records for sure, and others for sure not. */
  | {
      readonly kind: 'among';
      readonly entity: string;
      readonly all: readonly string[];
      readonly some: readonly string[];
    }
  /** A page that holds these records beside others; those that are not known yet are met there. */
  | {
      readonly kind: 'born';
      readonly entity: string;
      readonly records: readonly Readonly<Record<string, unknown>>[];
    }
  /** The screens that a reader may open. */
  | { readonly kind: 'slugs'; readonly slugs: readonly string[] }
  /** What stands on one of them, by clauses. */
  | { readonly kind: 'screen'; readonly screen: ExpectedScreen }
  /** Parts of a JSON answer, at least. */
  | { readonly kind: 'parts'; readonly parts: unknown }
  /** The tiles of a dashboard, by clause: a value, or one by group. */
  | { readonly kind: 'tiles'; readonly tiles: readonly Readonly<Record<string, unknown>>[] }
  /** A page of so many records. */
  | { readonly kind: 'length'; readonly length: number }
  /** A table in CSV with as many rows. */
  | { readonly kind: 'csv'; readonly header: readonly string[]; readonly rows: number }
  /** The history's entries, newest first. */
  | { readonly kind: 'history'; readonly entries: readonly Readonly<Record<string, unknown>>[] }
  /** What became of each row of an import, in their order. */
  | {
      readonly kind: 'imported';
      readonly rows: readonly ImportedRow[];
      readonly ignored: readonly string[];
      readonly confirm: readonly string[];
    };

export interface ImportedRow {
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
  /** With a query. */
  readonly path: string;
  readonly limit: number;
  readonly answer: Extract<Answer, { kind: 'page' }>;
  /** Somebody else, for whom its cursors count no more than for another list. */
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
  /** What was uploaded, as point 3 calls it. */
  readonly type: string;
  readonly size?: number;
  readonly clauses: readonly ClauseAddress[];
  readonly refused?: RefusedWith;
}

/** The same request again and again: all are answered alike but the last one. */
export interface BurstStep {
  readonly kind: 'burst';
  readonly as: string | null;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly times: number;
  readonly status: number;
  readonly last: number;
  /** What was asked longer ago doesn't count. */
  readonly seconds?: number;
  readonly clauses: readonly ClauseAddress[];
}

/** The clock moves; what is due then is done. */
export interface WaitStep {
  readonly kind: 'wait';
  readonly until: string;
  readonly clauses: readonly ClauseAddress[];
}

/** What the receiver of outbound calls has got since the last look. */
export interface CallsStep {
  readonly kind: 'calls';
  readonly at: string;
  /** Null: whatever came is not looked at. */
  readonly expect: readonly ExpectedCall[] | null;
  /** How the receiver answers what comes from now on. */
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

/** What is found in a place, by clauses: what is there, and what may be, as far as nobody says beforehand. */
export interface Parts {
  readonly shown: readonly ClauseAddress[];
  readonly perhaps: readonly ClauseAddress[];
}

/** An address is opened in a browser. */
export interface OpenStep {
  readonly kind: 'open';
  readonly at: string;
  readonly as: string | null;
  /** In words, the roles that this person holds whatever the record is: `member, clerk`. */
  readonly role: string;
  readonly route: string;
  readonly screen: ClauseAddress;
  /** Null: the screen is not opened. */
  readonly parts: Parts | null;
  /** What stands with some of its records, in their rows, on their cards or at their entries, and in their menus. */
  readonly records: readonly (Parts & { readonly id: string })[];
  /** The routes of the menu, in their order. */
  readonly menu: readonly string[];
  readonly clauses: readonly ClauseAddress[];
}

/** What an example of the document says, and the rest of the document does not: the case fails, whatever the product does. */
export interface DenialStep {
  readonly kind: 'denial';
  readonly reason: string;
  readonly clauses: readonly ClauseAddress[];
}
