import { type Field, message, hasValue, type Expression } from '@nonet/language';
import { admits } from './admits.ts';
import {
  beforeOf,
  readableRows,
  seeingEverything,
  type Compile,
  type Row,
  type SqlContext,
  type SqlVariable,
} from './context.ts';
import { column, columnOf, isListOfRecords, isParentName, moneyScale, sqlType, SYSTEM_COLUMNS } from './identifiers.ts';
import { and, NULL, only, TRUE } from './logic.ts';
import { listIds } from './lists.ts';
import { fieldNotShown, notShown } from './not-shown.ts';
import { guarded, leavesItsField } from './range.ts';
import { typeOfField } from './wire.ts';

/** The value of a field of a record, or of a property of named values. */
export function compileField(compile: Compile, record: SqlVariable, field: string, context: SqlContext): string {
  switch (record.kind) {
    case 'null':
      return NULL;
    case 'value':
    case 'request':
      throw new Error(`A ${record.kind} has no field ${field}.`);
    case 'values': {
      const sql = record.properties[field];
      if (sql === undefined) throw new Error(`No value is named ${field} here.`);
      return sql;
    }
    case 'row':
      return compileRowField(compile, record, field, context);
    case 'id': {
      if (field === 'id' && context.authority === null) return record.sql;
      const alias = context.parameters.alias();
      const row: Row = { kind: 'row', entity: record.entity, alias, readable: true, ...beforeOf(record) };
      const value = compileRowField(compile, row, field, context);
      const condition = and(`${alias}."id" = ${record.sql}`, admits(row, context));
      return context.parameters.subselect(
        `(select ${value} from ${readableRows(record.entity, record.before, context)} ${alias} where ${condition})`,
      );
    }
  }
}

function compileRowField(compile: Compile, row: Row, name: string, context: SqlContext): string {
  const { index, authority } = context;
  const entity = index.entity(row.entity);
  if (name === 'id') return column(row.alias, 'id');
  if (isParentName(entity, name)) return column(row.alias, SYSTEM_COLUMNS.parent);
  const field = index.findField(row.entity, name);
  // Every name in a checked plan is a field, except an owner that is not shown.
  if (field === null)
    throw notShown(message('referenceNotShown', { field: `${row.entity}.${name}` }), `3.${row.entity}`);
  const raw =
    field.computed === null
      ? storedValue(row, field, context)
      : computedValue(compile, row, field, field.computed, context);
  if (authority === null) return raw;
  const value = field.type.kind === 'reference' ? readableReference(field.type.entity, raw, context) : raw;
  const shown = only(authority.mayUseField(context, name, 'read', row), value);
  // A subselect makes a text of a null that has no type.
  return shown === NULL ? `${NULL}::${sqlType(typeOfField(field))}` : shown;
}

function storedValue(row: Row, field: Field, context: SqlContext): string {
  if (field.type.kind === 'open') {
    throw fieldNotShown(field);
  }
  if (isListOfRecords(field.type)) return listIds(row, field.name, context);
  const stored = column(row.alias, columnOf(field));
  const { secretMark } = context;
  if (field.type.kind !== 'secret' || secretMark === undefined) return stored;
  const place = context.parameters.bind(`<${row.entity} ${field.name} `, 'text');
  return `(${secretMark} || ${place} || ${column(row.alias, 'id')}::text || ' ' || ${stored} || '>' || ${secretMark})`;
}

/**
 * Computed fields see everything, and are rounded to the scale of their type like all assigned values. A value beyond
 * their type is null.
 */
function computedValue(compile: Compile, row: Row, field: Field, computed: Expression, context: SqlContext): string {
  const inner = {
    ...seeingEverything(context),
    variables: new Map<string, SqlVariable>([['this', row]]),
    allBefore: row.before === true,
  };
  const { parameters } = context;
  const { text: value, traits } = parameters.trace(() => compile.value(computed, inner));
  const isBeyond = leavesItsField(field, context.index);
  const exact = (rounded: string): string =>
    isBeyond ? guarded('number', { text: rounded, traits }, parameters) : rounded;
  if (field.type.kind === 'boolean') return `(${value})`;
  if (!hasValue(field.type, 'number')) return value;
  switch (field.type.kind) {
    case 'money':
      return exact(`round((${value})::numeric, ${moneyScale(field.type, context.index.plan.settings)})`);
    case 'decimal':
      return exact(`round((${value})::numeric, ${Math.trunc(field.type.scale)})`);
    case 'percent':
      return exact(value);
    case 'integer':
      return isBeyond ? guarded('whole', { text: value, traits }, parameters) : `(${value})::bigint`;
  }
}

/** A reference to an unreadable or deleted record reads null (6). */
function readableReference(entity: string, id: string, context: SqlContext): string {
  const alias = context.parameters.alias();
  const condition = admits({ kind: 'row', entity, alias }, context);
  if (condition === TRUE) return id;
  return context.parameters.subselect(
    `(select ${alias}."id" from ${readableRows(entity, false, context)} ${alias} where ${and(`${alias}."id" = ${id}`, condition)})`,
  );
}
