import { message, nearest, hasValue } from '@nonet/language';
import type { Clock } from './clock.ts';
import type { PlanIndex } from './plan-index.ts';
import { type FieldError, Refusal } from './refusal.ts';
import { beginSystemWrite } from './run/begin.ts';
import { readCell } from './run/imports/cell.ts';
import { addCreateRows } from './run/create-rows.ts';
import { GivenNumbers } from './run/given-numbers.ts';
import { lockNumbers } from './run/number.ts';
import { putInAlone } from './run/put-in-alone.ts';
import { insertRecord } from './run/save.ts';
import { touchNew } from './run/touch.ts';
import { readValue } from './run/values.ts';
import type { StoredValue } from './run/values/reading.ts';
import type { Write } from './run/write.ts';
import { storedFields } from './sql/identifiers.ts';
import { type Pool, type PoolClient, transaction } from './store/pool.ts';
import { hinted } from './run/hinted.ts';

export interface LoadParts {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}

/** By row, from 0: the id of the new record, or the errors. */
export type LoadedRow =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

export interface LoadResult {
  /** Whether the rows were created: all of them, or none. */
  readonly loaded: boolean;
  readonly rows: readonly LoadedRow[];
}

/**
 * Creates a record from each row, in the name of the product itself: point 6 does not restrict its operator, but
 * limits and rules do, and an unconfirmed warning stops a row. Values are text by field name; references are named by
 * a unique field or the title. All rows are created or none.
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
        await lockNumbers(parts.index, client, entity);
        const several = { confirmed, numbers: new GivenNumbers() };
        for (const row of rows) results.push(await loadRow(parts, client, entity, row, several));
        await several.numbers.write(client);
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
  several: Pick<Write, 'confirmed' | 'numbers'>,
): Promise<LoadedRow> {
  const write = { ...beginSystemWrite(parts.index, client, parts.clock), ...several };
  return putInAlone(write, (own) => insertLoaded(own, entity, row));
}

/** One record from texts by field name, with what follows from it (4), noted for the checks at the end. */
export async function insertLoaded(
  write: Write,
  name: string,
  row: Readonly<Record<string, string>>,
  withCreateRows = true,
): Promise<string> {
  const entity = write.index.entity(name);
  const settable = storedFields(entity).filter((field) => !hasValue(field.type, 'file', 'made text'));
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
        message: hinted(message('noColumn', { entity: entity.label, name: JSON.stringify(key) }), near),
        clause: entity.clause,
      });
      continue;
    }
    // An empty cell states nothing, so the field gets its default.
    if (text.trim() === '') continue;
    const cell = await readCell(write, field, text.trim(), ',', null);
    const reading = 'problem' in cell ? { ok: false as const, ...cell } : readValue(write.index, field, cell.value);
    if (reading.ok) values.set(key, reading.value);
    else errors.push({ field: key, code: 'INVALID', message: reading.problem, clause: field.clause });
  }
  if (errors.length > 0)
    throw new Refusal({
      code: 'INVALID',
      status: 400,
      words: errors.map((error) => error.message),
      errors,
    });
  const id = await insertRecord(write, name, { values });
  touchNew(write, name, id, { cause: 'create', action: 'create', clause: entity.clause, path: '' });
  if (withCreateRows) await addCreateRows(write, name, id);
  return id;
}
