import type { Expression, Query, Variable } from '../../expression/tree.ts';
import { children } from '../../expression/walk.ts';
import { isEqual, isThere } from '../analysis/build.ts';
import { replaceVariable } from '../analysis/replace.ts';

/** A field of a record that an expression reads. */
export interface Read {
  /** The record: `this`, `this.project`, or the one that a query is at. */
  readonly record: Expression;
  readonly entity: string;
  /** Null if only it matters that the record is there. */
  readonly field: string | null;
  /**
   * The conditions that hold where the value is read: the records on its path exist, and the queries around it find
   * them.
   */
  readonly given: readonly Expression[];
}

export interface Reads {
  readonly reads: readonly Read[];
  /** The records whose own lists are queried, by the variable of the query. */
  readonly parents: ReadonlyMap<string, Expression>;
}

/** The reference by which the records of an entity's list refer to its record (`all Loan by member`); null for other lists. */
export type ReferenceOfList = (entity: string, list: string) => string | null;

/**
 * Every field that an expression reads. The queries' variables are named again behind `prefix`, so that those of
 * several expressions are not taken for each other.
 */
export function readsOf(expression: Expression, referenceOf: ReferenceOfList, prefix = ''): Reads {
  const reads: Read[] = [];
  const parents = new Map<string, Expression>();
  visit(expression, []);
  return { reads, parents };

  function visit(part: Expression, given: readonly Expression[]): void {
    if (part.kind === 'query') {
      visitQuery(part, given);
      return;
    }
    if (part.kind === 'field' && part.of.type.kind === 'record' && part.field !== 'id') {
      const { of, field } = part;
      const { entity } = part.of.type;
      if (of.kind === 'query') {
        // Through `first(…)` it is a field of a record that the query finds.
        const record = recordOf(of);
        const found = of.where === null ? given : [...given, inside(of, record, of.where)];
        reads.push({ record, entity, field, given: found });
      } else reads.push({ record: of, entity, field, given: of.kind === 'variable' ? given : [...given, isThere(of)] });
    }
    for (const child of children(part)) visit(child, given);
  }

  /** A record that a query finds. */
  function recordOf({ variable, source }: Query): Variable {
    const type = { kind: 'record', entity: source.entity, nullable: false } as const;
    return { kind: 'variable', name: `${prefix}${variable}`, type };
  }

  /** A part of a query, about that record; the same object where it is so already. */
  function inside({ variable }: Query, record: Variable, part: Expression): Expression {
    return record.name === variable ? part : replaceVariable(part, variable, record);
  }

  function visitQuery(query: Query, given: readonly Expression[]): void {
    const { source, where, value, order } = query;
    const record = recordOf(query);
    const listed: Expression[] = [...given];
    if (source.kind === 'list') {
      visit(source.of, given);
      const { type } = source.of;
      if (type.kind === 'record') {
        reads.push({ record: source.of, entity: type.entity, field: source.field, given });
        parents.set(record.name, source.of);
        const by = referenceOf(type.entity, source.field);
        // Every record of such a list refers to the record whose list it is.
        if (by !== null) listed.push(isEqual({ kind: 'field', of: record, field: by, type }, source.of));
      }
    }
    const found = where === null ? listed : [...listed, inside(query, record, where)];
    reads.push({ record, entity: source.entity, field: null, given: found });
    for (const part of [where, value, ...order.map(({ by }) => by)])
      if (part) visit(inside(query, record, part), found);
  }
}
