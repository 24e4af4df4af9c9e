import { ACTIONS, type Action, type Role } from '../model/roles.ts';
import type { Model } from '../model/model.ts';
import type { SourceFile } from '../source/span.ts';
import type { Table } from '../syntax/tree.ts';
import { EACH } from './choices.ts';
import { headerOf } from './place.ts';
import { addColumn, addRows, type Edits } from './table-edits.ts';
import { writeCell, writeTable } from './written.ts';

/** `6.Claim.booking.read.in_draft`: what a missing row is about. */
const ROW = new RegExp(`^6\\.\\w+\\.(?:(\\w+)\\.)?(${ACTIONS.join('|')})(?:\\.in_(\\w+))?$`);

/** Answers what a table of permissions does not have: a row, or a role's column. Null where it is neither. */
export function completePermissions(
  model: Model,
  file: SourceFile,
  table: Table,
  clause: string,
  answer: string,
): Edits | null {
  const [, field, action, state] = ROW.exec(clause) ?? [];
  if (action !== undefined) {
    const cells = table.headers.map((_, index) => {
      const header = headerOf(table, index);
      if (header.toLowerCase() === 'may') return field === undefined ? action : `${action} ${field}`;
      if (header.toLowerCase() === 'in state') return state ?? '';
      const role = model.roles.find(({ name }) => name === header);
      return header === 'note' ? '' : cellFor(answer, action as Action, role);
    });
    return addRows(file, table, [cells]);
  }
  const role = model.roles.find(({ name }) => clause.endsWith(`.${name}`));
  if (role === undefined) return null;
  const may = table.headers.findIndex((_, index) => headerOf(table, index).toLowerCase() === 'may');
  return addColumn(file, table, role.name, (row) => {
    const isCreate = row.cells[may]?.text.trim() === 'create';
    return cellFor(answer, isCreate ? 'create' : 'read', role);
  });
}

/** A table of permissions for an entity that has none: one row, or with `each by itself` a cell for each role and action. */
export function writePermissions(model: Model, entity: string, answer: string): string {
  const known = model.entities.find(({ name }) => name === entity);
  const actions: Action[] = ['read', 'create', 'update', ...(known?.delete === 'never' ? [] : (['delete'] as const))];
  const roles = model.roles.filter(({ given }) => given.kind !== 'relationship' || entity in given.of);
  if (answer !== EACH || roles.length === 0) {
    return writeTable(['may', 'others'], [[actions.join(', '), cellFor(answer, 'read', undefined)]]);
  }
  const rows = actions.map((action) => [action, ...roles.map((role) => cellFor(EACH, action, role))]);
  return writeTable(['may', ...roles.map(({ name }) => name)], rows);
}

/** A relationship to a record can't hold before the record is there. */
function cellFor(answer: string, action: Action, role: Role | undefined): string {
  if (action === 'create' && role?.given.kind === 'relationship') return '';
  return answer === EACH ? 'not shown' : writeCell(answer, '', true);
}
