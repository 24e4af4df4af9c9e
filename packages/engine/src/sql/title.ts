import type { Expression } from '@nonet/language';
import { readableRows, withVariables, type SqlContext, type SqlVariable } from './context.ts';
import { compileExpression, compileRecord } from './expression.ts';
import { admits } from './admits.ts';
import { textOf } from './functions.ts';
import { and, NULL, TRUE } from './logic.ts';
import { wireIdOf } from './wire.ts';

/** The maximum depth to which a title that contains other records' titles is followed. */
const DEPTH = 3;

/** The number of characters of a long id that tell records of one product apart in practice; the UI shows as many. */
const SHOWN_OF_ID = 6;

type RowVariable = Extract<SqlVariable, { kind: 'row' }>;

/**
 * A record's title as text. With an actor's rights, values that they may not read are left out. Of a record without a
 * title, or with one of which they may read nothing, it is the end of its id: `#3f2a9c`.
 */
export function compileTitle(context: SqlContext, row: RowVariable): string {
  const title = composed(context, row, 0);
  if (isNeverBlank(context, row)) return title;
  const id = wireIdOf(context.index, row.entity, `${row.alias}."id"`);
  return `coalesce(nullif(btrim(${title}), ''), concat('#', right((${id})::text, ${SHOWN_OF_ID})))`;
}

/** The title of a record of which its reader may know the id alone. */
export function titleOfId(id: string | number): string {
  return `#${String(id).slice(-SHOWN_OF_ID)}`;
}

/** Whether every reader of the row reads some text in its title. */
function isNeverBlank(context: SqlContext, row: RowVariable): boolean {
  return context.index.entity(row.entity).title.some((part) => {
    if (typeof part === 'string') return part.trim() !== '';
    if (part.kind !== 'field' || part.of.kind !== 'variable' || part.type.nullable || part.type.kind === 'record')
      return false;
    const readable = context.authority?.mayUseField(context, part.field, 'read', { ...row, readable: true });
    return readable === undefined || readable === TRUE;
  });
}

function composed(context: SqlContext, row: RowVariable, depth: number): string {
  const inner = withVariables(context, { this: row });
  const parts = context.index.entity(row.entity).title.map((part) => {
    if (typeof part === 'string') return context.parameters.bind(part, 'text');
    return titlePart(part, inner, depth);
  });
  return parts.length === 1 ? `coalesce(${parts[0]}, '')` : `concat(${parts.length === 0 ? "''" : parts.join(', ')})`;
}

function titlePart(part: Expression, context: SqlContext, depth: number): string {
  if (part.type.kind !== 'record') return labelled(part, textOf(compileExpression(part, context), part.type), context);
  if (depth >= DEPTH) return NULL;
  return reached(context, compileRecord(part, context), (row) => composed(context, row, depth + 1));
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
export function titleOf(context: SqlContext, record: SqlVariable): string {
  return reached(context, record, (row) => compileTitle(context, row));
}

function reached(context: SqlContext, record: SqlVariable, title: (row: RowVariable) => string): string {
  if (record.kind === 'row') return title(record);
  if (record.kind !== 'id') return NULL;
  const alias = context.parameters.alias();
  const row: RowVariable = { kind: 'row', entity: record.entity, alias, readable: true };
  const condition = and(`${alias}."id" = ${record.sql}`, admits(row, context));
  return context.parameters.subselect(
    `(select ${title(row)} from ${readableRows(record.entity, false, context)} ${alias} where ${condition})`,
  );
}
