import type { Expression, Template } from '../../expression/tree.ts';

/** The expressions directly inside one, in the order in which they are written. */
export function children(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'constant':
      return [];
    case 'list':
      return expression.items;
    case 'field':
      return [expression.of];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    case 'call':
      return expression.arguments;
    case 'role':
      return [expression.of];
    case 'query':
      return [
        ...(expression.source.kind === 'list' ? [expression.source.of] : []),
        ...(expression.where ? [expression.where] : []),
        ...(expression.value ? [expression.value] : []),
        ...expression.order.map((key) => key.by),
      ];
  }
}

/** Calls `visit` for an expression and all inside it, the outer ones first. */
export function walk(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression);
  for (const child of children(expression)) walk(child, visit);
}

/** The expressions of a template's placeholders. */
export function expressionsOf(template: Template): readonly Expression[] {
  return template.filter((part) => typeof part !== 'string');
}

/** The names of the constants that an expression reads. */
export function constantsOf(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  walk(expression, (inner) => {
    if (inner.kind === 'constant') names.add(inner.name);
  });
  return names;
}

/** The fields of a variable's record that an expression reads, in the order of their first use. */
export function fieldsOf(expression: Expression, variable: string): readonly string[] {
  const fields = new Set<string>();
  walk(expression, (inner) => {
    if (inner.kind === 'field' && isVariable(inner.of, variable)) fields.add(inner.field);
    if (inner.kind === 'query' && inner.source.kind === 'list' && isVariable(inner.source.of, variable)) {
      fields.add(inner.source.field);
    }
  });
  return [...fields];
}

/** Whether an expression reads a variable at all. */
export function reads(expression: Expression, variable: string): boolean {
  let found = false;
  walk(expression, (inner) => {
    if (isVariable(inner, variable)) found = true;
  });
  return found;
}

/** The parts of a condition that must all hold. */
export function conjuncts(condition: Expression): readonly Expression[] {
  if (condition.kind === 'binary' && condition.operator === 'and') {
    return [...conjuncts(condition.left), ...conjuncts(condition.right)];
  }
  return [condition];
}

/** Whether two expressions say the same, wherever they stand. */
export function sameExpression(left: Expression, right: Expression): boolean {
  return essence(left) === essence(right);
}

function essence(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) => (key === 'range' ? undefined : value));
}

function isVariable(expression: Expression, name: string): boolean {
  return expression.kind === 'variable' && expression.name === name;
}
