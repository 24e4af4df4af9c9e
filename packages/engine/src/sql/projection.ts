import type { Field } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { withVariables, type SqlContext, type SqlVariable } from './context.ts';
import { admits } from './fields.ts';
import { compileExpression } from './expression.ts';
import { quote, table } from './identifiers.ts';
import { and, FALSE, TRUE } from './logic.ts';
import { ownedBy } from './queries.ts';
import { compileTitle } from './title.ts';
import { typeOfField, wireValue } from './wire.ts';

type Row = Extract<SqlVariable, { kind: 'row' }>;

/** What of a record is answered: all its fields, or those named; a named reference with a selection becomes an object. */
export interface Selection {
  readonly all: boolean;
  readonly fields: ReadonlyMap<string, Selection | null>;
}

export const EVERYTHING: Selection = { all: true, fields: new Map() };

/** Marks, in a record's JSON, whether the field of that name may be read; `withoutUnreadable` takes it out again. */
const MARK = '?';

/** A row as JSON in the wire's form, as the context's reader may read it (the row itself they may). */
export function compileRecordJson(context: SqlContext, row: Row, selection: Selection): string {
  const entity = context.index.entity(row.entity);
  const authority = context.authority;
  if (authority === null) throw new Error('A record is answered with the rights of a reader.');
  const columns = [`${row.alias}."id" as "id"`, `${compileTitle(context, row)} as "_title"`];
  for (const field of entity.fields) {
    const chosen = selection.fields.get(field.name);
    if (field.name === 'id' || field.type.kind === 'open' || (!selection.all && chosen === undefined)) continue;
    const readable = authority.mayUseField(context, field.name, 'read', { ...row, readable: true });
    if (readable === FALSE) continue;
    columns.push(`${fieldJson(context, row, field, chosen ?? null)} as ${quote(field.name)}`);
    if (readable !== TRUE) columns.push(`${readable} as "${quote(field.name).slice(1, -1)}${MARK}"`);
  }
  return `(select to_json(r) from (select ${columns.join(', ')}) r)`;
}

function fieldJson(context: SqlContext, row: Row, field: Field, selection: Selection | null): string {
  if (field.type.kind === 'children')
    return childrenJson(context, row, field.name, field.type.entity, selection ?? EVERYTHING);
  const inner = withVariables(context, { this: row });
  const value = compileExpression(
    {
      kind: 'field',
      of: { kind: 'variable', name: 'this', type: { kind: 'record', entity: row.entity, nullable: false } },
      field: field.name,
      type: typeOfField(field),
    },
    inner,
  );
  if (field.type.kind !== 'reference' || selection === null) return wireValue(value, field.type);
  const alias = context.parameters.alias();
  const target: Row = { kind: 'row', entity: field.type.entity, alias, readable: true };
  const condition = and(`${alias}."id" = ${value}`, admits(target, context));
  return `(select ${compileRecordJson(context, target, selection)} from ${table(target.entity)} ${alias} where ${condition})`;
}

function childrenJson(context: SqlContext, owner: Row, list: string, entity: string, selection: Selection): string {
  const alias = context.parameters.alias();
  const child: Row = { kind: 'row', entity, alias, readable: true };
  const condition = ownedBy({ ...owner, readable: true }, list, child, context);
  const json = compileRecordJson(context, child, selection);
  return `coalesce((select json_agg(${json} order by ${alias}."_position", ${alias}."id") from ${table(entity)} ${alias} where ${condition}), '[]'::json)`;
}

/** Takes the marks out of a record that was read, and with them the fields that its reader may not read. */
export function withoutUnreadable(
  index: PlanIndex,
  entity: string,
  record: Record<string, unknown>,
): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(record)) {
    if (name.endsWith(MARK) || record[`${name}${MARK}`] === false) continue;
    const type = index.findField(entity, name)?.type;
    const nested = type?.kind === 'reference' || type?.kind === 'children' ? type.entity : null;
    cleaned[name] = nested === null ? content : cleanNested(index, nested, content);
  }
  return cleaned;
}

function cleanNested(index: PlanIndex, entity: string, content: unknown): unknown {
  if (Array.isArray(content)) return content.map((item) => cleanNested(index, entity, item));
  if (content === null || typeof content !== 'object') return content;
  return withoutUnreadable(index, entity, content as Record<string, unknown>);
}
