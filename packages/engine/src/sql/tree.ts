import type { FieldType, TreeWay } from '@nonet/language';
import { admits, living } from './admits.ts';
import { beforeOf, idOf, readableRows, type Row, type SqlContext, type SqlVariable } from './context.ts';
import { column, type ColumnName, columnOf, quote } from './identifiers.ts';
import { and, FALSE, TRUE } from './logic.ts';

/** A record whose list is read. */
type Owner = Extract<SqlVariable, { kind: 'row' | 'id' }>;

type TreeType = Extract<FieldType, { kind: 'all' }> & { readonly along: TreeWay };

/** The column of the place that a record has on the way from the one whose list is read, in `walkTree`. */
export const NEARNESS = '_nearness';

/** Whether a list leads along a `tree`. */
export function isTree(type: FieldType): type is TreeType {
  return type.kind === 'all' && type.along !== undefined;
}

/**
 * The ids of the records above a record of a tree, or of those below it, each once, with their nearness. A reader's
 * walk leads only over records that they may read, with the field that leads on. Records that go round, written by a
 * version of the document without the `tree`, end the walk. Decision 29 says why nothing of it is stored.
 * @param carried Columns of the records that the walk answers beside their ids; their values can be compared.
 */
export function walkTree(
  owner: Owner,
  { entity, by, along }: TreeType,
  context: SqlContext,
  carried: readonly ColumnName[] = [],
): string {
  const { authority, parameters } = context;
  const steps = parameters.alias('w');
  const alias = parameters.alias();
  const row: Row = { kind: 'row', entity, alias, readable: true, ...beforeOf(owner) };
  const [id, above] = [column(alias, 'id'), column(alias, columnOf(context.index.field(entity, by)))];
  const may =
    authority === null
      ? living(row, context)
      : and(admits(row, context), authority.mayUseField(context, by, 'read', row));
  const named = carried.map((name) => `, ${quote(name)}`).join('');
  const values = carried.map((name) => `, ${column(alias, name)}`).join('');
  const read = `select ${id}, ${above}${values} from`;
  const rows = `${read} ${readableRows(entity, row.before, context)} ${alias}`;
  const [first, next] =
    along === 'descendants'
      ? [`${above} = ${idOf(owner)}`, `${above} = ${steps}."id"`]
      : [`${id} = ${aboveOf(owner, by, context)}`, `${id} = ${steps}."_above"`];
  return parameters.subselect(
    `with recursive ${steps}("id", "_above"${named}) as (${rows} where ${and(first, may)} union ${read} ${steps} join ${readableRows(entity, row.before, context)} ${alias} on ${next} where ${may}) select "id"${named}, row_number() over () as "${NEARNESS}" from ${steps}`,
  );
}

/** The id of the record right above one, as far as the reader may read it. */
function aboveOf(owner: Owner, by: string, context: SqlContext): string {
  const { authority, parameters } = context;
  const above = columnOf(context.index.field(owner.entity, by));
  if (owner.kind === 'row') {
    const may = authority === null ? TRUE : authority.mayUseField(context, by, 'read', owner);
    if (may === FALSE) return 'null::uuid';
    return may === TRUE ? column(owner.alias, above) : `(case when ${may} then ${column(owner.alias, above)} end)`;
  }
  const alias = parameters.alias();
  const row: Row = { kind: 'row', entity: owner.entity, alias, readable: true, ...beforeOf(owner) };
  const may = authority === null ? TRUE : and(admits(row, context), authority.mayUseField(context, by, 'read', row));
  return parameters.subselect(
    `(select ${column(alias, above)} from ${readableRows(owner.entity, owner.before, context)} ${alias} where ${and(`${column(alias, 'id')} = ${owner.sql}`, may)})`,
  );
}
