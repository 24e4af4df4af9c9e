import { areCreatedAlone } from '../isolation/created-alone.ts';
import { isSelfContained } from '../isolation/self-contained.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { FieldError } from '../refusal.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { type Column, namesIn } from '../run/imports/cell.ts';
import { readable } from '../run/references.ts';
import type { Write } from '../run/write.ts';
import { storedFields } from '../sql/identifiers.ts';
import { KnownNames, type NamesAhead, stillMean } from './known-names.ts';
import type { LoadParts } from './load-parts.ts';
import { childRows, type LoadableRow, LOADED_SEPARATOR, type ReadRecord, readLoaded } from './loaded-record.ts';

/** A row whose texts are read, and its place among all rows. */
export interface ReadRow {
  readonly place: number;
  readonly row: LoadableRow;
  readonly record: ReadRecord;
}

export interface ReadRows {
  readonly named: NonNullable<Write['named']>;
  readonly rows: readonly ReadRow[];
  /** By its place, what is wrong with the texts of a row. */
  readonly wrong: ReadonlyMap<number, readonly FieldError[]>;
}

/** Rows that were read while others were put in. */
export interface RowsAhead {
  readonly entity: string;
  readonly names: NamesAhead;
  readonly read: ReadRows;
}

/**
 * Reads the texts of rows before their turn comes, beside any transaction. Null if that can't be: they decide about each
 * other, refer to each other, or to records that are being changed.
 */
async function readRowsAhead(
  { index, pool, clock }: LoadParts,
  entity: string,
  rows: readonly LoadableRow[],
  known: KnownNames,
): Promise<RowsAhead | null> {
  if (!areCreatedAlone(index.plan, entity)) return null;
  const texts = namesIn(columnsOf(index, entity, rows), LOADED_SEPARATOR);
  if (texts.has(entity)) return null;
  const client = await pool.connect();
  try {
    const write = beginSystemWrite(index, client, clock);
    const names = await known.lookUp(write, texts);
    return names === null ? null : { entity, names, read: await readRows(write, entity, rows, names.named) };
  } finally {
    client.release();
  }
}

/** Batches of rows, each of which is read while the one before it is put in. */
export async function* readingAhead<Batch extends { readonly records: readonly LoadableRow[] }>(
  parts: LoadParts,
  entity: string,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Batch & { readonly ahead: RowsAhead | null }, void> {
  const known = new KnownNames();
  const source = batches[Symbol.asyncIterator]();
  const read = async () => {
    const { done, value } = await source.next();
    return done === true ? null : { ...value, ahead: await readRowsAhead(parts, entity, value.records, known) };
  };
  let next = read();
  try {
    for (;;) {
      const current = await next;
      if (current === null) return;
      next = read();
      // Who stops before does not ask for it.
      next.catch(() => undefined);
      yield current;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return?.();
  }
}

/** Whether what was read ahead holds in the transaction of a write. */
export async function stillHold(write: Write, { entity, names }: RowsAhead): Promise<boolean> {
  if (!(await stillMean(write.client, names))) return false;
  if (isSelfContained(write.index.plan, entity)) return true;
  // A transaction that deletes one of these records meanwhile must be in conflict with this one.
  for (const [target, records] of names.named) {
    const ids = new Set([...records.values()].flat());
    if (ids.size > 0 && (await readable(write, target, [...ids])).size < ids.size) return false;
  }
  return true;
}

export async function readRows(
  write: Write,
  entity: string,
  rows: readonly LoadableRow[],
  named: ReadRows['named'],
): Promise<ReadRows> {
  const naming: Write = { ...write, named };
  const read: ReadRow[] = [];
  const wrong = new Map<number, readonly FieldError[]>();
  for (const [place, row] of rows.entries()) {
    const { record, errors } = await readLoaded(naming, entity, row);
    if (errors.length > 0) wrong.set(place, errors);
    else read.push({ place, row, record });
  }
  return { named, rows: read, wrong };
}

/** The fields that rows state, also of owned children, each with its texts. */
export function columnsOf(index: PlanIndex, entity: string, rows: readonly LoadableRow[]): Column[] {
  const { fields } = index.entity(entity);
  const columns = storedFields(index.entity(entity)).map((field) => ({
    field,
    texts: rows.flatMap((row) => row[field.name] ?? []),
  }));
  const children = fields.flatMap((field) => {
    if (field.type.kind !== 'children') return [];
    const below = rows.flatMap((row) => {
      const read = childRows(index, field, row[field.name] || '[]');
      return 'rows' in read ? read.rows : [];
    });
    return below.length === 0 ? [] : columnsOf(index, field.type.entity, below);
  });
  return [...columns, ...children];
}
