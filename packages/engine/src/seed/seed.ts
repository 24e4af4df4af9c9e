import {
  type Entity,
  type Field,
  recordsNamed,
  messageFormatIn,
  type SeedRecord,
  type SeedValue,
} from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { countOnFrom } from '../run/number.ts';
import { insertRecord, updateRecord } from '../run/save.ts';
import { makeSlugsOf } from '../run/slugs.ts';
import { readValue } from '../run/values.ts';
import { readId } from '../run/values/identifier.ts';
import type { Reading, StoredValue } from '../run/values/reading.ts';
import type { Write } from '../run/write.ts';
import { hashPassword } from '../session/password.ts';
import { keepPassword } from '../session/set-password.ts';
import { idSequence, isParentName, quote, table } from '../sql/identifiers.ts';
import { type Pool, type PoolClient, run, transaction } from '../store/pool.ts';
import { findRecords } from '../run/find-record.ts';
import { refuseBrokenDefaults } from './broken-default.ts';
import { DatabaseOfOtherMode } from './other-mode.ts';

export interface SeedOptions {
  /** Puts in the demo records too: only in `dev` (3). */
  readonly demo: boolean;
}

export interface SeedResult {
  readonly records: number;
}

interface Row {
  readonly entity: Entity;
  readonly record: SeedRecord;
  id: string;
}

/** Records on their way in, by what the document states of each. */
interface Put {
  readonly write: Write;
  readonly rows: ReadonlyMap<SeedRecord, Row>;
}

/**
 * Puts in the document's `Records` at the first start, and its `Demo records` in `dev`: each once in a database's
 * life, all or none. Numbers are given; no event, call or timer runs for them (3).
 */
export async function seed(
  engine: { readonly index: PlanIndex; readonly pool: Pool; readonly clock: Clock },
  options: SeedOptions,
): Promise<SeedResult> {
  const { index, pool, clock } = engine;
  const passwords = options.demo ? await hashPasswords(index) : new Map<SeedRecord, string>();
  return transaction(pool, async (client) => {
    const [product] = await run<{ seeded_at: string | null; demo_seeded_at: string | null }>(client, {
      text: 'select seeded_at, demo_seeded_at from nonet.product for update',
      values: [],
    });
    if (product === undefined) throw new Error('The database holds no product.');
    if (!options.demo && product.demo_seeded_at !== null) throw new DatabaseOfOtherMode('production');
    if (options.demo && product.seeded_at !== null && product.demo_seeded_at === null)
      throw new DatabaseOfOtherMode('dev');
    const sets = [
      ...(product.seeded_at === null ? [RECORDS] : []),
      ...(options.demo && product.demo_seeded_at === null ? [DEMO_RECORDS] : []),
    ];
    const records = await putInSets({ index, client, clock }, sets, passwords);
    await run(client, {
      text: 'update nonet.product set seeded_at = coalesce(seeded_at, $1), demo_seeded_at = case when $2 then coalesce(demo_seeded_at, $1) else demo_seeded_at end',
      values: [clock(), options.demo],
    });
    return { records };
  });
}

type RecordSet = (entity: Entity) => readonly SeedRecord[];
export const RECORDS: RecordSet = (entity) => entity.records;
export const DEMO_RECORDS: RecordSet = (entity) => entity.demoRecords;

/** Puts in the records of these sets, with the passwords of those who have one; answers how many. */
export async function putInSets(
  { index, client, clock }: { readonly index: PlanIndex; readonly client: PoolClient; readonly clock: Clock },
  sets: readonly RecordSet[],
  passwords: ReadonlyMap<SeedRecord, string>,
): Promise<number> {
  await client.query('set constraints all deferred');
  const write = beginSystemWrite(index, client, clock);
  const rows = sets.flatMap((records) =>
    index.plan.entities.flatMap((entity) => records(entity).map((record): Row => ({ entity, record, id: '' }))),
  );
  await putIn(write, rows);
  await refuseBrokenDefaults(write, rows);
  for (const row of rows) {
    const hash = passwords.get(row.record);
    if (hash !== undefined) await keepPassword(client, row.id, hash, write.now);
  }
  return rows.length;
}

/** The next whole number is above those that the document states. */
async function countOn(write: Write): Promise<void> {
  for (const { name } of write.index.plan.entities.filter((entity) => write.index.hasWholeIds(entity.name)))
    await run(write.client, {
      text: `select setval('${idSequence(name)}', max(nonet.id_number(id))) from ${table(name)} having max(nonet.id_number(id)) >= (select last_value from ${idSequence(name)})`,
      values: [],
    });
}

/** Records first and what they refer to afterwards, so that they may refer to each other in circles. */
async function putIn(write: Write, rows: readonly Row[]): Promise<void> {
  const put: Put = { write, rows: new Map(rows.map((row) => [row.record, row])) };
  await countOnFromStated(put);
  const roots = rows.filter(({ entity }) => entity.owner === null);
  for (const row of roots) row.id = await putRecord(write, row, null);
  // A child may name its parent by a title that shows what the parent refers to.
  let unset = await putReferencesOf(put, roots);
  const positions = new Map<string, number>();
  let waiting = rows.filter(({ entity }) => entity.owner !== null);
  while (waiting.length > 0) {
    const ready = waiting.filter(({ entity }) => !waiting.some((other) => other.entity.name === entity.owner?.entity));
    const now = ready.length > 0 ? ready : waiting;
    for (const row of now) {
      const parent = await parentOf(put, row);
      const position = positions.get(parent) ?? 0;
      positions.set(parent, position + 1);
      row.id = await putRecord(write, row, { id: parent, position });
    }
    waiting = waiting.filter((row) => !now.includes(row));
    unset = await putReferencesOf(put, [...unset.map(({ row }) => row), ...now]);
  }
  await countOn(write);
  const [first] = unset;
  if (first !== undefined) throw first.errors[0];
  for (const row of rows) await makeSlugsOf(write, row.entity.name, row.id, null);
}

/** The next number of a pattern is above those that the document states, also in the rows that state none. */
async function countOnFromStated({ write, rows }: Put): Promise<void> {
  for (const { entity, record } of rows.values())
    for (const { name, type } of entity.fields) {
      const value = record.values[name];
      if (type.kind !== 'number' || value?.kind !== 'value' || typeof value.value !== 'string') continue;
      await countOnFrom(write.client, `${entity.name}.${name}`, type.pattern, value.value);
    }
}

async function parentOf(put: Put, row: Row): Promise<string> {
  const named = Object.entries(row.record.values).find(([name]) => isParentName(row.entity, name));
  if (named === undefined || row.entity.owner === null)
    throw new Error(`${row.record.clause}: the record doesn't say whose it is.`);
  const id = await resolve(put, row, named[0], named[1], row.entity.owner.entity);
  if (id === null) throw new Error(`${row.record.clause}: the record doesn't say whose it is.`);
  return id;
}

async function putRecord(write: Write, row: Row, parent: { id: string; position: number } | null): Promise<string> {
  const values = new Map<string, StoredValue>();
  let id: string | null = null;
  for (const [name, value] of Object.entries(row.record.values)) {
    if (isParentName(row.entity, name) || name === 'password') continue;
    if (name === 'id') {
      id = value.kind === 'value' ? readId(value.value) : null;
      continue;
    }
    const field = write.index.field(row.entity.name, name);
    if (field.type.kind === 'many') continue;
    if (field.type.kind === 'reference') {
      // Set below, once everything is there; until then no default is in its place.
      values.set(name, null);
      continue;
    }
    values.set(name, storedValue(write.index, row, field, value));
  }
  return insertRecord(write, row.entity.name, { values, parent, id });
}

/** A stated value as it is stored. */
export function storedValue(
  index: PlanIndex,
  row: Pick<Row, 'entity' | 'record'>,
  field: Field,
  value: SeedValue,
): StoredValue {
  const reading = readStated(index, field, value);
  if (!reading.ok) throw new Error(`${row.record.clause}: ${messageFormatIn('en').message(reading.problem)}`);
  return reading.value;
}

/** A stated value as it is stored, or why the field can't hold it: in a former document it may have been of another type. */
export function readStated(index: PlanIndex, field: Field, value: SeedValue): Reading {
  const given = value.kind === 'value' ? value.value : null;
  if (field.type.kind === 'number' && typeof given === 'string') return { ok: true, value: given };
  return readValue(index, field, field.type.kind === 'roles' ? assignable(index, given) : given);
}

/** A row that refers to what no record is called yet: to a child that is not in, or by a title that is not whole. */
interface Unset {
  readonly row: Row;
  readonly errors: readonly NoSuchRecord[];
}

/** No record, or more than one, is called as a row says. */
class NoSuchRecord extends Error {}

/** Sets what rows refer to, again and again while that makes further titles whole; answers those that are left. */
async function putReferencesOf(put: Put, rows: readonly Row[]): Promise<readonly Unset[]> {
  let left: readonly Unset[] = rows.map((row) => ({ row, errors: [] }));
  for (let before = Infinity; ; ) {
    const unset: Unset[] = [];
    for (const { row } of left) {
      const errors = await putReferences(put, row);
      if (errors.length > 0) unset.push({ row, errors });
    }
    const count = unset.reduce((sum, { errors }) => sum + errors.length, 0);
    if (count === 0 || count === before) return unset;
    before = count;
    left = unset;
  }
}

/** Sets what a row refers to; answers what is not there. */
async function putReferences(put: Put, row: Row): Promise<readonly NoSuchRecord[]> {
  const { write } = put;
  const values = new Map<string, StoredValue>();
  const errors: NoSuchRecord[] = [];
  for (const [name, value] of Object.entries(row.record.values)) {
    if (isParentName(row.entity, name) || name === 'id' || name === 'password') continue;
    const field = write.index.field(row.entity.name, name);
    try {
      if (field.type.kind === 'reference') values.set(name, await resolve(put, row, name, value, field.type.entity));
      if (value.kind !== 'references') continue;
      const ids: string[] = [];
      for (const text of value.texts) ids.push(await findOne(put, row, name, text, value.entity));
      values.set(name, ids);
    } catch (error) {
      if (!(error instanceof NoSuchRecord)) throw error;
      errors.push(error);
    }
  }
  // Keep the record's stamps: setting what it refers to is part of putting it in.
  if ([...values.values()].some((value) => value !== null)) {
    await updateRecord(write, row.entity.name, row.id, values);
    await run(write.client, {
      text: `update ${table(row.entity.name)} set ${quote('version')} = 1 where id = $1`,
      values: [row.id],
    });
  }
  return errors;
}

async function resolve(put: Put, row: Row, name: string, value: SeedValue, entity: string): Promise<string | null> {
  if (value.kind === 'none') return null;
  if (value.kind === 'references') throw new Error(`${row.record.clause}: ${name} is no list.`);
  return findOne(put, row, name, value.kind === 'reference' ? value.text : String(value.value), entity);
}

/** Reads names as the checker does. If a title is made only in the database, the record is looked up there. */
async function findOne({ write, rows }: Put, row: Row, name: string, text: string, entity: string): Promise<string> {
  const { entities } = write.index.plan;
  const isDemo = row.entity.demoRecords.includes(row.record);
  const of = (other: Entity) => (isDemo ? [...other.records, ...other.demoRecords] : other.records);
  const named = recordsNamed({ entities, of }, write.index.entity(entity), text);
  const [only, ...others] = named.found;
  const known = only !== undefined && others.length === 0 ? rows.get(only)?.id : undefined;
  if (known !== undefined && known !== '') return known;
  const found = named.found.length > 1 ? ['', ''] : await findRecords(write, entity, text);
  const [id] = found;
  if (id === undefined) throw new NoSuchRecord(`${row.record.clause}: ${name} names no ${entity}: ${text}.`);
  if (found.length > 1) throw new NoSuchRecord(`${row.record.clause}: ${name} could mean several: ${text}.`);
  return id;
}

/** The hashes of the demo records' passwords, made before a transaction begins: they take their time. */
export async function hashPasswords(index: PlanIndex): Promise<Map<SeedRecord, string>> {
  const hashes = new Map<SeedRecord, string>();
  for (const record of index.findEntity('User')?.demoRecords ?? []) {
    const { password } = record.values;
    if (password?.kind === 'value' && typeof password.value === 'string')
      hashes.set(record, await hashPassword(password.value));
  }
  return hashes;
}

/** The checker knows all names but those of roles that are not shown: these can't be given yet. */
function assignable(index: PlanIndex, given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  return given.filter((role) => index.findRole(String(role))?.given.kind === 'assigned');
}
