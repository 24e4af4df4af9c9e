import { type Expression, walk } from '@nonet/language';

/** Whether an expression reads a variable: `this`, `old`, `input`. */
export function readsVariable(expression: Expression, name: string): boolean {
  let reads = false;
  walk(expression, (node) => {
    reads ||= node.kind === 'variable' && node.name === name;
  });
  return reads;
}

/** Whether an expression reads a field of a record, or who the user is. */
export function readsRecords(expression: Expression): boolean {
  let reads = false;
  walk(expression, (node) => {
    reads ||=
      node.kind === 'query' || node.kind === 'role' || (node.kind === 'field' && node.of.type.kind === 'record');
    reads ||= node.kind === 'variable' && node.type.kind === 'record' && node.name !== 'user';
  });
  return reads;
}

/** The properties that an expression reads of named values such as `input`, which are not records. */
export function propertiesRead(expression: Expression, variable: string): ReadonlySet<string> {
  const properties = new Set<string>();
  walk(expression, (node) => {
    if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === variable) properties.add(node.field);
  });
  return properties;
}
