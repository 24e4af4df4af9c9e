import type { Expression } from '@nonet/language';
import type { SqlContext } from './context.ts';
import { TRUE } from './logic.ts';
import { mayLeaveItsType } from './range.ts';

/**
 * Whether an expression's SQL may be null in a place where null matters. Under the product's authority its type says
 * so (a guard beside it absorbs the rest). With an actor's rights any field may be null, because an unreadable value
 * reads as null. A calculated value may also be null if it may exceed its type.
 */
export function mayBeNull(expression: Expression, context: SqlContext): boolean {
  if (mayLeaveItsType(expression, context.index)) return true;
  switch (expression.kind) {
    case 'literal':
      return expression.value === null;
    case 'list':
    case 'constant':
    case 'role':
      return false;
    case 'variable': {
      const variable = context.variables.get(expression.name);
      if (variable?.kind === 'value' && variable.mayBeNull === true) return true;
      return expression.type.nullable || variable?.kind === 'null';
    }
    case 'field':
      if (isNamedValue(expression, context)) return expression.type.nullable;
      return (
        context.authority !== null ||
        expression.type.nullable ||
        isLacking(expression.of, context) ||
        mayBeNull(expression.of, context)
      );
    case 'unary':
      return expression.operator === '-' && mayBeNull(expression.operand, context);
    case 'binary':
      // Conditions are two-valued.
      if (!['+', '-', '*', '/', '%'].includes(expression.operator)) return false;
      return expression.type.nullable || mayBeNull(expression.left, context) || mayBeNull(expression.right, context);
    case 'conditional':
      return (
        expression.type.nullable || mayBeNull(expression.then, context) || mayBeNull(expression.otherwise, context)
      );
    case 'call':
      return expression.type.nullable || expression.arguments.some((argument) => mayBeNull(argument, context));
    // Without one of its values there is none, and none if the function fails.
    case 'given call':
      return true;
    case 'list query':
      return false;
    case 'query':
      return ['min', 'max', 'avg', 'first'].includes(expression.form);
  }
}

/**
 * Whether a value that orders a list may be null for its reader: a field that may be empty, that the reader may not
 * read on every record, or that is behind a reference; and a value whose calculation may exceed its type.
 */
export function mayBeReadAsNull(expression: Expression, context: SqlContext): boolean {
  if (expression.type.nullable || expression.kind !== 'field' || mayLeaveItsType(expression, context.index))
    return true;
  const record = expression.of.kind === 'variable' ? context.variables.get(expression.of.name) : undefined;
  if (record?.kind !== 'row') return true;
  const field = context.index.findField(record.entity, expression.field);
  if (field !== null && (!field.required || field.when !== null || field.computed?.type.nullable === true)) return true;
  if (expression.field === 'id' || context.authority === null) return false;
  return context.authority.mayUseField(context, expression.field, 'read', record) !== TRUE;
}

/** Whether a record, or the one from which it is reached, may lack what it needs. */
function isLacking(record: Expression, context: SqlContext): boolean {
  if (record.kind === 'field') return isLacking(record.of, context);
  const variable = record.kind === 'variable' ? context.variables.get(record.name) : undefined;
  return variable?.kind === 'row' && variable.lacking === true;
}

/** A property of named values (a filter's, an input's) is not part of a record, so no rights hide it. */
function isNamedValue({ of }: Extract<Expression, { kind: 'field' }>, context: SqlContext): boolean {
  return of.kind === 'variable' && context.variables.get(of.name)?.kind === 'values';
}
