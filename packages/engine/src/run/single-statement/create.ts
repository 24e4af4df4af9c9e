import { SYSTEM_COLUMNS, storedFields } from '../../sql/identifiers.ts';
import { cellsFor, compileCells } from '../cells.ts';
import type { ReadScope } from '../read-scope.ts';
import { initialState, isOneStatement, newColumns, slots } from '../save.ts';
import { changeBy } from '../touch.ts';
import { newId } from '../values/identifier.ts';
import { THIS } from '../write.ts';
import { readValues, referencesExist } from './body.ts';
import type { Draft } from './draft.ts';

/** A new record, where its body can be read; null if it can't, or more than one statement is needed. */
export function draftCreate(scope: ReadScope, entity: string, body: unknown): Draft | null {
  const { index, authority } = scope;
  if (!isOneStatement(index, entity) || index.event(entity, 'create') !== null) return null;
  const given = readValues(scope, entity, body, true);
  if (given === null) return null;
  const values = new Map(given);
  const state = index.stateField(entity);
  if (state !== null && !values.has(state)) values.set(state, initialState(index, entity));
  const fields = storedFields(index.entity(entity));
  const set = fields.filter(({ name }) => values.has(name));
  const defaults = fields.filter((field) => field.default !== null && !values.has(field.name));
  const record = { kind: 'row', entity, alias: THIS } as const;
  const cells = cellsFor(scope, entity, 'create', [...given.keys()]);
  return {
    entity,
    id: newId(),
    isNew: true,
    change: changeBy(index, entity, 'create'),
    key: `create ${[...given.keys()].join(',')}`,
    slots: slots(values),
    columns: (parameters) =>
      newColumns(scope, parameters, entity, set, defaults).set(SYSTEM_COLUMNS.id, parameters.slot('id', 'uuid')),
    references: (parameters, context) => referencesExist(scope, entity, given, parameters, context),
    guard: () => [],
    permission: (context) => compileCells(context, authority, cells, record),
  };
}
