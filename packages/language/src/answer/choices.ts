import type { Entity } from '../model/entities.ts';
import { ALL_KINDS, FIELD_KINDS, hasValue } from '../model/field-kinds.ts';
import type { Model } from '../model/model.ts';
import { SCREEN_KINDS } from '../model/screens.ts';
import type { PointName } from '../points.ts';
import type { Table } from '../syntax/tree.ts';
import { type GapPlace, headerOf, tableWith } from './place.ts';

/** Leaves each cell open by itself, so that each is asked for. */
export const EACH = 'each by itself';

/** Types that are stated by a word alone, as far as they are usual. */
const FIELD_TYPES: readonly string[] = ALL_KINDS.filter(
  (kind) =>
    FIELD_KINDS[kind].word === kind &&
    hasValue({ kind }, 'text', 'number', 'boolean', 'date', 'time', 'datetime', 'file'),
);

/** The possible answers to a gap besides free text, taken from what the document states already. */
export function choicesFor(model: Model, place: GapPlace): readonly string[] {
  const { point, subject } = place;
  switch (place.kind) {
    case 'cell': {
      const first = place.row.cells[0]?.text ?? '';
      const key = headerOf(place.table, 0).toLowerCase();
      // In a table `| part | is |` the name of the part identifies the question.
      const column = (key === 'part' || key === 'setting' ? first : place.column).toLowerCase();
      if (subject.kind === 'permissions')
        return column === 'in state' ? statesOf(model, subject.entity) : permissions(place.table);
      if (subject.kind === 'example') return exampleChoices(model, column);
      return subject.kind === 'part' ? choicesOf(model, point, column, subject.name, place.table) : ['none'];
    }
    case 'row':
      return subject.kind === 'part' ? choicesOf(model, point, subject.part, subject.name, place.table) : ['none'];
    case 'heading':
      if (subject.kind === 'permissions') return [...permissions(tableWith(place.section, 'may')), EACH];
      return subject.kind === 'part' ? choicesOf(model, point, subject.part, subject.name, undefined) : ['none'];
    case 'marker':
      return subject.kind === 'permissions' ? ['yes', 'no', EACH] : ['none'];
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

type Offer = (model: Model, name: string) => readonly string[];

const noChoice: Offer = () => [];
const entityNames: Offer = (model) => model.entities.map(({ name }) => name);
const errorCodes: Offer = (model) => model.errors.map(({ code }) => code);

/** By point and column, what may be in a cell; `none` in any other. */
const OFFERS: Readonly<Partial<Record<PointName, Readonly<Partial<Record<string, Offer>>>>>> = {
  screens: {
    kind: (model) => [
      ...model.entities.flatMap(({ name }) => [`list of ${name}`, `record of ${name}`, `form for ${name}`]),
      ...Object.values(SCREEN_KINDS).flatMap(({ written }) => (written.includes('…') ? [] : [written])),
    ],
    for: (model) => [
      ...model.roles.filter(({ given }) => given.kind !== 'relationship').map(({ name }) => name),
      'everyone',
    ],
    as: () => ['number', 'trend', 'bar', 'line', 'pie', 'table'],
  },
  entities: {
    type: (model) => [...FIELD_TYPES, ...model.entities.filter(({ owner }) => owner === null).map(({ name }) => name)],
  },
  states: {
    by: (model, name) => [...rolesOn(model, name), ...userFields(model.entities, name), 'system'],
    from: (model, name) => [...statesOf(model, name), 'any', 'every', 'new'],
    to: (model, name) => [...statesOf(model, name), 'same', 'back'],
    kind: () => ['initial', 'final', 'none'],
    error: (model, name) => ['none', ...errorCodes(model, name)],
  },
  rules: {
    error: errorCodes,
    on: entityNames,
    'must hold': noChoice,
  },
  roles: { 'is given to': () => ['anyone', 'signed in', 'assigned'], of: entityNames },
  calls: { when: noChoice, request: noChoice },
  constants: { value: noChoice },
};

function choicesOf(
  model: Model,
  point: PointName,
  column: string,
  name: string,
  table: Table | undefined,
): readonly string[] {
  const offer = OFFERS[point]?.[column];
  if (offer !== undefined) return offer(model, name);
  const isCatalogue = table?.headers.some((_, index) => headerOf(table, index).toLowerCase() === 'code') === true;
  return point === 'errors' && isCatalogue && column !== 'message' ? [] : ['none'];
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
