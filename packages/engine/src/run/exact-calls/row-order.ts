import type { SortKey } from '@nonet/language';
import { withVariables, type SqlContext, type SqlVariable } from '../../sql/context.ts';
import { compileExpression } from '../../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { sortKey } from '../../sql/text.ts';
import { typeOfField } from '../../sql/wire.ts';
import type { Expression } from '@nonet/language';

type Row = Extract<SqlVariable, { kind: 'row' }>;

/** One key of an order, as SQL. */
export interface OrderTerm {
  readonly sql: string;
  readonly descending: boolean;
}

/** The keys of an order on a row, with its actor's rights; the entity's own where none is stated. */
export function orderTerms(context: SqlContext, row: Row, stated: readonly SortKey[]): readonly OrderTerm[] {
  const { index } = context;
  const entity = index.entity(row.entity);
  const keys = stated.length > 0 ? stated : entity.order;
  const inner = withVariables(context, { this: row });
  const terms = keys.map(({ path, descending }): OrderTerm => {
    const expression = pathExpression(context, row.entity, path);
    return { sql: sortKey(compileExpression(expression, inner), expression.type), descending };
  });
  if (entity.owner !== null && stated.length === 0)
    terms.push({ sql: column(row.alias, SYSTEM_COLUMNS.position), descending: false });
  return terms;
}

/** The text behind `order by`; the id breaks ties. */
export function orderText(terms: readonly OrderTerm[], id: string): string {
  return [...terms.map(({ sql, descending }) => `${sql} ${descending ? 'desc' : 'asc'} nulls last`), id].join(', ');
}

function pathExpression({ index }: SqlContext, entity: string, path: readonly string[]): Expression {
  let current = entity;
  let expression: Expression = { kind: 'variable', name: 'this', type: { kind: 'record', entity, nullable: false } };
  for (const name of path) {
    const field = index.findField(current, name);
    const type = field === null ? ({ kind: 'text', nullable: true } as const) : typeOfField(field);
    expression = { kind: 'field', of: expression, field: name, type };
    if (field?.type.kind === 'reference') current = field.type.entity;
  }
  return expression;
}
