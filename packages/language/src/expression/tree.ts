import type { ListQueryForm, QueryForm } from '../vocabulary/query-forms.ts';
import type { Type } from './type.ts';

export type { ListQueryForm, QueryForm, WrittenQueryForm } from '../vocabulary/query-forms.ts';

/**
 * A checked expression: every name is resolved, every node typed. It is JSON, and travels in the plan to the
 * engine (which compiles it to SQL) and to the browser (which evaluates it).
 *
 * A bare name `amount` is `{kind: 'field', of: {kind: 'variable', name: 'this'}, field: 'amount'}`; in a query
 * the record is the query's own variable (`lines as l`: `l`; without a name a generated one, `$1`, `$2`, …).
 */
export type Expression =
  | Literal
  | ListExpression
  | Variable
  | FieldAccess
  | ConstantReference
  | Unary
  | Binary
  | Conditional
  | FunctionCall
  | GivenCall
  | HoldsRole
  | Query
  | ListQuery;

interface Node {
  readonly type: Type;
  /** Offsets in the expression's own text; left out of the plan. */
  readonly range?: readonly [number, number];
}

/**
 * `value` by type: boolean; integer as number; decimal and money as decimal string; text and enum as string;
 * date `2026-11-21`; time `09:30:00`; datetime RFC 3339; duration as ISO 8601 (`P30D`, `P1M`, `PT5S`;
 * working days as `5WD`); null.
 */
export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null;
}

export interface ListExpression extends Node {
  readonly kind: 'list';
  readonly items: readonly Expression[];
}

/** `this`, `user`, `old`, `path`, `response`, `input` (asked values that are not stored), or a query's variable. */
export interface Variable extends Node {
  readonly kind: 'variable';
  readonly name: string;
}

/** A field of a record, through references where `of` is itself a field; or a property of an object. */
export interface FieldAccess extends Node {
  readonly kind: 'field';
  readonly of: Expression;
  readonly field: string;
}

export interface ConstantReference extends Node {
  readonly kind: 'constant';
  readonly name: string;
}

export interface Unary extends Node {
  readonly kind: 'unary';
  readonly operator: 'not' | '-';
  readonly operand: Expression;
}

export type BinaryOperator = 'and' | 'or' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'in';

export interface Binary extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Conditional extends Node {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

/** A call of a function of the closed list (`today`, `now`, `month`, `lower`, `size`, …). */
export interface FunctionCall extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly Expression[];
}

/**
 * A call of a function that the document is given (9). It stands in rules of point 5 alone, outside of queries; its values
 * have none in them, and without one of them it has no value.
 */
export interface GivenCall extends Node {
  readonly kind: 'given call';
  /** The term's. */
  readonly name: string;
  readonly arguments: readonly Expression[];
}

/** `user is manager`. */
export interface HoldsRole extends Node {
  readonly kind: 'role';
  readonly of: Expression;
  readonly role: string;
}

/** `sum(lines.amount where category == this.category)`: one form for own lists and for all records of an entity. */
export interface Query extends Node {
  readonly kind: 'query';
  readonly form: QueryForm;
  readonly source: QuerySource;
  /** The name under which `where`, `value` and `order` know the queried record. */
  readonly variable: string;
  readonly where: Expression | null;
  /** The expression that is summed, compared or (for `all`) must hold; null for `count`, `exists` and `first`. */
  readonly value: Expression | null;
  readonly order: readonly { readonly by: Expression; readonly descending: boolean }[];
}

export type QuerySource =
  | { readonly kind: 'entity'; readonly entity: string }
  /** The records behind a list field of a record: owned children, many to many, reversed references. */
  | { readonly kind: 'list'; readonly of: Expression; readonly field: string; readonly entity: string };

/** `count(dates(from, to) as d where weekday_number(d) < 6)`: the same form over values, which have no fields. */
export interface ListQuery extends Node {
  readonly kind: 'list query';
  readonly form: ListQueryForm;
  readonly list: Expression;
  /** The name under which `where` and `value` know the value. */
  readonly variable: string;
  readonly where: Expression | null;
  /** The condition that must hold, for `all`; else null. */
  readonly value: Expression | null;
}

/** A message or URL with expressions in it: `['Claim ', {expression}, ' is late']`. */
export type Template = readonly (string | Expression)[];
