import type { Expression, Query, Template } from '../expression/tree.ts';
import type { Clause, ClauseAddress } from './clause.ts';
import type { FieldType } from './entities.ts';
import type { PaperOf } from './papers.ts';
import type { Effect } from './states.ts';

/**
 * Point 7: one outbound call: a request (`### Made`), a mail (`### Mails`), or a notice (`### Notices`). Requests and mails are
 * queued, tried again and ended alike; so are the mails of people who want to get a notice by mail as well.
 */
export type OutboundCall = Outbound &
  (
    | {
        readonly kind: 'request';
        /** Null if the request is not shown: the call is not made. */
        readonly request: CallRequest | null;
        readonly mail: null;
      }
    | {
        readonly kind: 'mail';
        readonly request: null;
        /** Null if its recipients, its subject or its words are not shown: the mail is not sent. */
        readonly mail: Mail | null;
      }
    | {
        readonly kind: 'notice';
        readonly request: null;
        /** Null if its recipients or its words are not shown: nobody gets it. */
        readonly mail: Mail | null;
        /** Nobody can do without it. */
        readonly isNecessary: boolean;
      }
  );

interface Outbound extends Clause {
  readonly name: string;
  readonly description: string;
  readonly when: readonly CallCause[];
  /** One call for each of the records of a list of the record (`m in members`), which the query's variable names. */
  readonly forEach: Query | null;
  readonly expects: { readonly from: number; readonly to: number; readonly withinMilliseconds: number };
  readonly retry: { readonly times: number; readonly firstMilliseconds: number; readonly doubling: boolean };
  /** The `secret` constant that its requests are signed with; null if they are not. */
  readonly signedWith: string | null;
  readonly answer: readonly { readonly name: string; readonly type: FieldType; readonly required: boolean }[];
  /** An address in the answer to which the browser of whoever caused it goes; null if there is none. */
  readonly goesTo: Journey | null;
  /** The screen to which the service sends the browser back, which the request names as `{return_url}`. */
  readonly returnsTo: { readonly kind: 'record' } | { readonly kind: 'screen'; readonly route: string } | null;
  /** `this` is the record, `response` the answer; the field of `goesTo` is set first. */
  readonly then: readonly Effect[];
  /** Null if it is not shown: a spent call waits for a person, and counts a hit. */
  readonly fails: readonly Effect[] | null;
  /** In a plan: the clause of the first thing that is not shown and that the call needs. It is not made then. */
  readonly gap?: ClauseAddress;
}

/** The address of a journey: the field of the record that holds it while it is open, and where it may lead. */
export interface Journey {
  readonly field: string;
  /** The value of the answer. */
  readonly answer: string;
  /** The hosts; null: that of the request. */
  readonly hosts:
    | readonly (
        | { readonly kind: 'literal'; readonly value: string }
        | { readonly kind: 'constant'; readonly name: string }
      )[]
    | null;
}

/** The content of a mail, or of a notice, which its reader may get by mail as well. */
export interface Mail {
  readonly to: readonly Recipients[];
  /** An address, or a text with an address in it; null: the sender's own. */
  readonly replyTo: Template | null;
  readonly subject: Template;
  /** Markdown. */
  readonly body: readonly MailPart[];
  /** The files that it brings, in their order; a notice has none. */
  readonly attach: readonly Attachment[];
  /** The place that a notice leads to, which is no value; null for a mail. */
  readonly link: string | RecordLink | null;
}

/** A file that a mail brings: of a field, or a paper that is made for its recipient. */
export type Attachment = { readonly kind: 'file'; readonly file: Expression } | ({ readonly kind: 'paper' } & PaperOf);

/** Those who get a mail, each their own. */
export type Recipients =
  /** A user; nobody where it is null. */
  | { readonly kind: 'user'; readonly user: Expression }
  /** The users of a list, or of a query. */
  | { readonly kind: 'users'; readonly users: Query }
  /** Whoever reads an address; nobody where it is null. */
  | { readonly kind: 'address'; readonly address: Expression };

/** Markdown as it is stated, the value of a placeholder, or the address of a record's screen (`[the loan]({this})`). */
export type MailPart = string | Expression | RecordLink;

/** The address of a record's screen. */
export interface RecordLink {
  readonly kind: 'link';
  readonly record: Expression;
}

export interface CallCause {
  readonly entity: string;
  /** `create`, `update`, `delete`, an event; of a schedule its words: `every day at 06:00`. */
  readonly event: string;
  readonly condition: Expression | null;
  /** The times of the call, if time causes it, for each record on which the condition holds; otherwise null. */
  readonly schedule: Schedule | null;
}

/** `every day at 06:00`, `every monday at 18:30`, in `TIME_ZONE`. */
export interface Schedule {
  /** The day of the week, Monday 1 to Sunday 7; null: every day. */
  readonly weekday: number | null;
  /** `06:00`. */
  readonly time: string;
}

export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The origin: literal, or the name of an `env` constant. */
  readonly origin:
    | { readonly kind: 'literal'; readonly value: string }
    | { readonly kind: 'constant'; readonly name: string };
  /** Path segments and query values; each template's values are percent-encoded. */
  readonly path: Template;
  readonly headers: readonly { readonly name: string; readonly value: Template }[];
  readonly body: JsonTemplate | null;
}

export type JsonTemplate =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** A string that is only `{expr}` keeps the type of its value. */
  | { readonly kind: 'value'; readonly expression: Expression }
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'array'; readonly items: readonly JsonTemplate[] }
  | { readonly kind: 'object'; readonly members: readonly { readonly name: string; readonly value: JsonTemplate }[] };
