import { describeTables } from '../migrate/describe.ts';
import { compileCondition } from '../sql/expression.ts';
import { column, quote, storedFields, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { and, TRUE } from '../sql/logic.ts';
import type { Parameters } from '../sql/parameters.ts';
import { fits } from './events/possible-event.ts';
import type { JudgedCells } from './cells.ts';
import { type Draft, judgeResult } from './judge-result.ts';
import { initialState, newColumns, slotOf, slots } from './save.ts';
import type { StoredValue } from './values/reading.ts';
import { clauseContext, THIS, type Write } from './write.ts';

/**
 * Judges a create or an update by point 6 before it is written. Refusals of the database (a value that must be unique,
 * a reference to a record that is being deleted) reveal other records, so they are reported only to actors to whom the
 * cells allow the write: such a refused write is judged this way first, and then tried again.
 */
export async function judgeDraft(
  write: Write,
  entity: string,
  id: string | null,
  values: ReadonlyMap<string, StoredValue>,
  cells: readonly JudgedCells[],
): Promise<void> {
  if (write.judgesFirst !== true) return;
  const draft: Draft = {
    key: `draft ${[...values.keys()].join(',')}`,
    slots: slots(values),
    from: (parameters) => (id === null ? newRow : changedRow)(write, parameters, entity, values),
  };
  for (const judged of cells) await judgeResult(write, entity, id ?? '', judged, draft);
}

/** The first state of a new record: that of the row named `create` that takes it, else the initial one. */
function stateOf(write: Write, parameters: Parameters, entity: string): string {
  const { index } = write;
  const event = index.event(entity, 'create');
  const rows = event?.transitions.filter(({ from }) => from === 'new') ?? [];
  const context = clauseContext(write, parameters, entity);
  const record = { kind: 'row', entity, alias: THIS } as const;
  const start = parameters.bind(initialState(index, entity), 'text');
  const cases = rows.map((row) => {
    const isTheirs = row.by.length === 0 ? TRUE : fits(write, row, context, record);
    const holds = row.when === null ? TRUE : compileCondition(row.when, context);
    return { isTheirs, holds, to: row.to === 'same' ? start : parameters.bind(row.to, 'text') };
  });
  // If no guard holds, the last row's error is reported, in that row's state.
  const taken = cases.map(({ isTheirs, holds, to }) => `when ${and(isTheirs, holds)} then ${to}`);
  const last = cases.toReversed().map(({ isTheirs, to }) => `when ${isTheirs} then ${to}`);
  return rows.length === 0 ? start : `(case ${[...taken, ...last].join(' ')} else ${start} end)`;
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
  const row = `(select ${columns.join(', ')} offset 0) ${THIS}`;
  const state = write.index.stateField(entity);
  if (state === null || values.has(state)) return `from ${row}`;
  // The rows named `create` are chosen by the record's other values.
  const started = columnsOf(write, entity).map(({ name }) =>
    name === state ? `${stateOf(write, parameters, entity)} as ${quote(name)}` : column(THIS, name),
  );
  return `from (select ${started.join(', ')} from ${row} offset 0) ${THIS}`;
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
  return `from (select ${columns.join(', ')} from ${parameters.table(entity)} ${THIS} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}) ${THIS}`;
}

function columnsOf(write: Write, entity: string) {
  const found = describeTables(write.index).find((candidate) => candidate.entity.name === entity);
  if (found === undefined) throw new Error(`${entity} has no table.`);
  return found.columns;
}
