import type { Expression, PaperPart, Query } from '@nonet/language';
import type { SqlContext, Row } from '../sql/context.ts';
import { withVariables } from '../sql/context.ts';
import { compileExpression, compileParts, compileRecord } from '../sql/expression.ts';
import { NULL, only } from '../sql/logic.ts';
import { compileOrder, compileSource } from '../sql/queries.ts';
import { mayReadAll, mayReadList } from '../sql/readable-computed.ts';
import { titleOf } from '../sql/title.ts';
import { wireValueOfType } from '../sql/wire.ts';

/** The number of records that one part of a paper (`{for …}`) is repeated for at most. */
export const MOST_ROWS = 2_000;

/**
 * The SQL of a JSON array with what the parts of a paper need, in their order: of a value and of a condition `[value]`, of
 * repeated parts an array with such an array for each record; null where its reader may not read all that it is made of.
 */
export function compilePaperParts(parts: readonly PaperPart[], context: SqlContext): string {
  return arrayOf(parts.flatMap((part) => compilePart(part, context)));
}

/** The same for values alone. */
export function compilePaperValues(values: readonly Expression[], context: SqlContext): string {
  return arrayOf(values.map((value) => compileValue(value, context)));
}

function arrayOf(items: readonly string[]): string {
  return `to_json(array[${items.join(', ')}]::json[])`;
}

function compilePart(part: PaperPart, context: SqlContext): readonly string[] {
  if (typeof part === 'string') return [];
  if (part.kind === 'for') return [compileRows(part.records, part.parts, context)];
  if (part.kind !== 'if') return [compileValue(part, context)];
  const inner = [...part.then, ...part.otherwise].flatMap((each) => compilePart(each, context));
  return [compileValue(part.condition, context), ...inner];
}

function compileValue(value: Expression, context: SqlContext): string {
  return only(mayReadAll(value, context), `json_build_array(${written(value, context)})`);
}

/** A record is written as its title. */
function written(value: Expression, context: SqlContext): string {
  if (value.type.kind !== 'record') return wireValueOfType(compileExpression(value, context), value.type);
  const record = compileRecord(value, context);
  return record.kind === 'row' || record.kind === 'id' ? titleOf(context, record) : NULL;
}

/** The records that their reader may not read are not there. */
function compileRows(records: Query, parts: readonly PaperPart[], context: SqlContext): string {
  const source = compileSource(compileParts, records, context);
  const { entity } = records.source;
  const row: Row = { kind: 'row', entity, alias: source.alias, readable: true };
  const item = compilePaperParts(parts, withVariables(source.context, { [records.variable]: row }));
  const order = compileOrder(compileParts, records, source);
  const rows = context.parameters.alias('p');
  const first = `select row_number() over (order by ${order}) as place, ${item} as item from ${source.from} where ${source.condition} order by place limit ${MOST_ROWS + 1}`;
  const all = `(select coalesce(json_agg(${rows}.item order by ${rows}.place), '[]'::json) from (${first}) ${rows})`;
  return only(mayReadList(records.source, context), context.parameters.subselect(all));
}
