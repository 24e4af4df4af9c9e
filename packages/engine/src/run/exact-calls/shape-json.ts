import type { Expression, ShapedValue, Shape } from '@nonet/language';
import { withVariables, type SqlContext, type SqlVariable, readableRows } from '../../sql/context.ts';
import { compileExpression, compileRecord } from '../../sql/expression.ts';
import { admits } from '../../sql/admits.ts';
import { and, NULL } from '../../sql/logic.ts';
import { listedRows, listOrder } from '../../sql/lists.ts';
import { wireValue, wireValueOfType } from '../../sql/wire.ts';

export type Row = Extract<SqlVariable, { kind: 'row' }>;

/** `json_build_object` takes a hundred arguments at most. */
const MOST_MEMBERS = 50;

/** A row in a shape (7), as SQL of the type `json`. Values that the reader may not read are null. */
export function compileShape(context: SqlContext, shape: Shape, row: Row): string {
  const inner = withVariables(context, { this: row });
  const members = shape.properties.flatMap(({ name, optional, value }) =>
    value.kind === 'password' || value.kind === 'ignored'
      ? []
      : [{ name: context.parameters.bind(name, 'text'), optional, value: compileShaped(inner, value) }],
  );
  if (members.length <= MOST_MEMBERS && members.every(({ optional }) => !optional))
    return `json_build_object(${members.map(({ name, value }) => `${name}, ${value}`).join(', ')})`;
  const rows = members.map(({ name, optional, value }, place) => `(${place}, ${name}, ${asJson(value)}, ${optional})`);
  const [number, key, content, empty] = ['place', 'name', 'value', 'optional'].map((part) => `m."${part}"`);
  // An optional property is left out if it is null or an empty list.
  const kept = `not ${empty} or (${content} is not null and ${content}::text not in ('null', '[]'))`;
  return `(select json_object_agg(${key}, ${content} order by ${number}) filter (where ${kept}) from (values ${rows.join(', ')}) m("place", "name", "value", "optional"))`;
}

/** A value of a shape or an answer, as something that `json_build_object` writes rightly. */
export function compileShaped(context: SqlContext, value: ShapedValue): string {
  switch (value.kind) {
    case 'value':
      return value.asNumber
        ? `(${compileExpression(value.expression, context)})::numeric`
        : compileValue(context, value.expression);
    case 'shape':
      return value.list
        ? compileList(context, value.expression, (row) => compileShape(context, shapeOf(context, value.shape), row))
        : compileReferred(context, value.expression, shapeOf(context, value.shape));
    case 'names':
      return compileList(context, value.expression, (row) =>
        compileValue(withVariables(context, { this: row }), fieldOf(row.entity, value.field)),
      );
  }
}

export function shapeOf({ index }: SqlContext, name: string): Shape {
  const shape = index.plan.answered.shapes.find((candidate) => candidate.name === name);
  if (shape === undefined) throw new Error(`The plan has no shape ${name}.`);
  return shape;
}

function compileValue(context: SqlContext, expression: Expression): string {
  const sql = compileExpression(expression, context);
  if (expression.kind === 'field' && expression.of.type.kind === 'record') {
    const field = context.index.findField(expression.of.type.entity, expression.field);
    if (field !== null && field.type.kind !== 'id') return wireValue(sql, field.type);
  }
  return wireValueOfType(sql, expression.type);
}

function fieldOf(entity: string, field: string): Expression {
  const of: Expression = { kind: 'variable', name: 'this', type: { kind: 'record', entity, nullable: false } };
  return { kind: 'field', of, field, type: { kind: 'text', nullable: false } };
}

/** The record that an expression means, by a shape; null if its reader may not read it. */
function compileReferred(context: SqlContext, expression: Expression, shape: Shape): string {
  const alias = context.parameters.alias();
  const row: Row = { kind: 'row', entity: shape.entity, alias, readable: true };
  const condition = and(`${alias}."id" = ${compileExpression(expression, context)}`, admits(row, context));
  return `(select ${compileShape(context, shape, row)} from ${readableRows(shape.entity, false, context)} ${alias} where ${condition})`;
}

/** The records of a list that its reader may read, in their order. */
function compileList(context: SqlContext, expression: Expression, item: (row: Row) => string): string {
  if (expression.kind !== 'field' || expression.type.kind !== 'list' || expression.type.of.kind !== 'record')
    throw new Error(`A ${expression.kind} is no list of records.`);
  const owner = compileRecord(expression.of, context);
  const row: Row = {
    kind: 'row',
    entity: expression.type.of.entity,
    alias: context.parameters.alias(),
    readable: true,
  };
  const { from, condition } = listedRows(owner, expression.field, row, context);
  const order = [...listOrder(owner, expression.field, row, context), `${row.alias}."id"`].join(', ');
  return `(select coalesce(json_agg(${item(row)} order by ${order}), '[]'::json) from ${from} where ${condition})`;
}

/** SQL of any type as JSON: a bare null has no type. */
export function asJson(sql: string): string {
  return sql === NULL ? `${NULL}::json` : `to_json(${sql})`;
}
