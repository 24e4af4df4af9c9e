import type { Entity } from '../model/entities.ts';
import { ALL_KINDS, FIELD_KINDS, hasValue } from '../model/field-kinds.ts';
import type { Model } from '../model/model.ts';
import { SCREEN_KINDS } from '../model/screens.ts';
import type { Table } from '../syntax/tree.ts';
import { type GapPlace, headerOf, missingColumn, tableWith } from './place.ts';

/** Leaves each cell open by itself, so that each is asked for. */
export const EACH = 'each by itself';

/** Types that are stated by a word alone, as far as they are usual. */
const FIELD_TYPES: readonly string[] = ALL_KINDS.filter(
  (kind) =>
    FIELD_KINDS[kind].word === kind &&
    hasValue({ kind }, 'text', 'number', 'boolean', 'date', 'time', 'datetime', 'file'),
);

/** The possible answers to a gap besides free text, taken from what the document states already. */
export function choicesFor(model: Model, clause: string, place: GapPlace): readonly string[] {
  const point = clause.charAt(0);
  const [, subject = ''] = clause.split('.');
  switch (place.kind) {
    case 'cell': {
      const first = place.row.cells[0]?.text ?? '';
      const key = headerOf(place.table, 0).toLowerCase();
      // In a table `| part | is |` the name of the part identifies the question.
      const column = key === 'part' || key === 'setting' ? first : place.column;
      if (point === '6' && key === 'may')
        return column === 'in state' ? statesOf(model, subject) : permissions(place.table);
      if (subject === 'examples') return exampleChoices(model, column.toLowerCase());
      return choicesOf(model, point, column.toLowerCase(), subject, place.table);
    }
    case 'row':
      return choicesOf(model, point, missingColumn(clause), subject, place.table);
    case 'heading':
      if (point === '6' && clause !== '6.permissions') return [...permissions(tableWith(place.section, 'may')), EACH];
      if (point === '2' || point === '7') {
        return choicesOf(model, point, missingColumn(clause), subject, undefined);
      }
      return ['none'];
    case 'marker':
      return point === '6' && isEntity(model, subject) ? ['yes', 'no', EACH] : ['none'];
    case 'point':
      return ['none'];
  }
}

/** `yes`, `no`, and each expression that is in that table already. */
function permissions(table: Table | undefined): string[] {
  if (table === undefined) return ['yes', 'no'];
  const cells = table.rows.flatMap((row) =>
    row.cells.filter((cell, index) => {
      const header = headerOf(table, index).toLowerCase();
      return !['may', 'in state', 'note'].includes(header) && cell.absence === null;
    }),
  );
  const stated = cells.map((cell) => cell.text).filter((text) => !/^(yes|no)$/i.test(text));
  return ['yes', 'no', ...new Set(stated)];
}

function choicesOf(model: Model, point: string, column: string, subject: string, table: Table | undefined): string[] {
  const has = (header: string) => table?.headers.some((_, index) => headerOf(table, index).toLowerCase() === header);
  switch (`${point} ${column}`) {
    case '2 kind':
      return [
        ...model.entities.flatMap(({ name }) => [`list of ${name}`, `record of ${name}`, `form for ${name}`]),
        ...Object.values(SCREEN_KINDS).flatMap(({ written }) => (written.includes('…') ? [] : [written])),
      ];
    case '2 for':
      return [...model.roles.filter(({ given }) => given.kind !== 'relationship').map(({ name }) => name), 'everyone'];
    case '2 as':
      return ['number', 'bar', 'line', 'pie', 'table'];
    case '3 type':
      return [...FIELD_TYPES, ...model.entities.filter(({ owner }) => owner === null).map(({ name }) => name)];
    case '4 by':
      return [...rolesOn(model, subject), ...userFields(model.entities, subject), 'system'];
    case '4 from':
      return [...statesOf(model, subject), 'any', 'new'];
    case '4 to':
      return [...statesOf(model, subject), 'same'];
    case '4 kind':
      return ['initial', 'final', 'none'];
    case '4 error':
    case '5 error':
      return ['none', ...model.errors.map(({ code }) => code)].filter((code) => point === '4' || code !== 'none');
    case '5 on':
      return model.entities.map(({ name }) => name);
    case '6 is given to':
      return ['anyone', 'signed in', 'assigned'];
    case '6 of':
      return model.entities.map(({ name }) => name);
    case '5 must hold':
    case '7 when':
    case '7 request':
    case '9 value':
      return [];
  }
  return point === '8' && has('code') && column !== 'message' ? [] : ['none'];
}

/** The words that a cell of `### Examples` (4, 5) begins with. */
function exampleChoices(model: Model, column: string): string[] {
  const entities = model.entities.map(({ name }) => name);
  switch (column) {
    case 'given':
      return ['none', ...entities];
    case 'who':
      return ['none', ...model.roles.map(({ name }) => name)];
    case 'does': {
      const events = model.states.flatMap((workflow) => workflow.events.map(({ name }) => name));
      return [...new Set(events), ...entities.map((name) => `create ${name}`), 'update', 'delete'];
    }
    default: {
      const states = model.states.flatMap((workflow) => workflow.states.map(({ name }) => name));
      return ['none', ...new Set(states), ...model.errors.map(({ code }) => code)];
    }
  }
}

function isEntity(model: Model, name: string): boolean {
  return model.entities.some((entity) => entity.name === name);
}

function statesOf(model: Model, entity: string): string[] {
  return (model.states.find((workflow) => workflow.entity === entity)?.states ?? []).map(({ name }) => name);
}

/** The roles that somebody may hold on records of this entity. */
function rolesOn(model: Model, entity: string): string[] {
  return model.roles.filter(({ given }) => given.kind !== 'relationship' || entity in given.of).map(({ name }) => name);
}

/** Fields that refer to a User, where no role has their name: then the two are the same. */
function userFields(entities: readonly Entity[], name: string): string[] {
  return (entities.find((entity) => entity.name === name)?.fields ?? [])
    .filter(({ type, derived }) => !derived && type.kind === 'reference' && type.entity === 'User')
    .map((field) => field.name);
}
