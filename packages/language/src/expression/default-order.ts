import { ownFields } from './fields.ts';
import type { Expression } from './tree.ts';
import { walk } from './walk.ts';

/** A field whose value may follow from others of its record. */
export interface WorkedOut {
  readonly name: string;
  readonly default: Expression | null;
  readonly computed: Expression | null;
}

/**
 * The fields of its own record whose values an expression needs, in the order of first use: those that it names, and
 * those that a named computed field is worked out from.
 */
export function valuesNeeded(expression: Expression, fields: readonly WorkedOut[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const visit = (read: Expression): void => {
    for (const name of ownFields(read)) {
      if (needed.has(name)) continue;
      needed.add(name);
      const computed = fields.find((field) => field.name === name)?.computed;
      if (computed) visit(computed);
    }
  };
  visit(expression);
  return needed;
}

/** Whether a default hangs on the values of its own record, so that it is another one for each (3). */
export function readsItsRecord(expression: Expression): boolean {
  return timesRead(expression).all > 0;
}

/** Whether an expression reads its record as a whole (`where hire == this`), and not a field of it. */
export function readsRecordItself(expression: Expression): boolean {
  const { all, byField } = timesRead(expression);
  return all > byField;
}

function timesRead(expression: Expression): { readonly all: number; readonly byField: number } {
  let [all, byField] = [0, 0];
  const isThis = (node: Expression): boolean => node.kind === 'variable' && node.name === 'this';
  walk(expression, (node) => {
    if (isThis(node)) all += 1;
    if (node.kind === 'field' && isThis(node.of)) byField += 1;
    if (node.kind === 'query' && node.source.kind === 'list' && isThis(node.source.of)) byField += 1;
  });
  return { all, byField };
}

/**
 * Fields with a default, each after those of them that its default reads (3). Fields that need each other, which the
 * checker refuses, stay in the order in which they are given.
 */
export function inOrderOfDefaults<F extends WorkedOut>(fields: readonly F[], all: readonly WorkedOut[]): readonly F[] {
  const ordered = new Set<F>();
  const within = new Set<F>();
  const visit = (field: F): void => {
    if (ordered.has(field) || within.has(field)) return;
    within.add(field);
    const needed = field.default === null ? new Set<string>() : valuesNeeded(field.default, all);
    for (const other of fields) if (needed.has(other.name)) visit(other);
    ordered.add(field);
  };
  for (const field of fields) visit(field);
  return [...ordered];
}
