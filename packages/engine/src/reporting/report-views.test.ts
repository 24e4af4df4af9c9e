import { readFileSync } from 'node:fs';
import { isObject } from '@nonet/language';
import { afterEach, describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { WireRecord } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import { Refusal } from '../refusal.ts';
import { plainText } from '../run/format.ts';
import { tableName } from '../sql/identifiers.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { readReportSchemas } from './report-schemas.ts';
import { removeViews, setUpViews, ViewsRefused } from './set-up-views.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const documentOf = (name: string) => readFileSync(new URL(`../../../../examples/${name}.md`, import.meta.url), 'utf8');

let story: Story;
let reader: Pool;
let made = 0;
/** A name that no other test of the server has: roles are of all its databases. */
const readerName = () => `reader_${process.pid}_${(made += 1)}`;

afterEach(async () => {
  await reader?.end();
  const names = (await readReportSchemas(story.engine.pool)).map((schema) => schema.reader);
  for (const name of names) await story.engine.pool.query(`drop owned by ${name}; drop role ${name}`);
  await story.end();
});

/** Opens a connection as the reader of new views. */
async function setUp(
  text: string,
  roles: readonly string[],
): Promise<{ readonly views: readonly string[]; readonly name: string }> {
  story = await startStory(planOfDocument(text));
  const name = readerName();
  const { views, password } = await setUpViews(story.engine, { name: 'reports', roles, reader: name });
  const url = new URL(story.url);
  url.username = name;
  url.password = password ?? '';
  reader = openPool(url.href, { connections: 1 });
  return { views, name };
}

/** A value of the API as the view has it; what only the API has (labels of files, lists of parts) is no value. */
function shown(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return JSON.stringify(value);
  return isObject(value) ? JSON.stringify('size' in value && 'name' in value ? value.name : value) : plainText(value);
}

async function allOf(entity: string, roles: readonly string[]): Promise<WireRecord[]> {
  const items: WireRecord[] = [];
  let cursor: string | null = null;
  do {
    const page = await story.engine.list({ userId: NOBODY, roles }, entity, { ...WHOLE_LIST, cursor });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return items;
}

/** The id of a record, which may be a whole number. */
function idOf(record: Readonly<Record<string, unknown>>): string {
  return String(record['id']);
}

/** The records that a list answers; none where these roles may not have it. */
async function listed(entity: string, roles: readonly string[]): Promise<WireRecord[]> {
  try {
    return await allOf(entity, roles);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

describe('a view has the records and values that the API answers a holder of its roles', () => {
  test.each([
    ['expenses/spec', ['accountant']],
    ['petclinic/spec', []],
    ['corpus/conference', ['chair']],
    ['corpus/lab', ['technician']],
  ])('%s', async (name, stated) => {
    const text = documentOf(name);
    const assigned = planOfDocument(text).roles.flatMap((role) => (role.given.kind === 'assigned' ? [role.name] : []));
    const roles = stated.every((role) => assigned.includes(role)) && stated.length > 0 ? stated : assigned.slice(0, 1);
    const { views } = await setUp(text, roles);
    const { index } = story.engine;
    let compared = 0;
    for (const entity of index.plan.entities) {
      if (entity.owner !== null) continue;
      const view = tableName(entity.name);
      const items = await listed(entity.name, roles);
      if (!views.includes(view)) {
        if (items.length > 0) throw new Error(`${entity.name} has no view, and ${items.length} records are listed.`);
        continue;
      }
      const { rows } = await reader.query<Record<string, unknown>>(`select * from reports."${view}"`);
      expect([view, rows.map(idOf).toSorted()]).toEqual([view, items.map(idOf).toSorted()]);
      const byId = new Map(rows.map((row) => [idOf(row), row]));
      for (const item of items)
        for (const field of entity.fields) {
          const { kind } = field.type;
          if (field.name === 'id' || kind === 'children' || kind === 'all' || kind === 'open') continue;
          const row = byId.get(idOf(item)) ?? {};
          const value = field.name in row ? row[field.name] : null;
          const file = kind === 'file' || kind === 'image';
          const asked = shown(item[field.name]);
          expect([entity.name, field.name, file && value !== null ? JSON.stringify(value) : shown(value)]).toEqual([
            entity.name,
            field.name,
            asked,
          ]);
          compared += 1;
        }
    }
    expect(compared).toBeGreaterThan(10);
  });
});

const DOCUMENT = `# Specification: Depot

## 3. Entities and their fields

### Shelf

| field | type | rules |
| --- | --- | --- |
| name | text | ..80 |

#### Records

| name |
| --- |
| Upper |

### Crate

A thing to put things in.

| field | type | rules | meaning |
| --- | --- | --- | --- |
| name (Mark) | text | ..80 | What is painted on it. |
| shelf | Shelf | optional | |
| tags | many Shelf | | |
| code | secret | optional | |
| cost | decimal(8, 2) | optional | |
| open | boolean | default true | |

#### Records

| name | shelf | cost | open |
| --- | --- | --- | --- |
| one | Upper | 1.50 | true |
| two | | 2.50 | false |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| keeper | assigned |
| clerk | assigned |

### Permissions

#### Shelf

| may | keeper | clerk |
| --- | --- | --- |
| read | yes | no |

#### Crate

| may | keeper | clerk |
| --- | --- | --- |
| read | yes | open |
| read cost | no | yes |
`;

const columns = async (view: string) =>
  (
    await reader.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position`,
      [view],
    )
  ).rows.map(({ name }) => name);

test('what a role may not read is in no view: records, fields, titles, secrets, tables', async () => {
  await setUp(DOCUMENT, ['clerk']);
  const { rows } = await reader.query('select name, shelf, shelf_title, cost from reports.crate');
  // A clerk may not read shelves, and only those crates that are open.
  expect(rows).toEqual([{ name: 'one', shelf: null, shelf_title: null, cost: '1.50' }]);
  expect(await columns('crate')).not.toContain('code');
  for (const sql of [
    'select * from product.crate',
    'select * from nonet.history',
    'select * from reports.shelf',
    "insert into reports.crate (name) values ('x')",
    'create table reports.own ()',
    'select nonet.forget_security_events(0)',
  ])
    await expect(reader.query(sql), sql).rejects.toThrow(/permission denied|does not exist|read-only|cannot insert/);
  // A condition that fails on a record that is left out never sees it.
  expect(
    (await reader.query("select name from reports.crate where 1 / (case when name = 'two' then 0 else 1 end) > 0"))
      .rows,
  ).toEqual([{ name: 'one' }]);
});

test('names, titles and comments are those of the document', async () => {
  await setUp(DOCUMENT, ['keeper']);
  expect((await reader.query('select shelf_title from reports.crate order by name')).rows).toEqual([
    { shelf_title: 'Upper' },
    { shelf_title: null },
  ]);
  const own = ['id', 'name', 'shelf', 'shelf_title', 'tags', 'tags_titles', 'open'];
  const stamps = ['created_at', 'created_by', 'created_by_title', 'updated_at', 'updated_by', 'updated_by_title'];
  expect(await columns('crate')).toEqual([...own, ...stamps]);
  const { rows } = await reader.query(
    `select obj_description('reports.crate'::regclass) as view, col_description('reports.crate'::regclass, 2) as column`,
  );
  expect(rows).toEqual([{ view: 'Crates. A thing to put things in.', column: 'Mark. What is painted on it.' }]);
});

test('a changed document makes the views anew, for renamed roles and fields too; without their roles they are gone', async () => {
  const { name } = await setUp(DOCUMENT, ['clerk']);
  const changed = DOCUMENT.replace(
    '| cost | decimal(8, 2) | optional | |',
    '| price | decimal(9, 3) | optional, was cost | |',
  )
    .replace('read cost', 'read price')
    .replace('| name | shelf | cost | open |', '| name | shelf | price | open |')
    .replace('| role | is given to |\n| --- | --- |', '| role | is given to | was |\n| --- | --- | --- |')
    .replace('| keeper | assigned |', '| keeper | assigned | |')
    .replace('| clerk | assigned |', '| seller | assigned | clerk |')
    .replaceAll('keeper | clerk |', 'keeper | seller |');
  const start = (text: string) => createEngine({ plan: planOfDocument(text), pool: story.engine.pool });
  await (await start(changed)).close();
  expect(await readReportSchemas(story.engine.pool)).toEqual([{ name: 'reports', roles: ['seller'], reader: name }]);
  expect((await reader.query('select name, price from reports.crate')).rows).toEqual([{ name: 'one', price: '1.500' }]);

  const narrowed = changed.replace('| yes | open |', '| yes | open and name == "none" |');
  await (await start(narrowed)).close();
  expect((await reader.query('select name from reports.crate')).rows).toEqual([]);

  const last = await start(narrowed.slice(0, narrowed.indexOf('## 6. Roles')));
  expect(last.migration.steps).toContain('the views reports are gone with their roles');
  await last.close();
  await expect(reader.query('select name from reports.crate')).rejects.toThrow(/does not exist/);
  await story.engine.pool.query(`drop owned by ${name}; drop role ${name}`);
});

test('views restrict nobody who reads the tables anyway, and take no schema that is there', async () => {
  const { name } = await setUp(DOCUMENT, ['keeper']);
  const { rows } = await story.engine.pool.query<{ me: string }>('select current_user as me');
  const refused = (schema: string, who: string) =>
    setUpViews(story.engine, { name: schema, roles: ['keeper'], reader: who }).catch((error: unknown) =>
      error instanceof ViewsRefused ? error.message : 'not refused',
    );
  expect(await refused('others', rows[0]?.me ?? '')).toMatch(/views restrict it in nothing/);
  expect(await refused('product', `${name}_2`)).toMatch(/is there already/);
  expect(await refused('reports', `${name}_2`)).toMatch(/are read by/);
  expect(await removeViews(story.engine, 'reports')).toBe(true);
  await expect(reader.query('select * from reports.crate')).rejects.toThrow(/does not exist/);
  await story.engine.pool.query(`drop owned by ${name}; drop role ${name}`);
});
