import type { Expression, Query } from '../../expression/tree.ts';
import { children } from '../../expression/walk.ts';
import { isThere } from '../analysis/build.ts';
import { replaceVariable } from '../analysis/replace.ts';

/** A field of a record that an expression reads. */
export interface Read {
  /** The record: `this`, `this.project`, or the one that a query stands at. */
  readonly record: Expression;
  readonly entity: string;
  /** Null where only it matters that the record is there. */
  readonly field: string | null;
  /** What holds where it is read: the records on the way are there, and the queries around it find them. */
  readonly given: readonly Expression[];
}

export interface Reads {
  readonly reads: readonly Read[];
  /** Of the records that own lists are asked for, those that they belong to, by the query's variable. */
  readonly parents: ReadonlyMap<string, Expression>;
}

/**
 * Every field that an expression reads. The queries' variables are named anew behind `prefix`, so that those of several
 * expressions are not taken for each other.
 */
export function readsOf(expression: Expression, prefix = ''): Reads {
  const reads: Read[] = [];
  const parents = new Map<string, Expression>();
  visit(expression, []);
  return { reads, parents };

  function visit(part: Expression, given: readonly Expression[]): void {
    if (part.kind === 'query') {
      visitQuery(part, given);
      return;
    }
    if (part.kind === 'field' && part.of.type.kind === 'record') {
      // Through `first(…)` the records that the query finds are read already.
      const there = part.of.kind === 'variable' || part.of.kind === 'query' ? [] : [isThere(part.of)];
      if (part.field !== 'id' && part.of.kind !== 'query')
        reads.push({ record: part.of, entity: part.of.type.entity, field: part.field, given: [...given, ...there] });
    }
    for (const child of children(part)) visit(child, given);
  }

  function visitQuery(query: Query, given: readonly Expression[]): void {
    const { source, where, value, order } = query;
    const record: Expression = {
      kind: 'variable',
      name: `${prefix}${query.variable}`,
      type: { kind: 'record', entity: source.entity, nullable: false },
    };
    const inside = (part: Expression): Expression =>
      record.name === query.variable ? part : replaceVariable(part, query.variable, record);
    if (source.kind === 'list') {
      visit(source.of, given);
      if (source.of.type.kind === 'record') {
        reads.push({ record: source.of, entity: source.of.type.entity, field: source.field, given });
        parents.set(record.name, source.of);
      }
    }
    const found = where === null ? given : [...given, inside(where)];
    reads.push({ record, entity: source.entity, field: null, given: found });
    for (const part of [where, value, ...order.map(({ by }) => by)]) if (part) visit(inside(part), found);
  }
}
