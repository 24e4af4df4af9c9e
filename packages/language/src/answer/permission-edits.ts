import { clauseSubject, permissionClause } from '../model/clause.ts';
import { ACTIONS, type Action, type Role, VERBS } from '../model/roles.ts';
import type { Entity } from '../model/entities.ts';
import type { Model } from '../model/model.ts';
import type { SourceFile } from '../source/span.ts';
import type { Table } from '../syntax/tree.ts';
import { EACH } from './choices.ts';
import { headerOf } from './place.ts';
import { addColumn, addRows, type Edits } from './table-edits.ts';
import { writeCell, writeTable } from './written.ts';

interface MissingRow {
  readonly action: Action;
  /** Null: the whole record. */
  readonly field: string | null;
  /** Null: every state. */
  readonly state: string | null;
}

/** The row that an address of point 6 is about; null if it is no row's. */
function rowOf(model: Model, clause: string): MissingRow | null {
  const name = clauseSubject(clause);
  const fields = model.entities.find((entity) => entity.name === name)?.fields ?? [];
  const states = model.states.find(({ entity }) => entity === name)?.states ?? [];
  for (const action of ACTIONS)
    for (const field of [null, ...fields.map((each) => each.name)])
      for (const state of [null, ...states.map((each) => each.name)])
        if (permissionClause(name, { action, field, state }) === clause) return { action, field, state };
  return null;
}

/** Answers what a table of permissions does not have: a row, or a role's column. Null if it is neither. */
export function completePermissions(
  model: Model,
  file: SourceFile,
  table: Table,
  clause: string,
  answer: string,
): Edits | null {
  const row = rowOf(model, clause);
  if (row !== null) {
    const { action, field, state } = row;
    const cells = table.headers.map((_, index) => {
      const header = headerOf(table, index);
      if (header.toLowerCase() === 'may') return field === null ? action : `${action} ${field}`;
      if (header.toLowerCase() === 'in state') return state ?? '';
      const role = model.roles.find(({ name }) => name === header);
      return header === 'note' ? '' : cellFor(answer, action, role);
    });
    return addRows(file, table, [cells]);
  }
  const role = model.roles.find(({ name }) => clause === `6.${clauseSubject(clause)}.${name}`);
  if (role === undefined) return null;
  const may = table.headers.findIndex((_, index) => headerOf(table, index).toLowerCase() === 'may');
  return addColumn(file, table, role.name, (row) => {
    const isCreate = row.cells[may]?.text.trim() === 'create';
    return cellFor(answer, isCreate ? 'create' : 'read', role);
  });
}

/**
 * A table of permissions for an entity that has none: one row, or with `each by itself` a cell for each role and
 * action.
 */
export function writePermissions(model: Model, entity: string, answer: string): string {
  const known = model.entities.find(({ name }) => name === entity);
  const actions = ACTIONS.filter((action) => IS_PROPOSED[action](known));
  const roles = model.roles.filter(({ given }) => given.kind !== 'relationship' || entity in given.of);
  if (answer !== EACH || roles.length === 0) {
    return writeTable(['may', 'others'], [[actions.join(', '), cellFor(answer, 'read', undefined)]]);
  }
  const rows = actions.map((action) => [action, ...roles.map((role) => cellFor(EACH, action, role))]);
  return writeTable(['may', ...roles.map(({ name }) => name)], rows);
}

/** Whether a table that is written for an entity has a row of each verb. */
const IS_PROPOSED: Readonly<Record<Action, (entity: Entity | undefined) => boolean>> = {
  read: () => true,
  create: () => true,
  update: () => true,
  delete: (entity) => entity?.delete !== 'never',
  restore: () => false,
  export: () => false,
  import: () => false,
  history: () => false,
  erase: () => false,
  merge: () => false,
};

/** A relationship role can't hold before its record exists. */
function cellFor(answer: string, action: Action, role: Role | undefined): string {
  if (VERBS[action].judges === 'new record' && role?.given.kind === 'relationship') return '';
  return answer === EACH ? 'not shown' : writeCell(answer, '', true);
}
