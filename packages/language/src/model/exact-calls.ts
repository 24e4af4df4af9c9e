import type { Expression, Template } from '../expression/tree.ts';
import type { Clause } from './clause.ts';
import type { SortKey } from './entities.ts';

/**
 * Point 7, `### Answered` and `### Shapes`: the exact calls that the product answers in addition to the derived API.
 */
export interface ExactCalls {
  /** Put before the path of each call: `/api`; empty if none is stated. */
  readonly base: string;
  /** The word before the token in `Authorization: Token {token}`; null if callers bring none. */
  readonly token: string | null;
  /** The cookie that holds a session; null if none is stated. */
  readonly cookie: string | null;
  /** The duration of a session that these calls open; null: SESSION_LENGTH. */
  readonly lastsSeconds: number | null;
  /** The origins whose pages may call; null: only the product's own. */
  readonly origins: 'any' | readonly string[] | null;
  /** The form of errors; null: problems (RFC 9457). */
  readonly errors: ErrorForm | null;
  /** Forms of single errors, by code. */
  readonly errorsOf: Readonly<Record<string, ErrorForm>>;
  readonly calls: readonly ExactCall[];
  readonly shapes: readonly Shape[];
}

/** The product answers only the derived API. */
export const NO_EXACT_CALLS: ExactCalls = {
  base: '',
  token: null,
  cookie: null,
  lastsSeconds: null,
  origins: null,
  errors: null,
  errorsOf: {},
  calls: [],
  shapes: [],
};

/** A status (null: the error's own) and a body (null: none). */
export interface ErrorForm {
  readonly status: number | null;
  readonly body: ErrorTemplate | null;
}

/** The values that placeholders of an error can have. */
export const ERROR_VALUES = ['key', 'message', 'code', 'status', 'entity', 'time'] as const;
export type ErrorValue = (typeof ERROR_VALUES)[number];

/** A text with placeholders; one that is only a placeholder keeps its type (`status` is a number). */
export type ErrorText = readonly (string | { readonly value: ErrorValue })[];

export type ErrorTemplate =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'text'; readonly text: ErrorText }
  /** Repeats its items for each error where one of them has a placeholder. */
  | { readonly kind: 'list'; readonly items: readonly ErrorTemplate[] }
  /** A member whose name has a placeholder is there once for each of its values, with the errors that have it. */
  | {
      readonly kind: 'object';
      readonly members: readonly { readonly name: ErrorText; readonly value: ErrorTemplate }[];
    };

export const EXACT_CALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ExactCallMethod = (typeof EXACT_CALL_METHODS)[number];

/** One call. Several of one method and path are tried in order: the first whose `when` holds answers. */
export interface ExactCall extends Clause {
  /** `get_articles_slug`: distinguishes the call from others. */
  readonly name: string;
  readonly method: ExactCallMethod;
  /** The whole path, `{slug}` for a parameter: `/api/articles/{slug}`. */
  readonly path: string;
  readonly parameters: readonly string[];
  readonly description: string;
  /** Roles of point 6, or everyone; null if it is a gap: nobody. `everyone` for a signed call, which has no `by`. */
  readonly by: readonly string[] | 'everyone' | null;
  /** The proof that whoever calls knows a secret: the call then acts for the product itself. Null: a caller acts. */
  readonly signed: CallSignature | null;
  /** Reads `user`, `path`, `query` and `body`; of a signed call only `body`. */
  readonly when: Expression | null;
  /** Null if it is not shown. */
  readonly does: ExactCallAction | null;
  /** Null if it is not shown. */
  readonly answers: Answer | null;
  /** Clauses of parts that are not shown: the call is refused as NOT_SPECIFIED. */
  readonly open: readonly string[];
}

/** The ways in which a service from outside signs the body that it sends. */
export const SIGNATURE_FORMS = ['standard webhooks', 'hex', 'base64', 't,v1'] as const;
export type SignatureForm = (typeof SIGNATURE_FORMS)[number];

/** An HMAC-SHA-256 over the body, byte for byte, with a secret that the caller knows, too. */
export interface CallSignature {
  /** A `secret` constant. */
  readonly secret: string;
  /** `standard webhooks` and `t,v1` cover the time at which it was sent as well. */
  readonly form: SignatureForm;
  /** The header that has the signature, in small letters; null for Standard Webhooks, which name theirs. */
  readonly header: string | null;
  /** The age of a signature with a time that still counts. */
  readonly withinSeconds: number;
  /** The value that names what is told: it has its effect once. Null: `webhook-id`, or the body itself. */
  readonly once: RequestValue | null;
}

/** The place of a value in a request: `path.slug`, `query.limit`, `body.user.email` (a path of keys). */
export interface RequestValue {
  readonly from: 'path' | 'query' | 'body';
  readonly name: string;
}

/** The part of the body that is read, and the shape it is read by. */
export interface BodySource {
  /** Keys from the body inwards; empty for the body itself. */
  readonly path: readonly string[];
  readonly shape: string;
}

/** How one record is found: by its id or a unique field. */
export interface Finder {
  readonly field: string;
  readonly value: RequestValue;
}

/** A record: found by itself (or the caller), then through lists of the record before, parents first. */
export interface Target {
  readonly entity: string;
  readonly start: { readonly entity: string; readonly by: Finder } | 'user';
  readonly steps: readonly { readonly list: string; readonly entity: string; readonly by: Finder }[];
}

/** Records: all of an entity, or those of a record's list. */
export interface Records {
  readonly entity: string;
  readonly of: { readonly target: Target; readonly list: string } | null;
}

export type Paging =
  | { readonly kind: 'offset'; readonly limit: Size; readonly offset: RequestValue | null }
  /** `first`: the number of the first page. */
  | { readonly kind: 'page'; readonly page: RequestValue; readonly first: 0 | 1; readonly size: Size };

/** A number of records that the request may state, and its default. */
export interface Size {
  readonly value: RequestValue | null;
  readonly standard: number | null;
}

export type ExactCallAction =
  | {
      readonly kind: 'create';
      readonly records: Records;
      readonly values: Readonly<Record<string, Expression>>;
      readonly body: BodySource | null;
      /** `from each`: the body is a list, and each of its items makes a record. */
      readonly each: boolean;
    }
  | { readonly kind: 'read'; readonly target: Target }
  | {
      readonly kind: 'list';
      readonly records: Records;
      readonly where: Expression | null;
      /** Each applies only where its values are given. */
      readonly filters: readonly { readonly condition: Expression; readonly needs: readonly RequestValue[] }[];
      readonly search: { readonly text: RequestValue; readonly paths: readonly (readonly string[])[] } | null;
      readonly order: readonly SortKey[];
      readonly paging: Paging | null;
    }
  | { readonly kind: 'update'; readonly target: Target; readonly body: BodySource }
  | { readonly kind: 'delete'; readonly target: Target }
  | { readonly kind: 'delete each'; readonly records: Records; readonly where: Expression | null }
  /** `target` null: an event from `new`. */
  | {
      readonly kind: 'fire';
      readonly entity: string;
      readonly event: string;
      readonly target: Target | null;
      readonly body: BodySource | null;
    }
  | {
      readonly kind: 'add' | 'remove';
      readonly target: Target;
      readonly list: string;
      readonly what: Target;
    }
  | { readonly kind: 'sign up'; readonly body: BodySource }
  | {
      readonly kind: 'sign in';
      readonly name: RequestValue;
      readonly password: RequestValue;
      readonly lastsSeconds: number | null;
    }
  /** `nothing`: it is answered, and that is all. */
  | { readonly kind: 'sign out' | 'user' | 'reset' | 'nothing' }
  | { readonly kind: 'refuse'; readonly code: string };

export interface Answer {
  readonly status: number;
  /** The target of a redirection. */
  readonly location: Template | null;
  /** Null: no body. */
  readonly body: AnswerTemplate | null;
}

/** JSON with values and shapes in it. `this` is the record of the action; for a list: `count`, `page`, … */
export type AnswerTemplate =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | ShapedValue
  /** The action's own record, or its records, by a shape. */
  | { readonly kind: 'result'; readonly shape: string; readonly list: boolean }
  /** `[name]`: a value of each of the action's records. */
  | { readonly kind: 'each'; readonly value: ShapedValue }
  | { readonly kind: 'array'; readonly items: readonly AnswerTemplate[] }
  | {
      readonly kind: 'object';
      readonly members: readonly { readonly name: string; readonly value: AnswerTemplate }[];
    };

/** The form of an entity's record for callers; read backwards, it turns a body into the entity's fields. */
export interface Shape extends Clause {
  readonly name: string;
  readonly entity: string;
  readonly description: string;
  readonly properties: readonly ShapeProperty[];
}

/** `ignored`: a body may have it, and nothing is made of it. */
export interface Ignored {
  readonly kind: 'ignored';
}

export interface ShapeProperty extends Clause {
  readonly name: string;
  /** `name?`: left out when it is empty. */
  readonly optional: boolean;
  /** `password`: only read backwards, by a sign-up or of who sets their own. */
  readonly value: ShapedValue | { readonly kind: 'password' } | Ignored;
  readonly note: string;
}

export type ShapedValue =
  | {
      readonly kind: 'value';
      readonly expression: Expression;
      /** `as number`: an exact number is a JSON number. */
      readonly asNumber: boolean;
    }
  /** A record or the records of a list, by a shape. */
  | { readonly kind: 'shape'; readonly expression: Expression; readonly shape: string; readonly list: boolean }
  /**
   * `tags by name`: of each record of a list one field; read backwards, `or new` makes the record that is not there.
   */
  | {
      readonly kind: 'names';
      readonly expression: Expression;
      readonly entity: string;
      readonly field: string;
      readonly orNew: boolean;
    };
