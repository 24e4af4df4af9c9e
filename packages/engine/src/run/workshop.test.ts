import { message } from '@nonet/language';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, planOfExample, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';

let story: Story;
let cora: Actor;
let max: Actor;
let olga: Actor;
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/workshop.md', import.meta.url), 'utf8')));
  [cora, max, olga] = (await Promise.all(
    ['cora', 'max', 'olga'].map((name) => story.actor(`${name}@example.com`)),
  )) as [Actor, Actor, Actor];
});
afterAll(() => story.end());

const bikeOf = async (more: object = {}) =>
  (await story.engine.create(cora, 'Bike', { name: 'Blue', ...more }, none)).record;
const request = (bike: string, more: object = {}) =>
  story.engine.fire(cora, 'Job', null, 'request', { bike, wish: 'New tyres', ...more }, none);
const fire = (actor: Actor, id: string, event: string, body: unknown = {}, entity = 'Job') =>
  story.engine.fire(actor, entity, id, event, body, none);
const job = async () => (await request((await bikeOf()).id)).record;
const all = async (sql: string, ...values: unknown[]) => (await story.engine.pool.query(sql, values)).rows;

describe('an event from new', () => {
  test('creates, with its effects and its history', async () => {
    const record = await job();
    expect(record).toMatchObject({ status: 'asked', wish: 'New tyres' });
    expect(await all('select says, status from product.note where job = $1', record.id)).toEqual([
      { says: 'asked for New tyres', status: 'fresh' },
    ]);
    expect(await story.engine.history(cora, 'Job', record.id)).toMatchObject([
      { action: 'request', clause: '4.Job.status.request', from: null, to: 'asked' },
    ]);
    expect((await story.engine.hits()).get('5.W2')).toBe(1);
  });

  test('refuses by its guard, in words on the record that would have been', async () => {
    const bike = await bikeOf({ name: 'Red', stolen: true });
    expect(await refusalOf(request(bike.id))).toMatchObject({ code: 'STOLEN', message: 'Red was stolen.' });
    expect(await refusalOf(request(bike.id, { wish: null }))).toMatchObject({
      code: 'REQUIRED',
      message: "This can't be left out.",
    });
  });

  test('names only records that its actor may read', async () => {
    const other = await story.engine.create(max, 'Bike', { name: 'Green' }, none);
    const refused = { code: 'INVALID', errors: [{ field: 'bike', message: message('missing', { label: 'Bike' }) }] };
    expect(await refusalOf(request(other.record.id))).toMatchObject(refused);
    expect(await refusalOf(request('01a1fe53-d485-7543-a419-16eb0e144a18'))).toMatchObject(refused);
  });

  test('a create that no cell decides is not specified', async () => {
    expect((await refusalOf(story.engine.create(max, 'Job', {}, none))).code).toBe('NOT_SPECIFIED');
    expect((await refusalOf(story.engine.create(cora, 'Job', {}, none))).code).toBe('FORBIDDEN');
  });
});

test('a reference is narrowed by the roles of the user that it names', async () => {
  expect(await bikeOf({ serviced_by: max.userId })).toMatchObject({ serviced_by: max.userId });
  expect(await refusalOf(bikeOf({ serviced_by: cora.userId }))).toMatchObject({
    code: 'NOT_ALLOWED',
    clause: '3.Bike.serviced_by',
  });
  const filtered = async (value: string) =>
    (await story.engine.list(cora, 'Bike', { ...WHOLE_LIST, filters: [{ key: 'serviced_by.roles', value }] })).items;
  expect(await filtered('mechanic')).not.toEqual([]);
  expect(await filtered('chief')).toEqual([]);
});

describe('rows of one event', () => {
  test('are tried in order, by actor and guard', async () => {
    const first = await job();
    expect(await refusalOf(fire(max, first.id, 'plan', { hours: '12.5' }))).toMatchObject({
      code: 'TOO_LONG_A_JOB',
      message: '12.50 hours are too many for Blue.',
    });
    expect((await fire(olga, first.id, 'plan', { hours: '12.5' })).record).toMatchObject({
      status: 'planned',
      reviewed: true,
      hours: '12.50',
    });
    expect((await fire(max, (await job()).id, 'plan')).record).toMatchObject({
      status: 'planned',
      reviewed: false,
      hours: null,
    });
    expect(await refusalOf(fire(olga, first.id, 'open_question'))).toMatchObject({
      code: 'NOT_SPECIFIED',
      status: 501,
      clause: '4.Job.status.open_question.when',
    });
  });

  test('inputs decide and are not stored; effects reach other records', async () => {
    const record = await job();
    await fire(max, record.id, 'plan', { hours: 2 });
    expect((await refusalOf(fire(max, record.id, 'finish', { hours: 6 }))).code).toBe('REQUIRED');
    expect((await refusalOf(fire(max, record.id, 'finish', { hours: 6, really: 'yes' }))).code).toBe('INVALID');
    expect((await refusalOf(fire(max, record.id, 'finish', { hours: 6, really: false }))).code).toBe('NOT_REALLY');
    const [before] = await all('select balance from product."user" where email = $1', 'cora@example.com');
    expect((await fire(max, record.id, 'finish', { hours: 6, really: true })).record).toMatchObject({
      status: 'done',
      remark: 'done',
      hours: '6.00',
    });
    const [after] = await all('select balance from product."user" where email = $1', 'cora@example.com');
    expect(after.balance).toBe(before.balance + 1);
  });

  test('events fire others as the product itself, and any failure undoes all', async () => {
    const record = await job();
    const [note] = await all('select id from product.note where job = $1', record.id);
    expect((await fire(max, note.id, 'see', {}, 'Note')).record.status).toBe('seen');
    const history = (await story.engine.history(cora, 'Job', record.id)) as { action: string; by: unknown }[];
    expect(history[0]).toMatchObject({ action: 'touch', by: null });

    await story.engine.create(max, 'Note', { job: record.id, says: 'more' }, none);
    await fire(max, record.id, 'plan');
    expect((await refusalOf(fire(max, record.id, 'finish', { hours: 1, really: true }))).code).toBe('MANY_NOTES');
    expect(await all('select status, hours from product.job where id = $1', record.id)).toEqual([
      { status: 'planned', hours: null },
    ]);
  });
});

describe('fields', () => {
  test('with `when` are empty where it does not hold', async () => {
    expect(await bikeOf({ police_report: 'Report 7' })).toMatchObject({ police_report: null });
    expect(await bikeOf({ stolen: true, police_report: 'Report 7' })).toMatchObject({ police_report: 'Report 7' });
  });

  test('`among` narrows what is newly chosen', async () => {
    const stolen = await bikeOf({ stolen: true });
    const { id } = await job();
    expect(
      (await refusalOf(story.engine.update(max, 'Job', id, { bike: stolen.id }, { ifMatch: '*' }))).errors,
    ).toMatchObject([{ field: 'bike' }]);
  });

  test('`once` and `by system` are not set by people; rows of their own decide about fields', async () => {
    const bike = await bikeOf();
    expect(bike.holder).toBe(cora.userId);
    expect(
      (await refusalOf(story.engine.update(cora, 'Bike', bike.id, { holder: max.userId }, { ifMatch: '*' }))).code,
    ).toBe('INVALID');
    const { id } = await job();
    expect(
      (await story.engine.update(olga, 'Job', id, { remark: 'Mind the chain' }, { ifMatch: '*' })).record.remark,
    ).toBe('Mind the chain');
    expect((await refusalOf(story.engine.update(max, 'Job', id, { remark: 'x' }, { ifMatch: '*' }))).status).toBe(400);
    expect((await refusalOf(story.engine.update(olga, 'Job', id, { wish: 'Paint' }, { ifMatch: '*' }))).status).toBe(
      400,
    );
  });

  test('a rule may read the record before', async () => {
    const { id } = await job();
    const update = (estimate: number) => story.engine.update(max, 'Job', id, { estimate }, { ifMatch: '*' });
    expect((await update(3)).record.estimate).toBe(3);
    expect(await refusalOf(update(2))).toMatchObject({ code: 'LESS', errors: [{ field: 'estimate' }] });
    expect((await update(4)).record.estimate).toBe(4);
  });
});

test('a choice in a title shows its label', async () => {
  const { id } = await job();
  const { record } = await story.engine.create(max, 'Part', { job: id, what: 'Bell', grade: 'brand_new' }, none);
  expect(record).toMatchObject({ _title: 'Bell, As new', grade: 'brand_new' });
});

test('a file that an event asks for is judged as in any other body', async () => {
  const picture = [Buffer.from('no picture')];
  const text = await story.engine.storeFile(max, picture, 'photo.png');
  const others = await story.engine.storeFile(cora, picture, 'photo.png');
  const { id } = await job();
  expect(await refusalOf(fire(max, id, 'touch', { photo: text.id }))).toMatchObject({
    code: 'INVALID',
    errors: [{ field: 'photo', message: message('fileType', { label: 'Photo', types: ['png'], file: 'photo.png' }) }],
  });
  expect(await refusalOf(fire(max, id, 'touch', { photo: others.id }))).toMatchObject({
    errors: [{ field: 'photo', message: message('noUpload', { label: 'Photo' }) }],
  });
});

test('deleting restricts, cascades and clears', async () => {
  const record = await job();
  const part = await story.engine.create(max, 'Part', { job: record.id, what: 'Tyre' }, none);
  expect(part.record.price).toBe('5.00');
  expect(await refusalOf(story.engine.delete(olga, 'Job', record.id, { ifMatch: '*' }))).toMatchObject({
    code: 'IN_USE',
    status: 409,
  });
  await story.engine.delete(max, 'Part', part.record.id, { ifMatch: part.etag });
  await story.engine.delete(olga, 'Bike', String(record.bike), { ifMatch: '*' });
  expect(await all('select count(*)::int as n from product.job where id = $1', record.id)).toEqual([{ n: 0 }]);
  expect(await all('select count(*)::int as n from product.note where job = $1', record.id)).toEqual([{ n: 0 }]);
});

test('a document that states nothing allows nothing', async () => {
  const open = await startStory(planOfExample('undetermined'));
  expect(await refusalOf(open.engine.create(max, 'Anything', {}, none))).toMatchObject({
    code: 'NOT_SPECIFIED',
    clause: '3',
  });
  expect((await refusalOf(open.engine.fire(max, 'Anything', null, 'go', {}, none))).code).toBe('NOT_SPECIFIED');
  await open.end();
});
