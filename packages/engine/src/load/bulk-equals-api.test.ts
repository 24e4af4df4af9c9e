import { readFileSync } from 'node:fs';
import { type Entity, type Field, hasValue, type Plan } from '@nonet/language';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, planOfExample, startStory, type Story } from '../fixtures/story.ts';
import { Refusal } from '../refusal.ts';
import { isWritable } from '../run/body.ts';
import { readId } from '../run/values/identifier.ts';
import { quote, storedFields, table } from '../sql/identifiers.ts';
import { loadRows } from './load-rows.ts';
import { readingAhead } from './read-rows.ts';

// The law of loads: rows that are loaded together are the records, and the refusals, of the same rows created one by
// one by the API.

const planOfCorpus = (name: string) =>
  planOfDocument(readFileSync(new URL(`../../../../examples/corpus/${name}.md`, import.meta.url), 'utf8'));

interface Product {
  readonly plan: () => Plan;
  readonly roles: readonly string[];
  /** Those which these roles may create, in an order in which their references are there. */
  readonly entities: readonly string[];
}

/** `npm test` takes the first ones. */
const PRODUCTS: Readonly<Record<string, Product>> = {
  shop: {
    plan: () => planOfCorpus('shop'),
    roles: ['clerk', 'boss'],
    // An order has owned children, and a rule on nothing but itself.
    entities: ['Customer', 'Warehouse', 'Tag', 'Family', 'Supplier', 'Product', 'Order', 'Invoice'],
  },
  library: {
    plan: () => planOfCorpus('library'),
    roles: ['librarian', 'head'],
    entities: ['Branch', 'Author', 'Subject', 'Book', 'Copy', 'Category', 'Member'],
  },
  petclinic: {
    plan: () => planOfExample('petclinic'),
    roles: [],
    entities: ['Owner', 'PetType', 'Pet', 'Visit', 'Specialty', 'Vet'],
  },
  studio: { plan: () => planOfExample('studio'), roles: ['planner'], entities: ['Job', 'Prop'] },
  leave: { plan: () => planOfCorpus('leave'), roles: ['personnel'], entities: ['HolidayList'] },
  lab: { plan: () => planOfCorpus('lab'), roles: ['technician'], entities: ['Item'] },
};

/** The rows of an entity: three batches of them, which are read ahead. */
const ROWS = 24;
const BATCH = 8;

type Row = Readonly<Record<string, string>>;

/** By the entity and the id of a record, its name in this test, which it has in both databases: `Owner 3`. */
type Names = Map<string, string>;

describe.each(
  Object.entries(PRODUCTS).map(([name, product], place) => ({
    name,
    ...product,
    options: place < 2 ? {} : { tags: ['thorough'] },
  })),
)('$name', ({ plan: planOf, roles, entities, options }) => {
  test('rows that are loaded together are as those created one by one', options, async () => {
    const plan = planOf();
    const [together, alone] = [await startStory(plan), await startStory(plan)];
    try {
      await addActor(together, roles);
      const actor = await addActor(alone, roles);
      const [ofTogether, ofAlone] = [await namesOfSeeded(together), await namesOfSeeded(alone)];
      for (const name of entities) {
        const entity = together.engine.index.entity(name);
        const known = new Set(ofTogether.values());
        const [rows = []] = fc.sample(rowsOf(together, entity, [...known]), { numRuns: 1, seed: seedOf(name) });
        const loaded = await loadAll(together, entity, rows, ofTogether);
        const created = await createEach(alone, actor, entity, rows, ofAlone);
        const differing = rows.flatMap((row, place) =>
          loaded[place] === created[place] ? [] : [{ name, row, loaded: loaded[place], created: created[place] }],
        );
        expect(differing, `NONET_SEED=${fc.readConfigureGlobal().seed}`).toEqual([]);
        expect(await stored(together, entity, ofTogether)).toEqual(await stored(alone, entity, ofAlone));
        expect(loaded, `some rows of ${name} go in`).toContain('created');
      }
    } finally {
      await together.end();
      await alone.end();
    }
  });
});

/** Differs by entity, and with the seed of the run. */
function seedOf(name: string): number {
  const { seed = 1 } = fc.readConfigureGlobal();
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed);
}

/** Whoever has these roles; nobody where there are none. */
async function addActor({ engine }: Story, roles: readonly string[]): Promise<Actor> {
  if (roles.length === 0) return { userId: null, roles };
  const { rows } = await engine.pool.query<{ id: string }>(
    `insert into product."user" (email, name, roles) values ('actor@example.com', 'Actor', $1) returning id`,
    [roles],
  );
  return { userId: rows[0]?.id ?? null, roles };
}

async function namesOfSeeded({ engine }: Story): Promise<Names> {
  const names: Names = new Map();
  for (const { name } of engine.plan.entities) {
    const { rows } = await engine.pool.query<{ id: string }>(`select id from ${table(name)} order by id`);
    for (const [place, { id }] of rows.entries()) names.set(`${name} ${id}`, `${name} s${place}`);
  }
  return names;
}

/** Each row's refusal as text, or `created`. */
async function loadAll({ engine }: Story, entity: Entity, rows: readonly Row[], names: Names): Promise<string[]> {
  const cells = await cellsFor(engine, names);
  const recordOf = (of: string, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([key, text]) => {
        const { type } = engine.index.field(of, key);
        if (type.kind === 'children')
          return [key, JSON.stringify(childrenIn(text).map((child) => recordOf(type.entity, child)))];
        return [key, 'entity' in type ? text.split(',').map(cells).join(',') : text];
      }),
    );
  const records = rows.map((row) => recordOf(entity.name, row));
  async function* batches() {
    for (let from = 0; from < records.length; from += BATCH) yield { records: records.slice(from, from + BATCH) };
  }
  const results: string[] = [];
  for await (const { records: batch, ahead } of readingAhead(engine, entity.name, batches())) {
    const { rows: judged } = await loadRows(engine, entity.name, batch, { ahead, skipsRefused: true });
    for (const row of judged) {
      if (row.ok) names.set(`${entity.name} ${row.id}`, `${entity.name} ${results.length}`);
      results.push(row.ok ? 'created' : refusal(row.errors));
    }
  }
  return results;
}

/** The cells that name records: by their title where that is one text that no other one has, else by their id. */
async function cellsFor({ pool, index }: Story['engine'], names: Names): Promise<(name: string) => string> {
  const cells = idsOf(names);
  for (const { name, title, fields } of index.plan.entities) {
    const [part] = title;
    const field = fields.find(
      (candidate) => typeof part === 'object' && part.kind === 'field' && part.field === candidate.name,
    );
    if (title.length !== 1 || field?.type.kind !== 'text' || field.computed !== null) continue;
    const { rows } = await pool.query<{ id: string; title: string }>(
      `select min(id::text) as id, ${quote(field.name)} as title from ${table(name)} group by 2 having count(*) = 1 and ${quote(field.name)} !~ ','`,
    );
    for (const row of rows) cells.set(names.get(`${name} ${row.id}`) ?? '', row.title);
  }
  return (name) => cells.get(name) ?? name;
}

async function createEach(
  { engine }: Story,
  actor: Actor,
  entity: Entity,
  rows: readonly Row[],
  names: Names,
): Promise<string[]> {
  const ids = idsOf(names);
  const results: string[] = [];
  for (const [place, row] of rows.entries()) {
    const body = onWire(engine, entity.name, row, ids);
    try {
      const { record } = await engine.create(actor, entity.name, body, { ifMatch: null });
      names.set(`${entity.name} ${readId(record['id'])}`, `${entity.name} ${place}`);
      results.push('created');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const whole = { field: null, code: error.code, message: error.words };
      results.push(refusal(error.errors.length > 0 ? error.errors : [whole]));
    }
  }
  return results;
}

const refusal = (errors: readonly { field: string | null; code: string; message: unknown }[]): string =>
  errors
    .map(({ field, code, message }) => `${field} ${code} ${JSON.stringify(message)}`)
    .sort()
    .join('\n');

/** A row as the API takes it. */
function onWire(engine: Story['engine'], entity: string, row: Row, ids: ReadonlyMap<string, string>): object {
  const idOf = (name: string) => ids.get(name) ?? name;
  const valueOf = (key: string, text: string): unknown => {
    const { type } = engine.index.field(entity, key);
    if (type.kind === 'children') return childrenIn(text).map((child) => onWire(engine, type.entity, child, ids));
    if (type.kind === 'reference') return idOf(text);
    if (type.kind === 'many') return text.split(',').map(idOf);
    return type.kind === 'boolean' ? text === 'yes' : text;
  };
  return Object.fromEntries(Object.entries(row).map(([key, text]) => [key, valueOf(key, text)]));
}

const childrenIn = (text: string) => JSON.parse(text) as readonly Row[];

/** The records of an entity by their names in this test, without what the time and their creator decide, and their history. */
async function stored({ engine }: Story, entity: Entity, names: Names) {
  const own = engine.index
    .children(entity.name)
    .map(
      ({ entity: child }) =>
        `(select coalesce(jsonb_agg(to_jsonb(c) - $2::text[] order by c._position), '[]') from ${table(child.name)} c where c._parent = t.id)`,
    );
  const lists = `jsonb_build_array(${['cardinality($2::text[])', ...own].join(', ')}) as children`;
  const stamps = ['created_at', 'created_by', 'updated_at', 'updated_by', '_entered_at'];
  const { rows } = await engine.pool.query<{
    children: readonly unknown[];
    record: Readonly<Record<string, unknown>>;
    after: readonly Readonly<Record<string, unknown>>[] | null;
  }>(
    `select to_jsonb(t) - $1::text[] as record, ${lists},
       (select jsonb_agg(h.after - $1::text[] - $3::text[]) from nonet.history h where h.record::text = t.id::text) as after from ${table(entity.name)} t`,
    [stamps, [...stamps, 'id', '_parent', ...referring(engine, entity)], listsOf(entity)],
  );
  const nameOf = (of: string, id: unknown) => names.get(`${of} ${String(id)}`) ?? id;
  const named = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => {
        const type = key === 'id' ? null : engine.index.findField(entity.name, key)?.type;
        if (type === null) return [key, nameOf(entity.name, value)];
        if (type?.kind === 'reference') return [key, nameOf(type.entity, value)];
        if (type?.kind === 'many' && Array.isArray(value)) return [key, value.map((id) => nameOf(type.entity, id))];
        return [key, value];
      }),
    );
  return rows
    .map(({ record, after, children }) => JSON.stringify([named(record), children, ...(after ?? []).map(named)]))
    .sort();
}

/** The fields of owned children whose values are ids. */
function referring({ index }: Story['engine'], entity: Entity): string[] {
  return index
    .children(entity.name)
    .flatMap(({ entity: { fields } }) => fields.flatMap(({ name, type }) => ('entity' in type ? [name] : [])));
}

const listsOf = ({ fields }: Entity) => fields.flatMap(({ name, type }) => (type.kind === 'children' ? [name] : []));

function idsOf(names: Names): Map<string, string> {
  return new Map([...names].map(([key, name]) => [name, key.slice(key.indexOf(' ') + 1)]));
}

/** Rows of cells for the fields that an API takes: most are right, some are wrong, and some repeat what is unique. */
function rowsOf(
  story: Story,
  entity: Entity,
  names: readonly string[],
  { minLength, maxLength } = { minLength: ROWS, maxLength: ROWS },
): fc.Arbitrary<Row[]> {
  const { engine } = story;
  const fields = storedFields(entity).filter(
    (field) => isWritable(engine.index, entity.name, field, true) && !hasValue(field.type, 'file', 'made text'),
  );
  const cells = fields.map((field): readonly [string, fc.Arbitrary<string | null>] => [
    field.name,
    cellOf(field, names),
  ]);
  for (const { field, entity: child } of engine.index.children(entity.name)) {
    const few = rowsOf(story, child, names, { minLength: 1, maxLength: 3 });
    const text = few.map((children) => JSON.stringify(children));
    cells.push([field.name, fc.option(text, { freq: 12 })]);
  }
  const row = fc
    .record(Object.fromEntries(cells))
    .map((all) => Object.fromEntries(Object.entries(all).filter((cell): cell is [string, string] => cell[1] !== null)));
  return fc.array(row, { minLength, maxLength });
}

/** A cell of a field; null for none. */
function cellOf(field: Field, names: readonly string[]): fc.Arbitrary<string | null> {
  const { type } = field;
  const none = fc.constant(null);
  const value = valueOf(field, names);
  if (value === null) return none;
  const isLeftOut = !field.required || field.default !== null;
  const rare = type.kind === 'reference' || type.kind === 'many' || type.kind === 'boolean' ? value : WRONG;
  return fc.oneof(
    { weight: isLeftOut ? 30 : 1, arbitrary: none },
    { weight: 60, arbitrary: value },
    { weight: 2, arbitrary: rare },
  );
}

/** Texts that are no value of most fields, or beyond their limits. */
const WRONG = fc.constantFrom('x', '-1', '99999999', 'not a date', 'a'.repeat(600), '=1+1', 'ÄÖ "Ü"');

function valueOf({ type, minimum, maximum, pattern }: Field, names: readonly string[]): fc.Arbitrary<string> | null {
  const least = Number(minimum?.value ?? 0);
  const most = Number(maximum?.value ?? least + 20);
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'markdown':
      if (pattern !== null) return fc.stringMatching(new RegExp(pattern.replaceAll('\\p{L}', 'a-e')));
      return fc.string({
        unit: fc.constantFrom(...'abcdé'),
        minLength: Math.max(1, least),
        maxLength: Math.min(most, least + 3),
      });
    case 'integer':
      return fc.integer({ min: Math.ceil(least), max: Math.floor(most) }).map(String);
    case 'decimal':
    case 'money':
    case 'percent':
      return fc
        .integer({ min: Math.ceil(least), max: Math.floor(most) })
        .map((whole) => (whole < most ? `${whole}.5` : `${whole}`));
    case 'boolean':
      return fc.constantFrom('yes', 'no');
    case 'date':
      return fc.constantFrom('2026-01-31', '2025-12-24', '2024-02-29', '2027-05-01');
    case 'time':
      return fc.constantFrom('09:30', '23:59');
    case 'datetime':
      return fc.constantFrom('2026-01-31T10:00:00Z', '2026-11-20T08:15:00+01:00');
    case 'duration':
      return fc.constantFrom('P1D', 'PT90M');
    case 'recurrence':
      return fc.constantFrom('DTSTART:20261201 RRULE:FREQ=DAILY', 'DTSTART:20260131 RRULE:FREQ=MONTHLY;COUNT=5');
    case 'email':
      return fc.integer({ min: 1, max: 60 }).map((number) => `Person${number}@example.com`);
    case 'url':
      return fc.constant('https://example.com/a');
    case 'phone':
      return fc.constantFrom('+41 44 668 18 00', '+31 20 123 4567');
    case 'enum':
      return fc.constantFrom(...type.values.map(({ name }) => name));
    case 'reference':
    case 'many': {
      const there = names.filter((name) => name.startsWith(`${type.entity} `));
      if (there.length === 0) return null;
      const one = fc.constantFrom(...there);
      return type.kind === 'reference'
        ? one
        : fc.uniqueArray(one, { minLength: 1, maxLength: 3 }).map((some) => some.join(','));
    }
    // Numbers, states and slugs are given by the product; the others have no text that is a value in every document.
    case 'number':
    case 'state':
    case 'slug':
    case 'id':
    case 'serial':
    case 'all':
    case 'children':
    case 'open':
    case 'file':
    case 'image':
    case 'json':
    case 'roles':
    case 'secret':
      return null;
  }
}
