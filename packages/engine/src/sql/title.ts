import type { Expression } from '@nonet/language';
import { withVariables, type SqlContext, type SqlVariable } from './context.ts';
import { compileExpression, compileRecord } from './expression.ts';
import { admits } from './admits.ts';
import { textOf } from './functions.ts';
import { and, NULL } from './logic.ts';

/** The maximum depth to which a title that contains other records' titles is followed. */
const DEPTH = 3;

/** A record's title as text. With an actor's rights, values that they may not read are left out. */
export function compileTitle(context: SqlContext, row: Extract<SqlVariable, { kind: 'row' }>, depth = 0): string {
  const inner = withVariables(context, { this: row });
  const parts = context.index.entity(row.entity).title.map((part) => {
    if (typeof part === 'string') return context.parameters.bind(part, 'text');
    return titlePart(part, inner, depth);
  });
  return parts.length === 1 ? `coalesce(${parts[0]}, '')` : `concat(${parts.length === 0 ? "''" : parts.join(', ')})`;
}

function titlePart(part: Expression, context: SqlContext, depth: number): string {
  if (part.type.kind !== 'record') return labelled(part, textOf(compileExpression(part, context), part.type), context);
  return depth >= DEPTH ? NULL : titleOf(context, compileRecord(part, context), depth + 1);
}

/** A choice shows its label, as everywhere else. */
function labelled(part: Expression, sql: string, { index, parameters }: SqlContext): string {
  if (part.kind !== 'field' || part.of.type.kind !== 'record') return sql;
  const type = index.findField(part.of.type.entity, part.field)?.type;
  if ((type?.kind !== 'enum' && type?.kind !== 'state') || type.values.length === 0) return sql;
  const cases = type.values.map(
    ({ name, label }) => `when ${parameters.bind(name, 'text')} then ${parameters.bind(label, 'text')}`,
  );
  return `(case ${sql} ${cases.join(' ')} end)`;
}

/** The title of the record that a variable means, null if it is null or not to be read. */
export function titleOf(context: SqlContext, record: SqlVariable, depth = 0): string {
  if (record.kind === 'row') return compileTitle(context, record, depth);
  if (record.kind !== 'id') return NULL;
  const alias = context.parameters.alias();
  const row: Extract<SqlVariable, { kind: 'row' }> = { kind: 'row', entity: record.entity, alias, readable: true };
  const condition = and(`${alias}."id" = ${record.sql}`, admits(row, context));
  return context.parameters.subselect(
    `(select ${compileTitle(context, row, depth)} from ${context.parameters.table(record.entity)} ${alias} where ${condition})`,
  );
}
