import { itemAt } from '@nonet/language';
import type { Slots } from '../sql/parameters.ts';
import { nextNumberId, quote, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { keptStatement } from '../sql/statement.ts';
import { isSealed, sealValues } from '../encryption/secret-fields.ts';
import type { PlanIndex } from '../plan-index.ts';
import { run } from '../store/pool.ts';
import { nextNumber } from './number.ts';
import { initialState, newColumns, slots } from './save.ts';
import type { StoredValue } from './values/reading.ts';
import { newId } from './values/identifier.ts';
import { actorKey, perform, type Write } from './write.ts';

type Values = ReadonlyMap<string, StoredValue>;

/**
 * Whether many records of an entity and their owned children can be put in by one statement for each entity: a default
 * that is encrypted is computed before.
 */
export function canInsertMany(index: PlanIndex, entity: string): boolean {
  return (
    storedFields(index.entity(entity)).every((field) => field.default === null || !isSealed(index, field)) &&
    index.children(entity).every((child) => canInsertMany(index, child.entity.name))
  );
}

/** A record with its values, and its place in the list of its owner. */
export interface OneOfMany {
  readonly values: Values;
  readonly parent: { readonly id: string; readonly position: number } | null;
}

export interface ManyInserted {
  /** The ids of the records, in order. */
  readonly ids: readonly string[];
  /** The ids of those that were left out because a value that must be unique is in use. */
  readonly leftOut: readonly string[];
}

/**
 * Puts in many records as `insertRecord` puts in one, by one statement for all that state the same fields. `leavesOut`:
 * whether records with a value that must be unique and is in use are left out; else the database refuses all.
 */
export async function insertMany(
  write: Write,
  entity: string,
  records: readonly OneOfMany[],
  leavesOut = false,
): Promise<ManyInserted> {
  const { index, actor } = write;
  const ids = await nextIds(write, entity, records.length);
  const groups = new Map<string, Slots[]>();
  const stored = storedFields(index.entity(entity));
  for (const [place, { values: given, parent }] of records.entries()) {
    const id = itemAt(ids, place);
    const values = sealValues(index, entity, id, await whole(write, entity, given));
    const names = stored.flatMap(({ name }) => (values.has(name) ? [name] : [])).join(',');
    const group = groups.get(names) ?? [];
    groups.set(names, group);
    group.push({
      now: write.now,
      user: actor.userId,
      new_id: id,
      ...(parent === null ? {} : { parent: parent.id, position: parent.position }),
      ...slots(values),
    });
  }
  const inserted = new Set<string>();
  for (const [names, group] of groups) {
    const given = new Set(names.split(','));
    const statement = keptStatement(
      index,
      `insert many ${entity} ${actorKey(write)} ${leavesOut ? 'leaving out' : ''} ${names}`,
      (parameters) => {
        const stated = new Map<string, string>([[SYSTEM_COLUMNS.id, parameters.slot('new_id', 'uuid')]]);
        if (index.entity(entity).owner !== null) {
          stated.set(SYSTEM_COLUMNS.parent, parameters.slot('parent', 'uuid'));
          stated.set(SYSTEM_COLUMNS.position, parameters.slot('position', 'int'));
        }
        const defaults = stored.filter((field) => field.default !== null && !given.has(field.name));
        const fields = stored.filter(({ name }) => given.has(name));
        const columns = newColumns(write, parameters, entity, fields, defaults, stated);
        return `insert into ${table(entity)} (${[...columns.keys()].map(quote).join(', ')}) select ${[...columns.values()].join(', ')}`;
      },
      (calls, text) =>
        `${text} from ${calls} order by calls.call_ ${leavesOut ? 'on conflict do nothing returning "id"' : ''}`,
    );
    if (statement.shared === null) throw new Error(`Many records of ${entity} can't be put in together.`);
    const values = statement.shared.values(group);
    for (const { id } of await run<{ id: string }>(write.client, { text: statement.shared.text, values }))
      inserted.add(id);
  }
  return { ids, leftOut: leavesOut ? ids.filter((id) => !inserted.has(id)) : [] };
}

async function nextIds(write: Write, entity: string, count: number): Promise<string[]> {
  if (!write.index.hasWholeIds(entity)) return Array.from({ length: count }, () => newId());
  const rows = await perform<{ id: string }>(
    write,
    `next ids ${entity}`,
    (parameters) => `select ${nextNumberId(entity)} as id from generate_series(1, ${parameters.slot('count', 'int')})`,
    { count },
  );
  return rows.map(({ id }) => id);
}

/** The values with which a record begins: also those that nobody gives, so that few records state other fields. */
async function whole(write: Write, entity: string, given: Values): Promise<Map<string, StoredValue>> {
  const { index } = write;
  const values = new Map(given);
  const state = index.stateField(entity);
  if (state !== null && !values.has(state)) values.set(state, initialState(index, entity));
  for (const field of storedFields(index.entity(entity))) {
    const { name, type } = field;
    if (values.has(name)) continue;
    if (type.kind === 'number') values.set(name, await nextNumber(write, `${entity}.${name}`, type.pattern));
    else if (type.kind === 'roles') values.set(name, []);
    else if (field.default === null && type.kind !== 'many') values.set(name, null);
  }
  return values;
}
