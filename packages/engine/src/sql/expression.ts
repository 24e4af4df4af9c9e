import type { Expression } from '@nonet/language';
import type { SqlContext, SqlVariable } from './context.ts';

/** The SQL of an expression's value, in parentheses where it needs them. A record's value is its id. */
export declare function compileExpression(expression: Expression, context: SqlContext): string;

/** A two-valued condition: never null, whatever the expression reads. */
export declare function compileCondition(expression: Expression, context: SqlContext): string;

/** The record that an expression of a record's type means. */
export declare function compileRecord(expression: Expression, context: SqlContext): SqlVariable;
