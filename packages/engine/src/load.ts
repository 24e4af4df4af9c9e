import type { Field } from '@nonet/language';
import { nearest } from '@nonet/language';
import type { Clock } from './clock.ts';
import type { PlanIndex } from './plan-index.ts';
import { type FieldError, Refusal } from './refusal.ts';
import { beginSystemWrite } from './run/begin.ts';
import { databaseRefusal } from './run/database-refusal.ts';
import { finish } from './run/finish.ts';
import { insertRecord } from './run/save.ts';
import { touchNew } from './run/touch.ts';
import { readValue } from './run/values.ts';
import type { StoredValue } from './run/values/reading.ts';
import type { Write } from './run/write.ts';
import { findRecords } from './seed/find-record.ts';
import { storedFields } from './sql/identifiers.ts';
import { type Pool, type PoolClient, transaction } from './store/pool.ts';

export interface LoadParts {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}

/** By row, from 0: the id of the new record, or what is wrong with it. */
export type LoadedRow =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

export interface LoadResult {
  /** Whether the rows are in: all of them, or none. */
  readonly loaded: boolean;
  readonly rows: readonly LoadedRow[];
}

/**
 * Creates a record from each row, as the product itself: its operator loads, whom point 6 doesn't bind, but limits and
 * rules do, and what they warn of stops a row unless it is confirmed. Values are text by field name; references are
 * named by a unique field or the title. All or nothing.
 */
export async function loadRows(
  parts: LoadParts,
  entity: string,
  rows: readonly Readonly<Record<string, string>>[],
  confirmed: ReadonlySet<string> = new Set(),
): Promise<LoadResult> {
  class Undone extends Error {}
  let results: LoadedRow[] = [];
  try {
    await transaction(
      parts.pool,
      async (client) => {
        results = [];
        for (const row of rows) results.push(await loadRow(parts, client, entity, row, confirmed));
        if (results.some((result) => !result.ok)) throw new Undone();
      },
      { isolation: 'serializable' },
    );
    return { loaded: true, rows: results };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return { loaded: false, rows: results };
  }
}

async function loadRow(
  parts: LoadParts,
  client: PoolClient,
  entity: string,
  row: Readonly<Record<string, string>>,
  confirmed: ReadonlySet<string>,
): Promise<LoadedRow> {
  await client.query('savepoint loaded_row');
  try {
    const write = { ...beginSystemWrite(parts.index, client, parts.clock), confirmed };
    const id = await insertLoaded(write, entity, row);
    await finish(write, async () => null);
    await client.query('release savepoint loaded_row');
    return { ok: true, id };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : databaseRefusal(parts.index, error);
    if (refusal === null) throw error;
    await client.query('rollback to savepoint loaded_row');
    const own: FieldError = { field: null, code: refusal.code, message: refusal.message, clause: refusal.clause };
    return { ok: false, errors: refusal.errors.length > 0 ? refusal.errors : [own] };
  }
}

/** One record from texts by field name, noted for the checks at the end. */
export async function insertLoaded(write: Write, name: string, row: Readonly<Record<string, string>>): Promise<string> {
  const entity = write.index.entity(name);
  const settable = storedFields(entity).filter(
    (field) => !['file', 'image', 'number', 'slug'].includes(field.type.kind),
  );
  const errors: FieldError[] = [];
  const values = new Map<string, StoredValue>();
  for (const [key, text] of Object.entries(row)) {
    const field = settable.find((candidate) => candidate.name === key);
    if (field === undefined) {
      const near = nearest(
        key,
        settable.map((candidate) => candidate.name),
      );
      errors.push({
        field: key,
        code: 'INVALID',
        message: `${entity.label} has no field ${JSON.stringify(key)} to load.${near === null ? '' : ` Did you mean ${near}?`}`,
        clause: entity.clause,
      });
      continue;
    }
    // An empty cell says nothing: the default stands.
    if (text.trim() === '') continue;
    const value = await readText(write, field, text.trim());
    if (typeof value === 'object' && value !== null && 'problem' in value)
      errors.push({ field: key, code: 'INVALID', message: value.problem, clause: field.clause });
    else values.set(key, value);
  }
  if (errors.length > 0)
    throw new Refusal({
      code: 'INVALID',
      status: 400,
      message: errors.map((error) => error.message).join(' '),
      errors,
    });
  const id = await insertRecord(write, name, { values });
  touchNew(write, name, id, { cause: 'create', action: 'create', clause: entity.clause, path: '' });
  return id;
}

async function readText(write: Write, field: Field, text: string): Promise<StoredValue | { problem: string }> {
  if (field.type.kind === 'reference') {
    const found = await findRecords(write, field.type.entity, text);
    const [id] = found;
    if (id === undefined) return { problem: `${field.label}: there is no ${field.type.entity} called ${text}.` };
    return found.length > 1 ? { problem: `${field.label}: several are called ${text}.` } : id;
  }
  if (field.type.kind === 'many') {
    const ids: string[] = [];
    for (const name of text.split(',').map((part) => part.trim())) {
      const id = await readText(write, { ...field, type: { ...field.type, kind: 'reference' } }, name);
      if (typeof id !== 'string') return id;
      ids.push(id);
    }
    return ids;
  }
  const reading = readValue(write.index, field, typed(field, text));
  return reading.ok ? reading.value : { problem: reading.problem };
}

function typed(field: Field, text: string): unknown {
  if (field.type.kind === 'boolean')
    return /^(true|yes|1)$/i.test(text) ? true : /^(false|no|0)$/i.test(text) ? false : text;
  if (field.type.kind === 'roles')
    return text
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== '');
  if (field.type.kind !== 'json') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
