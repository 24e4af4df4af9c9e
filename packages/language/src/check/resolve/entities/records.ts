import { hasValue, isFromPeople } from '../../../model/field-kinds.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import type { SeedRecord, SeedValue } from '../../../model/entities.ts';
import type { Cell, Table } from '../../../syntax/tree.ts';
import { parentNames } from '../names.ts';
import type { FieldDraft } from '../../declare/field-draft.ts';
import { headerWords, readTable, type TableRow } from '../table.ts';
import type { Resolving } from './resolving.ts';
import { readSeedValue } from './seed-value.ts';

/**
 * Reads `#### Records` or `#### Demo records`: a table whose headers are the entity's fields (3). The clause of a row
 * is `3.Category.records.1`, or `3.Category.demo_records.1`.
 */
export function resolveRecords(
  entity: Resolving,
  tables: readonly Table[],
  kind: 'Records' | 'Demo records',
): readonly SeedRecord[] {
  const { context, draft } = entity;
  const records: SeedRecord[] = [];
  const columns = columnsOf(entity, kind);
  for (const table of tables) {
    const headers = table.headers.map(headerWords);
    if (headers.join(' ') === 'setting is' && !columns.has('setting')) {
      const belongs = `The settings of ${draft.name.text} stand before its \`#### ${kind}\`: a table belongs to the heading above it.`;
      context.report('N018', TABLE_CODES.N018, { headers, known: [], belongs }, table.span);
      continue;
    }
    const shape = {
      columns: {},
      optionalPattern: (header: string) => columns.has(header),
      offers: [...columns.keys()],
    };
    for (const row of readTable(context, table, shape)) {
      const clause = `3.${draft.name.text}.${kind === 'Records' ? 'records' : 'demo_records'}.${records.length + 1}`;
      context.place(clause, row.span);
      records.push({ clause, values: readRow(entity, row, columns, clause) });
    }
  }
  return records;
}

type Column = FieldDraft | { readonly name: string; readonly parent: string } | { readonly name: 'password' };

function columnsOf({ draft, fields, declared }: Resolving, kind: 'Records' | 'Demo records'): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const field of fields)
    if (!field.rules.computed && field.type.kind !== 'children' && field.type.kind !== 'all')
      columns.set(field.name, field);
  const owner = declared.entities.get(draft.name.text)?.owner;
  for (const name of owner ? parentNames(owner.entity) : []) {
    if (owner && !columns.has(name)) columns.set(name, { name, parent: owner.entity });
  }
  if (draft.name.text === 'User' && kind === 'Demo records') columns.set('password', { name: 'password' });
  return columns;
}

function readRow(
  entity: Resolving,
  row: TableRow,
  columns: ReadonlyMap<string, Column>,
  clause: string,
): SeedRecord['values'] {
  const { context } = entity;
  const values: Record<string, SeedValue> = {};
  for (const [header, cell] of Object.entries(row.cells)) {
    const column = columns.get(header);
    if (!column) continue;
    if (cell.absence === 'not shown') {
      context.gap(`${clause}.${header}`, { because: 'recordValue', name: header }, cell.span);
      continue;
    }
    if ('parent' in column) {
      context.place(`${clause}.${header}`, cell.span);
      if (cell.absence === null) values[header] = { kind: 'reference', entity: column.parent, text: cell.text };
      else missing(entity, header, cell, clause);
      continue;
    }
    if (!('type' in column)) {
      if (cell.absence === null) values[header] = { kind: 'value', value: cell.text };
      continue;
    }
    if (cell.absence !== null) {
      if (column.type.kind === 'roles') values[header] = { kind: 'value', value: [] };
      else if (!mayBeEmpty(column)) missing(entity, header, cell, clause);
      else if (!hasValueOfItsOwn(column, cell.absence)) values[header] = { kind: 'none' };
      continue;
    }
    if (column.type.kind === 'reference' || column.type.kind === 'many')
      context.place(`${clause}.${header}`, cell.span);
    const value = readSeedValue(entity, column, cell, clause);
    if (value) values[header] = value;
  }
  reportAbsentColumns(entity, row, columns, clause);
  return values;
}

/** Required fields that no column of the table gives a value to. */
function reportAbsentColumns(
  entity: Resolving,
  row: TableRow,
  columns: ReadonlyMap<string, Column>,
  clause: string,
): void {
  const absent = [...columns].filter(
    ([name, column]) => 'type' in column && column.origin !== 'derived' && !row.cells[name] && !mayBeEmpty(column),
  );
  const fields = absent.map(([name]) => name);
  // An owned child says whose it is, by either of its owner's names.
  const parents = [...columns].flatMap(([name, column]) => ('parent' in column ? [name] : []));
  if (parents[0] !== undefined && !parents.some((name) => row.cells[name])) fields.push(parents[0]);
  if (fields.length === 0) return;
  entity.context.report('N317', ENTITIES_CODES.N317, { fields }, row.span, { clause });
}

function mayBeEmpty({ required, rules, type, origin, name }: FieldDraft): boolean {
  if (!required || rules.default || rules.when || origin === 'derived') return true;
  return !isFromPeople(type) || hasValue(type, 'roles', 'records') || (origin === 'built in' && name === 'disabled');
}

/** Whether a new record gets a value there by itself, so that the cell may be empty: a default, a number, a state, … */
function hasValueOfItsOwn({ required, rules, type, origin, name }: FieldDraft, absence: Cell['absence']): boolean {
  // `none` removes a default only if the field may be empty, which includes a field that is not asked for on every
  // record.
  if (rules.default) return (required && !rules.when) || absence !== 'none';
  return type.kind === 'state' || hasValue(type, 'made text') || (origin === 'built in' && name === 'disabled');
}

function missing({ context }: Resolving, field: string, cell: Cell, clause: string): void {
  context.report('N317', ENTITIES_CODES.N317, { fields: [field] }, cell.span, { clause });
}
