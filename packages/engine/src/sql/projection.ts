import { type Entity, type Field, isObject, looseField } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { readableRows, withVariables, type SqlContext, type SqlVariable } from './context.ts';
import { admits } from './admits.ts';
import { compileExpression } from './expression.ts';
import { isListOfRecords, isParentName, quote } from './identifiers.ts';
import { and, FALSE, TRUE } from './logic.ts';
import type { TracedText } from './parameters.ts';
import { listedRows, listIds, listOrder } from './lists.ts';
import { compileTitle } from './title.ts';
import { isWrittenBySubselect, typeOfField, wireIdOf, wireValue } from './wire.ts';

type Row = Extract<SqlVariable, { kind: 'row' }>;

/**
 * The parts of a record in an answer: all its fields, or those named; a named reference (or a list of them) with a
 * selection becomes an object (or these).
 */
export interface Selection {
  readonly all: boolean;
  readonly fields: ReadonlyMap<string, Selection | null>;
  /** The maximum number of records in the answer of each reversed list (3, `all … by …`); null: all of them. */
  readonly mostListed: number | null;
}

/** Distinguishes selections: those of one key answer the same of a record. */
export function selectionKey(selection: Selection): string {
  let key = selectionKeys.get(selection);
  if (key === undefined) {
    const { all, fields, mostListed } = selection;
    const named = [...fields].map(([name, inner]) => [name, inner && selectionKey(inner)]);
    selectionKeys.set(selection, (key = JSON.stringify([all, mostListed, named])));
  }
  return key;
}

const selectionKeys = new WeakMap<Selection, string>();

export const EVERYTHING: Selection = { all: true, fields: new Map(), mostListed: null };

/** Names, in a record's JSON, the reversed lists that hold more records than are answered. */
const MORE = '_more';

/** Marks, in a record's JSON, whether the field of that name may be read; `withoutUnreadable` takes it out again. */
const MARK = '?';

/** A row as JSON in the wire's form, as the context's reader may read it (the row itself they may). */
export function compileRecordJson(context: SqlContext, row: Row, selection: Selection): string {
  return compileObject(context, row, selection, [title(context, row)]);
}

/**
 * The result of `compileRecordJson` as the columns of a subselect. A lateral subselect becomes a part of the
 * statement's plan; a subselect as a value runs as a separate statement for each row.
 */
export function compileRecordColumns(context: SqlContext, row: Row, selection: Selection): string {
  return compileColumns(context, row, selection, [title(context, row)]);
}

/** The JSON of all the record's own fields, without its title, which may reveal other records. */
export function compileFieldsJson(context: SqlContext, row: Row): string {
  return compileObject(context, row, EVERYTHING, []);
}

/** Whether the result of `compileRecordColumns` depends on the row alone: on no other record, no actor and no time. */
export function isOfRowAlone({ traits }: TracedText): boolean {
  return !traits.has('subselect') && !traits.has('slot');
}

function title(context: SqlContext, row: Row): string {
  return `${compileTitle(context, row)} as "_title"`;
}

function compileObject(context: SqlContext, row: Row, selection: Selection, first: readonly string[]): string {
  return context.parameters.subselect(`(select to_json(r) from (${compileColumns(context, row, selection, first)}) r)`);
}

function compileColumns(context: SqlContext, row: Row, selection: Selection, first: readonly string[]): string {
  const entity = context.index.entity(row.entity);
  const { authority } = context;
  if (authority === null) throw new Error('A record is answered with the rights of a reader.');
  const columns = [`${wireIdOf(context.index, row.entity, `${row.alias}."id"`)} as "id"`, ...first];
  const more: string[] = [];
  for (const field of entity.fields) {
    const chosen = selection.fields.get(field.name);
    // A reversed list has no limit of its length, so it is answered only on request.
    const asked = chosen !== undefined || (selection.all && field.type.kind !== 'all');
    if (field.name === 'id' || field.type.kind === 'open' || !asked) continue;
    const readable = authority.mayUseField(context, field.name, 'read', { ...row, readable: true });
    if (readable === FALSE) continue;
    const most = field.type.kind === 'all' ? selection.mostListed : null;
    if (most !== null)
      more.push(`case when ${hasMore(context, row, field, most)} then '${quote(field.name).slice(1, -1)}' end`);
    columns.push(`${fieldJson(context, row, field, chosen ?? null, most)} as ${quote(field.name)}`);
    if (readable !== TRUE) columns.push(marked(context, readable, field));
  }
  for (const [name, chosen] of selection.fields) {
    const owner = ownerAsField(entity, name);
    if (owner !== null) columns.push(`${fieldJson(context, row, owner, chosen, null)} as ${quote(name)}`);
  }
  if (more.length > 0) columns.push(`array_remove(array[${more.join(', ')}], null) as ${quote(MORE)}`);
  return `select ${columns.join(', ')}`;
}

/** The owner of an owned child is no field of it, and is answered on request as a reference. */
function ownerAsField(entity: Entity, name: string): Field | null {
  const { owner, fields, clause } = entity;
  if (owner === null || !isParentName(entity, name)) return null;
  if (fields.some((field) => field.name === name)) return null;
  return looseField(name, name, { kind: 'reference', entity: owner.entity }, true, clause);
}

/** The column that says of a record whether its reader may read a field. */
function marked({ parameters }: SqlContext, readable: string, { name }: Field): string {
  return parameters.mark(`${readable} as "${quote(name).slice(1, -1)}${MARK}"`);
}

/** @param most Of a reversed list at most so many of its first records; null: all of them. */
function fieldJson(
  context: SqlContext,
  row: Row,
  field: Field,
  selection: Selection | null,
  most: number | null,
): string {
  if (field.type.kind === 'children' || (isListOfRecords(field.type) && selection !== null))
    return listJson(context, row, field.name, field.type.entity, selection ?? EVERYTHING, most);
  if (most !== null) return onWire(listIds({ ...row, readable: true }, field.name, context, most), field, context);
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
  if (field.type.kind !== 'reference' || selection === null) return onWire(value, field, context);
  const alias = context.parameters.alias();
  const target: Row = { kind: 'row', entity: field.type.entity, alias, readable: true };
  const condition = and(`${alias}."id" = ${value}`, admits(target, context));
  return context.parameters.subselect(
    `(select ${compileRecordJson(context, target, selection)} from ${readableRows(target.entity, false, context)} ${alias} where ${condition})`,
  );
}

/** A value on the wire; of a file and of a list of whole numbers it is made by a subselect. */
function onWire(value: string, { type }: Field, { parameters }: SqlContext): string {
  const written = wireValue(value, type);
  return isWrittenBySubselect(type) ? parameters.subselect(written) : written;
}

function listJson(
  context: SqlContext,
  owner: Row,
  list: string,
  entity: string,
  selection: Selection,
  most: number | null,
): string {
  const alias = context.parameters.alias();
  const known: Row = { ...owner, readable: true };
  const item: Row = { kind: 'row', entity, alias, readable: true };
  const order = [...listOrder(known, list, item, context), `${alias}."id"`].join(', ');
  const { from, condition } = listedRows(known, list, item, context);
  const records = `from ${from} where ${condition}`;
  if (most === null) return aggregate(context, compileRecordJson(context, item, selection), order, records);
  // The first ones are found before any of them is written as JSON.
  const first = context.parameters.alias();
  const place = `row_number() over (order by ${order}) as "_place"`;
  const found = `from (select ${alias}.*, ${place} ${records} order by ${order} limit ${Math.trunc(most)}) ${first}`;
  return aggregate(
    context,
    compileRecordJson(context, { ...item, alias: first }, selection),
    `${first}."_place"`,
    found,
  );
}

function aggregate({ parameters }: SqlContext, json: string, order: string, records: string): string {
  return `coalesce(${parameters.subselect(`(select json_agg(${json} order by ${order}) ${records})`)}, '[]'::json)`;
}

/** The SQL of whether a reversed list holds more than `most` records that the reader may read. */
function hasMore(context: SqlContext, owner: Row, { name, type }: Field, most: number): string {
  const entity = 'entity' in type ? type.entity : owner.entity;
  const item: Row = { kind: 'row', entity, alias: context.parameters.alias(), readable: true };
  const { from, condition } = listedRows({ ...owner, readable: true }, name, item, context);
  return context.parameters.subselect(`exists (select from ${from} where ${condition} offset ${Math.trunc(most)})`);
}

/**
 * Removes the marks from a read record (or several), and with them the fields that its reader may not read. Content
 * without marks is returned as it is. An answer that was kept under an Idempotency-Key before a rename has unknown
 * names, and may contain records as well.
 */
export function withoutUnreadable(index: PlanIndex, entity: string | null, content: unknown): unknown {
  if (Array.isArray(content)) {
    const kept = content.map((item) => withoutUnreadable(index, entity, item));
    return kept.some((item, place) => item !== content[place]) ? kept : content;
  }
  return isObject(content) ? cleaned(index, entity, content) : content;
}

function cleaned(
  index: PlanIndex,
  entity: string | null,
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  let isChanged = false;
  for (const [name, content] of Object.entries(record)) {
    if (name.endsWith(MARK) || record[`${name}${MARK}`] === false) {
      isChanged = true;
      continue;
    }
    const type = entity === null ? undefined : index.findField(entity, name)?.type;
    if (type === undefined) kept[name] = withoutUnreadable(index, null, content);
    else if (type.kind === 'reference' || isListOfRecords(type))
      kept[name] = withoutUnreadable(index, type.entity, content);
    else kept[name] = content;
    isChanged ||= kept[name] !== content;
  }
  return isChanged ? kept : record;
}
