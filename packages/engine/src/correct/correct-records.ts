import { message, type Message } from '@nonet/language';
import { systemClock } from '../clock.ts';
import { requireOwnTables } from '../migrate/own.ts';
import { NotPutToUse } from '../migrate/refusals.ts';
import { storedDocument } from '../migrate/stored-document.ts';
import { indexPlan, type PlanIndex } from '../plan-index.ts';
import type { FieldError } from '../refusal.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { readCell } from '../run/imports/cell.ts';
import { putInAlone } from '../run/put-in-alone.ts';
import { refuse } from '../run/refuse.ts';
import { updateRecord } from '../run/save.ts';
import { changeBy, touch } from '../run/touch.ts';
import { readValue } from '../run/values.ts';
import { isId } from '../run/values/identifier.ts';
import type { StoredValue } from '../run/values/reading.ts';
import type { Write } from '../run/write.ts';
import { type WrittenCells, writtenCells } from '../run/imports/written-cells.ts';
import { storedFields } from '../sql/identifiers.ts';
import { openPool, type PoolClient, transaction } from '../store/pool.ts';

/** A field of a record, and the value that it is to have, as a cell of a table has it; null: none. */
export interface Correction {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
  readonly value: string | null;
}

export interface CorrectRecordsOptions {
  /**
   * Whether numbers and dates are written as in the document's LOCALE, as spreadsheets do; otherwise as on the wire.
   */
  readonly isLocal?: boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface CorrectedRecords {
  /** Whether the values are written: all of them, or none. */
  readonly isDone: boolean;
  /** The number of records that got other values. */
  readonly records: number;
  /** The errors of each correction, by its index from 0. */
  readonly errors: ReadonlyMap<number, readonly FieldError[]>;
}

class Undone extends Error {}

/**
 * Gives records other values by the document in use, in the name of the product itself: point 6 does not restrict its
 * operator, but limits and rules do, and each record has an entry in its history. All are corrected or none.
 * @throws {NotPutToUse} If the database holds no product.
 */
export async function correctRecords(
  databaseUrl: string,
  corrections: readonly Correction[],
  { isLocal = false, environment = process.env }: CorrectRecordsOptions = {},
): Promise<CorrectedRecords> {
  const { index, version } = await findInUse(databaseUrl, environment);
  const { settings } = index.plan;
  const written = isLocal ? writtenCells(settings.locale, settings) : null;
  const errors = new Map<number, readonly FieldError[]>();
  const records = Map.groupBy(corrections.entries(), ([, { entity, id }]) => `${entity} ${id}`);
  // Known as a process that serves this version, so that a later one shuts it out.
  const pool = openPool(databaseUrl, { connections: 1, version });
  try {
    await transaction(
      pool,
      async (client) => {
        errors.clear();
        for (const own of records.values()) await correctOne({ index, client, written }, own, errors);
        if (errors.size > 0) throw new Undone();
      },
      { isolation: 'serializable' },
    );
    return { isDone: true, records: records.size, errors };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return { isDone: false, records: 0, errors };
  } finally {
    await pool.end();
  }
}

async function findInUse(databaseUrl: string, environment: Readonly<Record<string, string | undefined>>) {
  const pool = openPool(databaseUrl, { connections: 1 });
  try {
    await requireOwnTables(pool);
    const stored = await storedDocument(pool);
    if (stored === null) throw new NotPutToUse(false);
    const { rows } = await pool.query<{ number: number }>('select max(number) as number from nonet.version');
    return { index: indexPlan(stored.plan, environment), version: rows[0]?.number ?? 1 };
  } finally {
    await pool.end();
  }
}

interface Correcting {
  readonly index: PlanIndex;
  readonly client: PoolClient;
  /** Null: values are written as on the wire. */
  readonly written: WrittenCells | null;
}

async function correctOne(
  { index, client, written }: Correcting,
  corrections: readonly (readonly [place: number, correction: Correction])[],
  errors: Map<number, readonly FieldError[]>,
): Promise<void> {
  const [first] = corrections;
  if (first === undefined) return;
  const [place, { entity, id }] = first;
  const wrong = (at: number, words: Message) =>
    errors.set(at, [{ field: null, code: 'INVALID', message: words, clause: null }]);
  if (index.plan.entities.every(({ name }) => name !== entity)) {
    wrong(place, message('noColumn', { entity, name: JSON.stringify(entity) }));
    return;
  }
  const write = beginSystemWrite(index, client, systemClock);
  const values = new Map<string, StoredValue>();
  for (const [at, correction] of corrections) {
    const read = await readCorrection(write, correction, written);
    if ('problem' in read) wrong(at, read.problem);
    else values.set(correction.field, read.value);
  }
  if (corrections.some(([at]) => errors.has(at))) return;
  const done = await putInAlone(write, async (own) => {
    const isThere = isId(id) && (await touch(own, entity, id, changeBy(index, entity, 'update'))) !== null;
    if (!isThere) throw refuse(index, 'NOT_FOUND');
    await updateRecord(own, entity, id, values);
    return id;
  });
  if (!done.ok) errors.set(place, done.errors);
}

async function readCorrection(
  write: Write,
  { entity, field: name, value }: Correction,
  written: WrittenCells | null,
): Promise<{ readonly value: StoredValue } | { readonly problem: Message }> {
  const own = write.index.entity(entity);
  const field = storedFields(own).find((each) => each.name === name);
  if (field === undefined) return { problem: message('noColumn', { entity: own.label, name: JSON.stringify(name) }) };
  if (value === null) return { value: field.type.kind === 'many' || field.type.kind === 'roles' ? [] : null };
  const cell = await readCell(write, field, value, ',', written);
  if ('problem' in cell) return cell;
  const reading = readValue(write.index, field, cell.value);
  return reading.ok ? { value: reading.value } : { problem: reading.problem };
}
