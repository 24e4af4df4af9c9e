import { type Expression, isPageNumber, type PaperContent, type PaperPart, type Query } from '@nonet/language';
import type { SqlContext, Row } from '../sql/context.ts';
import { withVariables } from '../sql/context.ts';
import { compileExpression, compileParts, compileRecord } from '../sql/expression.ts';
import { NULL, only, TRUE } from '../sql/logic.ts';
import { compileOrder, compileSource } from '../sql/queries.ts';
import { mayReadAll, mayReadList } from '../sql/readable-computed.ts';
import { titleOf } from '../sql/title.ts';
import { wireValueOfType } from '../sql/wire.ts';

/** The number of records that one part of a paper (`{for …}`) is repeated for at most. */
export const MOST_ROWS = 2_000;

/** The SQL of JSON with all values of a paper (`PaperValues`), as the reader of the context may read them, or as they are. */
export function compilePaperContent(content: PaperContent, context: SqlContext): string {
  const lines = [...content.title, ...(content.header ?? []), ...(content.footer ?? [])]
    .filter((part) => typeof part !== 'string')
    .filter((part) => !isPageNumber(part));
  return `json_build_object('lines', ${compilePaperValues(lines, context)}, 'body', ${compilePaperParts(content.body, context)})`;
}

/**
 * The SQL of a JSON array with what the parts of a paper need, in their order: of a value and of a condition `[value]`, of
 * repeated parts an array with such an array for each record; null where its reader may not read all that it is made of.
 */
function compilePaperParts(parts: readonly PaperPart[], context: SqlContext): string {
  return arrayOf(parts.flatMap((part) => compilePart(part, context)));
}

/** The same for values alone. */
function compilePaperValues(values: readonly Expression[], context: SqlContext): string {
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
  const mayRead = context.authority === null ? TRUE : mayReadAll(value, context);
  return only(mayRead, `json_build_array(${written(value, context)})`);
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
  const mayRead = context.authority === null ? TRUE : mayReadList(records.source, context);
  return only(mayRead, context.parameters.subselect(all));
}
