import type { Range } from './problem.ts';
import type { BinaryOperator, WrittenQueryForm } from './tree.ts';

/** The syntax tree of an expression, before any name is known. Parentheses are only in the ranges. */
export type Syntax =
  | NumberSyntax
  | TextSyntax
  | RegexSyntax
  | WordSyntax
  | NameSyntax
  | MemberSyntax
  | ListSyntax
  | UnarySyntax
  | BinarySyntax
  | ConditionalSyntax
  | CallSyntax
  | IsSyntax
  | AtSyntax
  | QuerySyntax
  /** Stands where the text could not be read; its problem is reported already. */
  | { readonly kind: 'error'; readonly range: Range };

interface Ranged {
  readonly range: Range;
}

export interface NumberSyntax extends Ranged {
  readonly kind: 'number';
  /** Digits with at most one point. */
  readonly text: string;
  /** `days`, `working days`, `EUR`, `MB`, `%`, `per minute`; null for a bare number. */
  readonly unit: string | null;
  readonly unitRange: Range | null;
}

export interface TextSyntax extends Ranged {
  readonly kind: 'text';
  readonly value: string;
}

export interface RegexSyntax extends Ranged {
  readonly kind: 'regex';
  readonly source: string;
}

export interface WordSyntax extends Ranged {
  readonly kind: 'word';
  readonly value: true | false | null;
}

export interface NameSyntax extends Ranged {
  readonly kind: 'name';
  readonly name: string;
}

export interface MemberSyntax extends Ranged {
  readonly kind: 'member';
  readonly of: Syntax;
  readonly name: string;
  readonly nameRange: Range;
}

export interface ListSyntax extends Ranged {
  readonly kind: 'list';
  readonly items: readonly Syntax[];
}

export interface UnarySyntax extends Ranged {
  readonly kind: 'unary';
  readonly operator: 'not' | '-';
  readonly operand: Syntax;
}

export interface BinarySyntax extends Ranged {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly operatorRange: Range;
  readonly left: Syntax;
  readonly right: Syntax;
}

export interface ConditionalSyntax extends Ranged {
  readonly kind: 'conditional';
  readonly condition: Syntax;
  readonly then: Syntax;
  readonly otherwise: Syntax;
}

/** `lower(x)`, or as CEL's method `x.contains(y)`. */
export interface CallSyntax extends Ranged {
  readonly kind: 'call';
  readonly name: string;
  readonly nameRange: Range;
  readonly of: Syntax | null;
  readonly arguments: readonly Syntax[];
}

export interface IsSyntax extends Ranged {
  readonly kind: 'is';
  readonly of: Syntax;
  readonly role: string;
  readonly roleRange: Range;
}

/** `3 working days at branch`: a span that is counted on the working time of a record. */
export interface AtSyntax extends Ranged {
  readonly kind: 'at';
  readonly span: Syntax;
  readonly record: Syntax;
}

export interface QuerySyntax extends Ranged {
  readonly kind: 'query';
  readonly form: WrittenQueryForm;
  readonly formRange: Range;
  /** Before `of`; null if the value is the source's last field. */
  readonly value: Syntax | null;
  readonly source: Syntax;
  readonly as: { readonly name: string; readonly range: Range } | null;
  readonly where: Syntax | null;
  readonly have: Syntax | null;
  readonly order: readonly { readonly by: Syntax; readonly descending: boolean }[];
}

export const QUERY_FORMS: readonly WrittenQueryForm[] = ['count', 'sum', 'min', 'max', 'avg', 'exists', 'all', 'first'];
