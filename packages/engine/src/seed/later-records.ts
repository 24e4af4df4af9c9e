import { isDeepStrictEqual } from 'node:util';
import { type Entity, type Field, hasValue, type NewNames, type Plan, type SeedRecord } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import { beginSystemWrite } from '../run/begin.ts';
import { holdsValue, knownDefault } from '../run/known-default.ts';
import { updateRecord } from '../run/save.ts';
import type { StoredValue } from '../run/values/reading.ts';
import { fromThis, THIS } from '../run/write.ts';
import { column, columnOf, columnType, quote, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { Parameters } from '../sql/parameters.ts';
import { type PoolClient, type Queryable, run } from '../store/pool.ts';
import { recordInNewNames } from './record-in-new-names.ts';
import { DEMO_RECORDS, hashPasswords, putInSets, readStated, RECORDS, storedValue } from './seed.ts';

/** The change of a record that a later document states differently, or for the first time. */
export type LaterRecord = StatedRecord &
  (
    | { readonly kind: 'added' }
    | { readonly kind: 'changed'; readonly id: string; readonly values: ReadonlyMap<string, StoredValue> }
    /** People have written what is stated now, before it was. */
    | { readonly kind: 'alike'; readonly ofPeople: readonly FieldOfPeople[] }
    | { readonly kind: 'left'; readonly reason: string; readonly ofPeople?: readonly FieldOfPeople[] }
  );

/** A field of a stated record in which people have written something else than was stated. */
interface FieldOfPeople {
  readonly entity: string;
  readonly record: string;
  readonly field: string;
}

/** A record, and under which heading the document states it. */
interface StatedRecord {
  readonly heading: keyof typeof SETS;
  readonly entity: Entity;
  readonly record: SeedRecord;
}

const SETS = { Records: RECORDS, 'Demo records': DEMO_RECORDS } as const;

/**
 * Changed `Records` of point 3, and `Demo records` if the database has those: new ones are created, those that still
 * equal the former statement get the new values, and all others are left to people, whatever later documents state.
 * Records are found by a unique field, or else by a text in which no two of the stated ones are alike. `names`: the new names of the former document's parts.
 */
export async function findLaterRecords(
  { index, pool }: { readonly index: PlanIndex; readonly pool: Queryable },
  former: Plan,
  names: NewNames,
): Promise<readonly LaterRecord[]> {
  const [product] = await run<{ is_seeded: boolean; is_demo: boolean }>(pool, {
    text: 'select seeded_at is not null as is_seeded, demo_seeded_at is not null as is_demo from nonet.product',
    values: [],
    prepare: false,
  });
  // Before the first start is done, all records are put in as they are stated now.
  if (product?.is_seeded !== true) return [];
  const ofPeople = (await readFieldsOfPeople(pool)).map((each) => underNewNames(each, names));
  const later: LaterRecord[] = [];
  for (const entity of index.plan.entities) {
    const before = former.entities.find(({ name }) => names.entity(name) === entity.name) ?? null;
    for (const heading of product.is_demo ? (['Records', 'Demo records'] as const) : (['Records'] as const)) {
      const stated = SETS[heading](entity);
      const formerly =
        before === null ? [] : SETS[heading](before).map((record) => recordInNewNames(record, before, names));
      const isStated = (records: readonly SeedRecord[], { values }: SeedRecord) =>
        records.some((other) => isDeepStrictEqual(other.values, values));
      const basis = {
        key: keyOf(entity, stated) ?? tellingText(entity, [stated, formerly]),
        formerly,
        isNew: before === null,
        formerFields: new Set(before?.fields.map(({ name }) => names.field(before.name, name))),
        ofPeople,
        isFurther: heading === 'Demo records' && formerly.every((record) => isStated(stated, record)),
      };
      for (const record of stated) {
        if (isStated(formerly, record)) continue;
        const found = await judge({ index, pool }, entity, record, basis);
        later.push({ heading, entity, record, ...found });
      }
    }
  }
  return later;
}

type Judged = LaterRecord extends infer Each
  ? Each extends StatedRecord
    ? Omit<Each, keyof StatedRecord>
    : never
  : never;

interface Basis {
  readonly key: Field | null;
  /** The former document's records, with their names in the new one. */
  readonly formerly: readonly SeedRecord[];
  /** The fields that a document stated no value for before, under their names in the new document. */
  readonly ofPeople: readonly FieldOfPeople[];
  /** Whether the document introduces the entity. */
  readonly isNew: boolean;
  /** The fields of the entity in the former document, by their names in the new one. */
  readonly formerFields: ReadonlySet<string>;
  /** Whether the document states it in addition to all earlier records, so that it is none of them. */
  readonly isFurther: boolean;
}

async function judge(
  { index, pool }: { readonly index: PlanIndex; readonly pool: Queryable },
  entity: Entity,
  record: SeedRecord,
  { key, formerly, ofPeople, isNew, formerFields, isFurther }: Basis,
): Promise<Judged> {
  const left = (reason: string) => ({ kind: 'left', reason }) as const;
  if (isNew || (isFurther && key === null)) return { kind: 'added' };
  if (key === null) return left('no text distinguishes it from others');
  const name = textOf(record, key);
  const was = formerly.find((other) => textOf(other, key) === name) ?? null;
  const [stored, other] = await run<{ id: string }>(pool, {
    text: `select id::text as id from ${table(entity.name)} where ${quote(columnOf(key))} = $1 limit 2`,
    values: [name],
    prepare: false,
  });
  if (other !== undefined) return left('several have this name');
  if (stored === undefined) return was === null ? { kind: 'added' } : left('there is none any more');
  if (was === null) return left('there is one already');
  const values = new Map<string, StoredValue>();
  const parameters = new Parameters();
  const id = parameters.bind(stored.id, 'uuid');
  const states: string[] = [];
  for (const [name, value] of Object.entries(record.values)) {
    const formerValue = was.values[name];
    if (isDeepStrictEqual(formerValue, value)) continue;
    const field = index.findField(entity.name, name);
    if (field === null || (value.kind !== 'value' && value.kind !== 'none') || field.type.kind === 'reference')
      return left(`${name} refers to others`);
    const now = storedValue(index, { entity, record }, field, value);
    values.set(name, now);
    const type = columnType(field.type, index.plan.settings);
    const has = (expected: StoredValue) =>
      `${column(THIS, columnOf(field))} is not distinct from ${parameters.bind(expected, type)}`;
    let isAsWas = formerFields.has(name) ? isUntouched(index, entity, field, parameters) : 'true';
    if (formerValue !== undefined) {
      const expected = readStated(index, field, formerValue);
      if (!expected.ok) return left(`${name} can't hold any more what was stated`);
      isAsWas = has(expected.value);
    }
    states.push(
      `jsonb_build_object('field', ${parameters.bind(name, 'text')}, 'isAsWas', (${isAsWas}) is true, 'isAsNow', ${has(now)})`,
    );
  }
  const [found] = await run<{ fields: FieldState[] }>(pool, {
    text: `select jsonb_build_array(${states.join(', ')}) as fields ${fromThis(entity.name)} where ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null and ${column(THIS, 'id')} = ${id}`,
    values: parameters.values(),
    prepare: false,
  });
  if (found === undefined) return left('people have changed it');
  const isOfPeople = ({ field, isAsWas }: FieldState) =>
    !isAsWas || ofPeople.some((each) => each.record === stored.id && each.field === field);
  const theirs = found.fields
    .filter(isOfPeople)
    .map(({ field }) => ({ entity: entity.name, record: stored.id, field }));
  if (theirs.length === 0) return { kind: 'changed', id: stored.id, values };
  if (found.fields.every(({ isAsNow }) => isAsNow)) return { kind: 'alike', ofPeople: theirs };
  return { ...left('people have changed it'), ofPeople: theirs };
}

/** A record's stored value in a field whose stated value has changed. */
interface FieldState {
  readonly field: string;
  /** Whether it is what the former document states, and the new one. */
  readonly isAsWas: boolean;
  readonly isAsNow: boolean;
}

/** By the names of the document in use. */
async function readFieldsOfPeople(pool: Queryable): Promise<readonly FieldOfPeople[]> {
  const [product] = await run<{ fields: FieldOfPeople[] }>(pool, {
    text: 'select written_by_people as fields from nonet.product',
    values: [],
    prepare: false,
  });
  return product?.fields ?? [];
}

function underNewNames({ entity, record, field }: FieldOfPeople, names: NewNames): FieldOfPeople {
  return { entity: names.entity(entity), record, field: names.field(entity, field) };
}

/** The condition that a record has no value in a field, or the default, so that nobody has entered one. */
function isUntouched(index: PlanIndex, entity: Entity, field: Field, parameters: Parameters): string {
  const isDefault = knownDefault(entity, field, index)?.(parameters);
  const isEmpty = `not (${holdsValue(field, columnOf(field))})`;
  return isDefault === undefined ? isEmpty : `(${isEmpty} or ${isDefault})`;
}

function isKey(field: Field): boolean {
  return field.unique !== null && hasValue(field.type, 'text');
}

/** The field that identifies an entity's stated records; null if not all of them have a value in one. */
export function keyOfRecords(entity: Entity): Field | null {
  return keyOf(entity, entity.records);
}

function keyOf({ fields }: Entity, records: readonly SeedRecord[]): Field | null {
  return fields.find((field) => isKey(field) && records.every((record) => textOf(record, field) !== null)) ?? null;
}

/** A text that tells the stated records of an entity from each other, though nothing keeps others from having it, too. */
function tellingText({ fields }: Entity, sets: readonly (readonly SeedRecord[])[]): Field | null {
  const tells = (field: Field) =>
    sets.every((records) => {
      const texts = records.map((record) => textOf(record, field));
      return !texts.includes(null) && new Set(texts).size === texts.length;
    });
  return fields.find((field) => field.type.kind === 'text' && tells(field)) ?? null;
}

export function textOf(record: SeedRecord, field: Field): string | null {
  const value = record.values[field.name];
  return value?.kind === 'value' && typeof value.value === 'string' ? value.value : null;
}

/**
 * Brings the records to what `findLaterRecords` says, all or none.
 * @param client In a transaction.
 */
export async function putInLaterRecords(
  { index, client, clock }: { readonly index: PlanIndex; readonly client: PoolClient; readonly clock: Clock },
  former: Plan,
  names: NewNames,
): Promise<void> {
  const later = await findLaterRecords({ index, pool: client }, former, names);
  const added = (entity: Entity) =>
    later.flatMap((each) => (each.kind === 'added' && each.entity.name === entity.name ? [each.record] : []));
  if (later.some(({ kind }) => kind === 'added')) {
    const hasDemo = later.some(({ kind, heading }) => kind === 'added' && heading === 'Demo records');
    await putInSets({ index, client, clock }, [added], hasDemo ? await hashPasswords(index) : new Map());
  }
  const write = beginSystemWrite(index, client, clock);
  for (const each of later)
    if (each.kind === 'changed') await updateRecord(write, each.entity.name, each.id, each.values);
  const known = (await readFieldsOfPeople(client)).map((each) => underNewNames(each, names));
  const found = later.flatMap((each) => ('ofPeople' in each ? (each.ofPeople ?? []) : []));
  const all = [...known, ...found.filter((each) => !known.some((other) => isDeepStrictEqual(each, other)))];
  await run(client, {
    text: 'update nonet.product set written_by_people = $1',
    values: [JSON.stringify(all)],
    prepare: false,
  });
}

/** The name by which people know a record of the document. */
export function nameOfRecord(entity: Entity, record: SeedRecord): string {
  const sets = Object.values(SETS).map((of) => of(entity));
  const own = sets.find((records) => records.includes(record)) ?? entity.records;
  const key =
    entity.fields.find((field) => isKey(field) && textOf(record, field) !== null) ??
    tellingText(entity, [own, [record]]);
  const name = key === null ? null : textOf(record, key);
  return name === null ? record.clause : `“${name}”`;
}
