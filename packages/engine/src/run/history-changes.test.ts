import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveHistory } from '../archive/archive-history.ts';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';

/** The fields of a usual record: some texts, numbers, a date, a reference, a state, a secret. */
const FIELDS =
  'code | text | optional; subject | text | optional; description | long text | optional; priority | enum(low, high) | default low; due | date | optional; ' +
  'effort | decimal(8, 2) | optional; points | integer | optional; maker | Maker | optional; stage | state |; pin | secret | optional';
const PERMISSIONS = `
### Permissions

#### Part

| may | anybody |
| --- | --- |
| read, create, update, delete, restore, history | yes |

#### Maker

| may | anybody |
| --- | --- |
| read | yes |
`;
const DOCUMENT = `${partsDocument({
  fields: FIELDS,
  settings: 'delete | soft; history | kept',
  states: 'open | initial; done | final',
})}${PERMISSIONS}`;

const anybody = { userId: null, roles: [] };
const none = { ifMatch: '*' };

interface Whole {
  readonly action: string;
  readonly from_state: string | null;
  readonly to_state: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

let story: Story;
beforeAll(async () => {
  story = await startStory(planOfDocument(DOCUMENT));
});
afterAll(() => story.end());

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await story.engine.pool.query<Row & Record<string, unknown>>(text, values)).rows;
}

const VALUES = {
  name: 'Part',
  code: 'T-123456',
  subject: 'Ticket about part 7717 of order 104729',
  description: 'It does not work as it did. '.repeat(4),
  due: '2026-12-24',
  effort: '12.50',
  points: 12,
};
let made = 0;
async function create(): Promise<string> {
  made += 1;
  const fields = { ...VALUES, name: `Part ${made}`, pin: '1234' };
  return (await story.engine.create(anybody, 'Part', fields, none)).record.id;
}

const update = (id: string, values: object) => story.engine.update(anybody, 'Part', id, values, none);

/** The record as its history keeps it: no secret in it. */
async function record(id: string): Promise<Whole['after']> {
  const [row] = await query<{ record: Whole['after'] }>(
    "select to_jsonb(p) - 'pin' as record from product.part p where id = $1",
    [id],
  );
  return row?.record ?? null;
}

const entries = (id: string) =>
  query<Whole>('select action, from_state, to_state, before, after from nonet.history_of($1)', [id]);

/** Whether the entries of a record, in their order, keep its state before them whole. */
const keptWhole = async (id: string) =>
  (
    await query<{ is_whole: boolean }>(
      'select before is not null as is_whole from nonet.history where record = $1 order by id',
      [id],
    )
  ).map(({ is_whole }) => is_whole);

test('an update of one field costs at most half of its row', async () => {
  const id = await create();
  for (const priority of ['high', 'low']) await update(id, { priority });
  const sizes = await query<{ ratio: string }>(
    `select pg_column_size(h.*)::numeric / (select pg_column_size(p.*) from product.part p where p.id = h.record) as ratio
     from nonet.history h where record = $1 and action = 'update'`,
    [id],
  );
  expect(sizes).toHaveLength(2);
  for (const { ratio } of sizes) expect(Number(ratio)).toBeLessThanOrEqual(0.5);
});

test('each entry is read with the whole record before and after it', async () => {
  const id = await create();
  const states = [await record(id)];
  const does = [
    () => update(id, { priority: 'high' }),
    () => update(id, { points: null, effort: '7' }),
    () => update(id, { pin: '4321' }),
    () => story.engine.fire(anybody, 'Part', id, 'go', {}, none),
    () => story.engine.delete(anybody, 'Part', id, none),
    () => story.engine.restore(anybody, 'Part', id, none),
    () => update(id, { subject: 'Another one' }),
  ];
  for (const [place, act] of does.entries()) {
    await act();
    states.push(place === 4 ? null : await record(id));
  }
  const read = await entries(id);
  expect(read.map(({ action }) => action)).toEqual([
    'create',
    'update',
    'update',
    'update',
    'go',
    'delete',
    'restore',
    'update',
  ]);
  expect(read.map(({ after }) => after)).toEqual(states);
  expect(read.slice(1, 6).map(({ before }) => before)).toEqual(states.slice(0, 5));
  expect(read.map(({ from_state, to_state }) => [from_state, to_state])).toEqual([
    [null, 'open'],
    ['open', 'open'],
    ['open', 'open'],
    ['open', 'open'],
    ['open', 'done'],
    ['done', null],
    ['done', 'done'],
    ['done', 'done'],
  ]);
  // A record that was gone comes back whole; nothing else is kept twice.
  expect(await keptWhole(id)).toEqual([false, false, false, false, false, false, true, false]);
  const [{ text } = { text: '' }] = await query<{ text: string }>(
    'select string_agg(h::text, $2) as text from nonet.history h where record = $1',
    [id, ' '],
  );
  expect(text).not.toContain('"pin"');
});

test('what was changed without an entry is no change of the next one', async () => {
  const id = await create();
  await update(id, { priority: 'high' });
  await query("update product.part set code = 'by hand' where id = $1", [id]);
  const byHand = await record(id);
  await update(id, { points: 1 });
  const read = await entries(id);
  expect(read[1]?.after).toMatchObject({ code: 'T-123456', priority: 'high' });
  expect(read[2]?.before).toEqual(byHand);
  expect(read[2]?.after).toEqual(await record(id));
  expect(await keptWhole(id)).toEqual([false, false, true]);
});

test('entries of former programs stand among the others, and read them', async () => {
  const id = await create();
  const before = await record(id);
  const after = { ...before, code: 'former', version: 2 };
  await query("update product.part set code = 'former', version = 2 where id = $1", [id]);
  await query(
    `insert into nonet.history (entity, record, at, action, clause, from_state, to_state, before, after)
     values ('Part', $1, now(), 'update', '6.Part.update', 'open', 'open', $2, $3)`,
    [id, before, after],
  );
  await update(id, { points: 1 });
  await update(id, { points: 2 });
  const read = await entries(id);
  expect(read.map((entry) => entry.after?.['code'])).toEqual(['T-123456', 'former', 'former', 'former']);
  expect(read[3]?.after).toEqual(await record(id));
  expect(await keptWhole(id)).toEqual([false, true, true, false]);
  const asFormer = await query<Whole>(
    `select h.action, h.from_state, h.to_state, h.before, h.after
     from nonet.history kept cross join lateral nonet.by_new_names(kept) h where kept.record = $1 order by h.id`,
    [id],
  );
  expect(asFormer).toEqual(read);
});

test('an entry stands behind those before it, also where a clock has gone back', async () => {
  const id = await create();
  await update(id, { priority: 'high' });
  await query(
    "update nonet.history set id = 'ffffffff-ffff-7000-8000-00000000000f' where record = $1 and action = 'update'",
    [id],
  );
  await update(id, { points: 1 });
  await update(id, { code: 'last' });
  const shown = (await entries(id)).map(({ after }) => [after?.['priority'], after?.['points'], after?.['code']]);
  expect(shown).toEqual([
    ['low', 12, 'T-123456'],
    ['high', 12, 'T-123456'],
    ['high', 1, 'T-123456'],
    ['high', 1, 'last'],
  ]);
  expect(await keptWhole(id)).toEqual([false, false, false, false]);
});

test('archived months are still read, and the next entry begins anew', async () => {
  const id = await create();
  await update(id, { priority: 'high' });
  await query("update nonet.history set at = '2024-02-29 23:59Z' where record = $1 and action = 'create'", [id]);
  await query("update nonet.history set at = '2024-03-01 00:00Z' where record = $1 and action = 'update'", [id]);
  const before = await entries(id);
  const archived = await archiveHistory(story.url, { keepMonths: 12 });
  expect(archived.moved).toMatchObject([
    { month: '2024-02', entries: 1 },
    { month: '2024-03', entries: 1 },
  ]);
  expect(await query('select from only nonet.history where record = $1', [id])).toEqual([]);
  expect(await entries(id)).toEqual(before);
  await update(id, { points: 1 });
  const after = await entries(id);
  expect(after.slice(0, 2)).toEqual(before);
  expect(after[2]).toMatchObject({ before: { points: 12, priority: 'high' }, after: await record(id) });
  expect(await keptWhole(id)).toEqual([false, false, true]);
  expect(await archiveHistory(story.url, { keepMonths: 12 })).toMatchObject({ moved: [], all: { length: 2 } });
});
