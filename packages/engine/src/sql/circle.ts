import { idOf, relation, type Row, type SqlContext } from './context.ts';
import { column, columnOf } from './identifiers.ts';
import { titleOf } from './title.ts';
import { NEARNESS } from './tree.ts';

/**
 * The titles of the records on the way from a row along a `tree` back to itself, the row at the end; null if it does
 * not go round. With an actor's rights, a title that they may not read is null.
 */
export function circleOf(row: Row, by: string, context: SqlContext): string {
  const { parameters } = context;
  const [steps, alias, found] = [parameters.alias('w'), parameters.alias(), parameters.alias('w')];
  const above = columnOf(context.index.field(row.entity, by));
  const [id, next] = [column(alias, 'id'), column(alias, above)];
  const table = relation(row.entity, row.before, context);
  const walk = `with recursive ${steps}("id", "above") as (select ${id}, ${next} from ${table} ${alias} where ${id} = ${column(row.alias, above)} union select ${id}, ${next} from ${steps} join ${table} ${alias} on ${id} = ${steps}."above" where ${steps}."id" <> ${idOf(row)}) select "id", row_number() over () as "${NEARNESS}" from ${steps}`;
  const title = titleOf(context, { kind: 'id', entity: row.entity, sql: `${found}."id"` });
  return parameters.subselect(
    `(select case when bool_or(${found}."id" = ${idOf(row)}) then array_agg(${title} order by ${found}."${NEARNESS}") end from (${walk}) ${found})`,
  );
}
