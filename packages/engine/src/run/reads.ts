import { type Expression, walk } from '@nonet/language';

/** Whether an expression reads a variable: `this`, `old`, `input`. */
export function readsVariable(expression: Expression, name: string): boolean {
  let reads = false;
  walk(expression, (node) => {
    reads ||= node.kind === 'variable' && node.name === name;
  });
  return reads;
}

/** The properties that an expression reads of named values such as `input`, which are no record. */
export function propertiesRead(expression: Expression, variable: string): ReadonlySet<string> {
  const properties = new Set<string>();
  walk(expression, (node) => {
    if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === variable) properties.add(node.field);
  });
  return properties;
}
