import type { CompiledStatement } from '../sql/statement.ts';

/** An answer, and the tables that it was read from: as long as nothing in them changes, only time changes it. */
export interface Observed<T> {
  readonly answer: T;
  readonly tables: ReadonlySet<string>;
}

const read = new WeakMap<CompiledStatement, readonly string[]>();

/** The product's tables that a statement names, for every table stands in a statement as `product."name"`. */
export function tablesOf(statement: CompiledStatement): readonly string[] {
  let tables = read.get(statement);
  if (tables === undefined) {
    tables = [...new Set([...statement.text.matchAll(/product\."(\w+)"/g)].map(([, name]) => name as string))];
    read.set(statement, tables);
  }
  return tables;
}
