import { type Expression, type FieldAccess, message, type Query, type Type } from '@nonet/language';
import {
  beforeOf,
  idOf,
  seeingEverything,
  withVariables,
  type Compile,
  type SqlContext,
  type SqlVariable,
} from './context.ts';
import { compileField } from './fields.ts';
import { compileFunction } from './functions.ts';
import { compileGivenCall } from './given-calls.ts';
import { sqlType } from './identifiers.ts';
import { and, FALSE, not, NULL, or, standsIn, TRUE } from './logic.ts';
import { mayBeNull } from './nullability.ts';
import { compileArithmetic, compileComparison } from './operators.ts';
import { notShown } from './not-shown.ts';
import { isWide } from './magnitude.ts';
import { compileListQuery, compileQuery, selectRecords } from './queries.ts';
import { compileConstant, compileLiteral } from './values.ts';

/** The compiler as one thing, for the files that compile parts of expressions. */
export const compileParts: Compile = {
  value: compileExpression,
  condition: compileCondition,
  filter: compileFilter,
  record: compileRecord,
};
const compile = compileParts;

/** The SQL of an expression's value, in parentheses where it needs them. A record's value is its id. */
export function compileExpression(expression: Expression, context: SqlContext): string {
  switch (expression.kind) {
    case 'literal':
      return compileLiteral(expression, context.parameters);
    case 'list':
      return `array[${expression.items.map((item) => compileExpression(item, context)).join(', ')}]::${arrayType(expression, context)}`;
    case 'variable':
      return idOf(lookUp(expression.name, context));
    case 'given call':
      return compileGivenCall(expression, context);
    case 'field':
      return compileAccess(expression, context);
    case 'constant':
      return compileConstant(expression.name, expression.type, context);
    case 'unary':
      if (expression.operator === 'not') return not(compileCondition(expression.operand, context));
      return `(- ${compileExpression(expression.operand, context)})`;
    case 'binary':
      switch (expression.operator) {
        case 'and':
          return and(compileCondition(expression.left, context), compileCondition(expression.right, context));
        case 'or':
          return or(compileCondition(expression.left, context), compileCondition(expression.right, context));
        case '+':
        case '-':
        case '*':
        case '/':
        case '%':
          return compileArithmetic(compile, expression, context);
        case '!=':
        case '<':
        case '<=':
        case '==':
        case '>':
        case '>=':
        case 'in':
          return compileComparison(compile, expression, context, false);
      }
    case 'conditional': {
      const condition = compileCondition(expression.condition, context);
      const [then, otherwise] = [
        compileExpression(expression.then, context),
        compileExpression(expression.otherwise, context),
      ];
      return `(case when ${condition} then ${then} else ${otherwise} end)`;
    }
    case 'call':
      return compileFunction(compile, expression, context);
    case 'role':
      return compileHoldsRole(expression.role, compileRecord(expression.of, context), context);
    case 'query':
      return compileQuery(compile, expression, context);
    case 'list query':
      return compileListQuery(compile, expression, context);
  }
}

/** Numbers of any size have a type of their own among whole ones. */
function arrayType({ items, type }: Extract<Expression, { kind: 'list' }>, { index }: SqlContext): string {
  const isOfWhole = type.kind === 'list' && type.of.kind === 'integer';
  return isOfWhole && items.some((item) => isWide(item, index)) ? 'numeric[]' : sqlType(type);
}

function compileAccess(access: FieldAccess, context: SqlContext): string {
  const record = compileRecord(access.of, context);
  if (record.kind === 'request')
    return context.parameters.slot(requestSlot(record.name, access.field, access.type), sqlType(access.type));
  const found = compileField(compile, record, access.field, context);
  // Functions and aggregates are chosen by types, and a plain null has none.
  const value = found === NULL ? `${NULL}::${sqlType(access.type)}` : found;
  const entity = access.of.type.kind === 'record' ? access.of.type.entity : null;
  // A request's filters and orders go by the stored id itself.
  const isSaid = access.field === 'id' && access.type.kind !== 'file';
  if (isSaid && entity !== null && context.index.hasWholeIds(entity)) return `nonet.id_number(${value})`;
  // An id is text to the document, and a uuid here.
  return access.field === 'id' && access.type.kind === 'text' ? `(${value})::text` : value;
}

/**
 * The value of a record's field with the product's own authority, stored or computed. Code that follows a reference
 * which the document names uses this.
 */
export function compileFieldValue(record: SqlVariable, field: string, context: SqlContext): string {
  return compileField(compile, record, field, seeingEverything(context));
}

/** The slot of a value of a request: it may be read as several types. */
export function requestSlot(from: string, name: string, type: Type): string {
  return `${from}.${name} ${sqlType(type)}`;
}

/** A two-valued condition: never null, for any expression. */
export function compileCondition(expression: Expression, context: SqlContext): string {
  const sql = compileExpression(expression, context);
  if (sql === TRUE || sql === FALSE) return sql;
  return mayBeNull(expression, context) ? `coalesce(${sql}, false)` : sql;
}

/**
 * A condition for a place where null counts as false (a `where`, a `case when`, never under `not`). It is simpler than
 * `compileCondition`, so that an index can serve it.
 */
export function compileFilter(expression: Expression, context: SqlContext): string {
  if (expression.kind !== 'binary') return compileExpression(expression, context);
  switch (expression.operator) {
    case 'and':
      return and(compileFilter(expression.left, context), compileFilter(expression.right, context));
    case 'or':
      return or(compileFilter(expression.left, context), compileFilter(expression.right, context));
    case '==':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      return compileComparison(compile, expression, context, true);
    case '!=':
    case '%':
    case '*':
    case '+':
    case '-':
    case '/':
      return compileExpression(expression, context);
  }
}

/** The record (or the named values) that an expression means. */
export function compileRecord(expression: Expression, context: SqlContext): SqlVariable {
  if (expression.kind === 'variable') return lookUp(expression.name, context);
  if (expression.kind === 'literal' && expression.value === null) return { kind: 'null' };
  if (expression.type.kind === 'unknown') {
    compileExpression(expression, context); // If it is a field with a gap as its type, the refusal names it.
    throw notShown(message('recordNotShown'));
  }
  if (expression.type.kind !== 'record')
    throw new Error(`A ${expression.kind} of the type ${expression.type.kind} is no record.`);
  const { entity } = expression.type;
  const sql = compileExpression(expression, context);
  return { kind: 'id', entity, sql, before: isBefore(expression, context) };
}

/** Whether a record that an expression leads to is read as it was before the write (5: `old`). */
function isBefore(expression: Expression, context: SqlContext): boolean {
  switch (expression.kind) {
    case 'variable':
      return beforeOf(lookUp(expression.name, context)).before === true;
    case 'field':
      return isBefore(expression.of, context);
    case 'query':
      return expression.source.kind === 'list' ? isBefore(expression.source.of, context) : context.allBefore === true;
    case 'conditional':
      return isBefore(expression.then, context) && isBefore(expression.otherwise, context);
    case 'binary':
    case 'call':
    case 'constant':
    case 'given call':
    case 'list':
    case 'list query':
    case 'literal':
    case 'role':
    case 'unary':
      return context.allBefore === true;
  }
}

/** Whether a user holds a role; if the role is a relationship, on the clause's own record (`this`). */
export function compileHoldsRole(name: string, who: SqlVariable, context: SqlContext): string {
  const { given } = context.index.role(name);
  if (given.kind === 'anyone') return TRUE;
  if (who.kind === 'null' || given.kind === 'open') return FALSE;
  const asUser = { ...withVariables(context, { user: who }), authority: null };
  switch (given.kind) {
    case 'signed in':
      return `(${idOf(who)} is not null)`;
    case 'assigned': {
      const role = context.parameters.bind(name, 'text');
      return standsIn(role, compileField(compile, who, 'roles', asUser));
    }
    case 'user':
      return compileCondition(given.condition, asUser);
    case 'relationship': {
      const record = context.variables.get('this');
      const condition = record !== undefined && 'entity' in record ? given.of[record.entity] : undefined;
      return condition === undefined ? FALSE : compileCondition(condition, asUser);
    }
  }
}

/** The ids that a query finds, each with its `place` in the query's order; the first alone where no more are asked for. */
export function compileRecords(query: Query, context: SqlContext, first: boolean): string {
  return selectRecords(compile, query, context, first);
}

function lookUp(name: string, context: SqlContext): SqlVariable {
  const variable = context.variables.get(name);
  if (variable === undefined) throw new Error(`The variable ${name} is not in reach here.`);
  return variable;
}
