import type { Expression, Template } from '../../expression/tree.ts';
import { walk } from '../../expression/walk.ts';

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

function isVariable(expression: Expression, name: string): boolean {
  return expression.kind === 'variable' && expression.name === name;
}
