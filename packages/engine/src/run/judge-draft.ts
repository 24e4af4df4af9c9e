import { describeTables } from '../migrate/describe.ts';
import { column, quote, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { judgeResult } from './permit.ts';
import { newColumns, slotOf, slots } from './save.ts';
import type { StoredValue } from './values/reading.ts';
import { THIS, type Write } from './write.ts';

/**
 * Judges by point 6 what a create or an update would make of a record, before it is written. What the database refuses (a
 * value that must be unique, a reference to what is just being deleted) is told only to whom the cells allow the write,
 * for it tells of other records: so whatever it has refused is judged this way first, and written again.
 */
export async function judgeDraft(
  write: Write,
  entity: string,
  id: string | null,
  values: ReadonlyMap<string, StoredValue>,
  fields: readonly string[],
  entityCell: boolean,
): Promise<void> {
  if (write.judgesFirst !== true) return;
  const given = new Map(values);
  const state = write.index.stateField(entity);
  if (id === null && state !== null && !given.has(state)) given.set(state, firstState(write, entity));
  await judgeResult(write, entity, id ?? '', id === null ? 'create' : 'update', fields, entityCell, {
    key: `draft ${[...given.keys()].join(',')}`,
    slots: slots(given),
    from: (parameters) => (id === null ? newRow : changedRow)(write, parameters, entity, given),
  });
}

/** Where a new record starts: rows named `create` say so, else its initial state. */
function firstState(write: Write, entity: string): string | null {
  const row = write.index.event(entity, 'create')?.transitions.find(({ from, to }) => from === 'new' && to !== 'same');
  const initial = write.index.workflow(entity)?.states.find(({ kind }) => kind === 'initial');
  return row?.to ?? initial?.name ?? null;
}

/** The row that a create would put in. */
function newRow(
  write: Write,
  parameters: Parameters,
  entity: string,
  values: ReadonlyMap<string, StoredValue>,
): string {
  const stored = storedFields(write.index.entity(entity));
  const given = stored.filter(({ name }) => values.has(name));
  const defaults = stored.filter((field) => field.default !== null && !values.has(field.name));
  const news = newColumns(write, parameters, entity, given, defaults);
  const columns = columnsOf(write, entity).map(({ name, type }) => {
    const value = news.get(name) ?? (name === SYSTEM_COLUMNS.id ? 'nonet.uuid()' : 'null');
    return `(${value})::${type} as ${quote(name)}`;
  });
  return `from (select ${columns.join(', ')}) ${THIS}`;
}

/** The row that an update would leave. */
function changedRow(
  write: Write,
  parameters: Parameters,
  entity: string,
  values: ReadonlyMap<string, StoredValue>,
): string {
  const stored = storedFields(write.index.entity(entity));
  const columns = columnsOf(write, entity).map(({ name, type }) => {
    const field = values.has(name) ? stored.find((candidate) => candidate.name === name) : undefined;
    const value = field === undefined ? column(THIS, name) : `(${slotOf(write, parameters, field)})::${type}`;
    return `${value} as ${quote(name)}`;
  });
  return `from (select ${columns.join(', ')} from ${table(entity)} ${THIS} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}) ${THIS}`;
}

function columnsOf(write: Write, entity: string) {
  const found = describeTables(write.index).find((candidate) => candidate.entity.name === entity);
  if (found === undefined) throw new Error(`${entity} has no table.`);
  return found.columns.map(({ name, type }) => ({ name, type: type.replace(' collate nonet.text', '') }));
}
