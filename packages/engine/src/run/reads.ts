import type { Expression } from '@nonet/language';

/** Every node of an expression, itself first. */
export function* nodes(expression: Expression): Generator<Expression> {
  yield expression;
  switch (expression.kind) {
    case 'list':
      for (const item of expression.items) yield* nodes(item);
      break;
    case 'field':
      yield* nodes(expression.of);
      break;
    case 'unary':
      yield* nodes(expression.operand);
      break;
    case 'binary':
      yield* nodes(expression.left);
      yield* nodes(expression.right);
      break;
    case 'conditional':
      yield* nodes(expression.condition);
      yield* nodes(expression.then);
      yield* nodes(expression.otherwise);
      break;
    case 'call':
      for (const argument of expression.arguments) yield* nodes(argument);
      break;
    case 'role':
      yield* nodes(expression.of);
      break;
    case 'query':
      if (expression.source.kind === 'list') yield* nodes(expression.source.of);
      if (expression.where !== null) yield* nodes(expression.where);
      if (expression.value !== null) yield* nodes(expression.value);
      for (const key of expression.order) yield* nodes(key.by);
      break;
    case 'literal':
    case 'variable':
    case 'constant':
      break;
  }
}

/** Whether an expression reads a variable: `this`, `old`, `input`. */
export function readsVariable(expression: Expression, name: string): boolean {
  for (const node of nodes(expression)) if (node.kind === 'variable' && node.name === name) return true;
  return false;
}

/** The fields and properties that an expression reads of a variable. */
export function fieldsRead(expression: Expression, variable: string): Set<string> {
  const fields = new Set<string>();
  for (const node of nodes(expression)) {
    if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === variable) fields.add(node.field);
    if (
      node.kind === 'query' &&
      node.source.kind === 'list' &&
      node.source.of.kind === 'variable' &&
      node.source.of.name === variable
    )
      fields.add(node.source.field);
  }
  return fields;
}
