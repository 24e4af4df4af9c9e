import type { ExpressionProblem, Range } from '../problem.ts';
import type { Schema, Scope } from '../scope.ts';
import type { Syntax } from '../syntax.ts';
import type { Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import { UNKNOWN } from '../types.ts';

/** The context of one check: its text, the names in reach, and the problems that it collects. */
export interface Check {
  readonly text: string;
  readonly scope: Scope;
  readonly schema: Schema;
  readonly problems: ExpressionProblem[];
  /** Missing values by the place of their guard, so that one guard covers them all. */
  readonly missing: Map<string, Missing>;
  /** Facts that statements elsewhere in the document establish. An expression may repeat them. */
  readonly given: ReadonlySet<string>;
  /** Checks a part of the expression. */
  visit(syntax: Syntax, place: Place): Expression;
}

export interface MissingValue {
  readonly what: string;
  readonly range: Range;
  readonly of: Expression;
  /** The parts that may be missing: the value itself, or branches of a conditional. */
  readonly parts: readonly Expression[];
}

/** Values that may be missing, which one guard would establish. */
export interface Missing {
  readonly guard: GuardPoint;
  readonly values: MissingValue[];
  /** Its index in `problems`. */
  readonly problem: number;
}

/** A query around the place, the outermost first. */
export interface Frame {
  readonly variable: string;
  /** The queried record's, or that of a list's value. */
  readonly type: Type;
  /** Whether the document gave it its name (`lines as l`). */
  readonly named: boolean;
}

/** A query of records: their fields are bare names in it. */
export interface RecordFrame extends Frame {
  readonly entity: string;
}

export function recordFrames({ frames }: Place): readonly RecordFrame[] {
  return frames.flatMap((frame) => (frame.type.kind === 'record' ? { ...frame, entity: frame.type.entity } : []));
}

/** The place for a guard, if a value here may be null or a divisor zero. */
export type GuardPoint =
  | {
      readonly kind: 'condition';
      readonly range: Range;
      readonly root: boolean;
      /**
       * The condition's value if the guarded value is missing: a rule holds then (nothing is refused), any other
       * condition does not.
       */
      readonly holds: boolean;
    }
  /** The value of a field, or a branch of it: the whole value depends on the guard. */
  | { readonly kind: 'value'; readonly range: Range; readonly root: boolean }
  /** The value of a query: what is missing is left out by its `where`. */
  | { readonly kind: 'where'; readonly where: Range | null; readonly sourceEnd: number }
  | null;

/** The context of an expression: the facts that hold there, and the records of the queries around it. */
export interface Place {
  readonly facts: ReadonlySet<string>;
  readonly frames: readonly Frame[];
  readonly guard: GuardPoint;
  /** Inside a `not`, a guard is before the `not`. */
  readonly negated: boolean;
  /** Whether what is calculated of an empty value is empty here; else a value is needed. */
  readonly nullRuns: boolean;
}

/**
 * Replaces an expression that already has an error. An expression that merely reads a field whose type is not shown
 * keeps its structure with an unknown type, so that a runtime refuses it as NOT_SPECIFIED.
 */
export function unknown(range: Range): Expression {
  return { kind: 'literal', value: null, type: UNKNOWN, range };
}

export function rangeOf(expression: Expression): Range {
  return expression.range ?? [0, 0];
}

export function isUnknown(...expressions: readonly Expression[]): boolean {
  return expressions.some((expression) => expression.type.kind === 'unknown');
}

/** The source text at a range. */
export function source(check: Check, range: Range): string {
  return check.text.slice(range[0], range[1]);
}

/** Columns, titles and messages may run through null (they show nothing), and so may a timer's time (it never comes). */
export function nullRuns(check: Check, place: Place): boolean {
  return check.scope.purpose === 'message' || place.nullRuns;
}
