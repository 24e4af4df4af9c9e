import type { Expression } from './tree.ts';
import { walk } from './walk.ts';

/** A field that an expression reads, and how it gets there. */
export interface FieldRead {
  readonly entity: string;
  readonly field: string;
  /**
   * `own`: of the variable itself; `reference`: of a record that is referred to; `children`: of a record of a list;
   * `query`: of a record that a query of an entity finds.
   */
  readonly kind: 'own' | 'reference' | 'children' | 'query';
  /** The variable where the path begins: `this`, `user`, `old`, or a query's own. */
  readonly variable: string;
  /** The fields from that variable to this one, this one last. */
  readonly path: readonly string[];
}

/**
 * Every field of an entity that an expression reads, in the order of first use; steps of a path are fields of their
 * own.
 */
export function fieldsRead(expression: Expression): readonly FieldRead[] {
  const variables = new Map<string, 'children' | 'query'>();
  walk(expression, (node) => {
    if (node.kind === 'query') variables.set(node.variable, node.source.kind === 'entity' ? 'query' : 'children');
  });
  const reads = new Map<string, FieldRead>();
  const add = (of: Expression, field: string): void => {
    const path = pathOf(of);
    if (of.type.kind !== 'record' || path === null) return;
    const kind = path.names.length > 0 ? 'reference' : (variables.get(path.variable) ?? 'own');
    const read: FieldRead = {
      entity: of.type.entity,
      field,
      kind,
      variable: path.variable,
      path: [...path.names, field],
    };
    const key = `${read.entity} ${path.variable} ${read.path.join('.')}`;
    if (!reads.has(key)) reads.set(key, read);
  };
  visit(expression);
  return [...reads.values()];

  function visit(root: Expression): void {
    walk(root, (node) => {
      // The steps of a path come before the field that it ends in.
      for (const step of steps(node)) add(step.of, step.field);
      if (node.kind === 'query' && node.source.kind === 'list') {
        for (const step of steps(node.source.of)) add(step.of, step.field);
        add(node.source.of, node.source.field);
      }
    });
  }
}

/** The fields of the clause's own record (`variable`) that an expression reads, in the order of first use. */
export function ownFields(expression: Expression, variable = 'this'): readonly string[] {
  const names = fieldsRead(expression).flatMap((read) => (read.variable === variable ? (read.path[0] ?? []) : []));
  return [...new Set(names)];
}

/**
 * These fields of an entity, and its computed fields that are worked out from them, directly or through further ones.
 */
export function fieldsAffectedBy(
  fields: readonly { readonly name: string; readonly computed: Expression | null }[],
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set(names);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { name, computed } of fields)
      if (computed !== null && ownFields(computed).some((read) => found.has(read))) found.add(name);
  }
  return found;
}

function steps(expression: Expression): Extract<Expression, { kind: 'field' }>[] {
  if (expression.kind !== 'field') return [];
  return [...steps(expression.of), expression];
}

/** The variable at the start of a path of fields, and the path's names; null if it begins with anything else. */
function pathOf(expression: Expression): { variable: string; names: string[] } | null {
  if (expression.kind === 'variable') return { variable: expression.name, names: [] };
  if (expression.kind === 'query' && expression.form === 'first') return { variable: expression.variable, names: [] };
  if (expression.kind !== 'field') return null;
  const before = pathOf(expression.of);
  return before === null ? null : { variable: before.variable, names: [...before.names, expression.field] };
}
