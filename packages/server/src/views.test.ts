import type { SavedViewView } from '@nonet/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createEngine } from '@nonet/engine';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = readFileSync(new URL('./fixtures/rooms.md', import.meta.url), 'utf8');
const BY_STATUS = { rows: 'status', columns: 'month(day)', measures: ['count', 'max(day)'] };
const EMPTY = { filters: {}, search: null, order: null, columns: null, page_size: null };

let rooms: TestServer;
let hana: string;
let carl: string;
let open: string;
let lab: string;

beforeAll(async () => {
  rooms = await serve(planFrom('rooms.md'));
  hana = await join(rooms, 'hana@example.com', ['head', 'clerk']);
  carl = await join(rooms, 'carl@example.com', ['clerk']);
  const room = async (body: object) => (await rooms.ask('POST', '/api/rooms', { cookie: hana, body })).json().id;
  open = await room({ name: 'Blue room' });
  lab = await room({ name: 'Laboratory 7', secret_lab: true });
});
afterAll(() => rooms?.close());

const write = (cookie: string | undefined, method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  rooms.ask(method, url, { ...(cookie ? { cookie } : {}), ...(body ? { body } : {}) });

async function save(cookie: string, view: object): Promise<SavedViewView> {
  const answer = await write(cookie, 'POST', '/api/-/views', { screen: 'bookings', ...view });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function views(cookie: string): Promise<SavedViewView[]> {
  const answer = await rooms.ask('GET', '/api/-/views', { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const named = async (cookie: string, name: string) => (await views(cookie)).find((view) => view.name === name);

describe('a saved view', () => {
  test('is its maker’s alone until it is shared, and is changed and deleted by nobody else', async () => {
    const state = { ...EMPTY, filters: { status: 'asked', 'price.gte': '10' }, search: 'party', order: '-price,day' };
    const view = await save(hana, { name: ' Dear ones ', state: { ...state, columns: ['price', 'subject'] } });
    expect(view).toMatchObject({ name: 'Dear ones', role: null, own: true, reduced: false, opens: true });
    expect(await named(hana, 'Dear ones')).toEqual(view);
    expect(await named(carl, 'Dear ones')).toBeUndefined();
    const url = `/api/-/views/${view.id}`;
    expect((await write(carl, 'PATCH', url, { name: 'Mine' })).statusCode).toBe(404);
    expect((await write(carl, 'DELETE', url)).statusCode).toBe(404);
    const renamed = await write(hana, 'PATCH', url, { name: 'Dearest', state: { ...state, page_size: 'all' } });
    expect(renamed.json()).toMatchObject({ name: 'Dearest', state: { ...state, columns: null, page_size: 'all' } });
    expect((await write(hana, 'DELETE', url)).statusCode).toBe(204);
    expect(await named(hana, 'Dearest')).toBeUndefined();
  });

  test('opens without what its reader may not read, and says so', async () => {
    await save(hana, {
      name: 'Shared',
      role: 'clerk',
      state: {
        filters: { 'price.gte': '1234.5', room: lab, 'asked_at.gte': '2026-11-21', 'subject.contains': 'party' },
        search: null,
        order: 'price,-day',
        columns: ['subject', 'price'],
        page_size: 50,
      },
    });
    const answer = await rooms.ask('GET', '/api/-/views', { cookie: carl });
    expect(answer.body).not.toMatch(new RegExp(`price|1234|${lab}`));
    expect(await named(carl, 'Shared')).toMatchObject({
      own: false,
      role: 'clerk',
      reduced: true,
      state: {
        filters: { 'asked_at.gte': '2026-11-21', 'subject.contains': 'party' },
        order: '-day',
        columns: ['subject'],
      },
    });
    expect(await named(hana, 'Shared')).toMatchObject({ own: true, reduced: false });
    await save(hana, { name: 'Of the blue room', role: 'clerk', state: { ...EMPTY, filters: { room: open } } });
    expect(await named(carl, 'Of the blue room')).toMatchObject({ reduced: false, state: { filters: { room: open } } });
  });

  test('shows a report, without the measures that its reader may not read', async () => {
    const report = { rows: 'status', columns: 'month(day)', measures: ['sum(price)', 'count'] };
    const view = await save(hana, { name: 'Prices by month', role: 'clerk', state: { ...EMPTY, report } });
    expect(view).toMatchObject({ reduced: false, state: { report } });
    expect(await named(carl, 'Prices by month')).toMatchObject({
      reduced: true,
      state: { report: { ...report, measures: ['count'] } },
    });
  });

  test('of a list that its reader may not open does not exist for them', async () => {
    await save(hana, { screen: 'prices', name: 'Prices', role: 'clerk', state: EMPTY });
    expect(await named(carl, 'Prices')).toBeUndefined();
    expect(await named(hana, 'Prices')).toMatchObject({ opens: true });
  });

  test('goes with the role of its reader, and with its maker', async () => {
    const roles = (list: string) =>
      rooms.engine.pool.query(`update product."user" set roles = $1 where email = 'carl@example.com'`, [list]);
    await roles('{}');
    expect(await named(carl, 'Shared')).toBeUndefined();
    await roles('{clerk}');
    const gone = await join(rooms, 'gone@example.com', ['clerk']);
    await save(gone, { name: 'Of one who left', role: 'clerk', state: EMPTY });
    expect(await named(carl, 'Of one who left')).toBeDefined();
    await rooms.engine.pool.query(`delete from product."user" where email = 'gone@example.com'`);
    expect(await named(carl, 'Of one who left')).toBeUndefined();
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'x', role: 'head' }, 'role'],
    [{ name: 'x', role: 'nobody' }, 'role'],
    [{ screen: 'prices', name: 'x' }, 'screen'],
    [{ screen: 'board', name: 'x' }, 'screen'],
    [{ screen: 'no_such', name: 'x' }, 'screen'],
    [{ name: 'x', state: { filters: { 'price.gte': '1' } } }, 'state.price.gte'],
    [{ name: 'x', state: { filters: { nonsense: '1' } } }, 'state.nonsense'],
    [{ name: 'x', state: { filters: { status: 'gone' } } }, 'state.status'],
    [{ name: 'x', state: { filters: { created_by: 'x' } } }, 'state.created_by'],
    [{ name: 'x', state: { order: '-price' } }, 'state.order'],
    [{ name: 'x', state: { columns: ['price'] } }, 'state.columns'],
    [{ name: 'x', state: { colour: 'red' } }, 'state.colour'],
    [{ name: 'x', state: { page_size: 0 } }, 'state.page_size'],
    [{ name: 'x', state: { filters: [] } }, 'state.filters'],
    [{ name: 'x', state: { report: { rows: 'status' } } }, 'state.report'],
    [{ name: 'x', state: { report: { ...BY_STATUS, as: 'pie' } } }, 'state.report'],
    [{ name: 'x', state: { report: { ...BY_STATUS, rows: 'price' } } }, 'state.report'],
    [{ name: 'x', state: { report: { ...BY_STATUS, measures: ['sum(price)'] } } }, 'state.report'],
    [{ name: 'x', owner: 'carl' }, 'owner'],
    [{ name: 7 }, 'name'],
  ])('is not made of %j', async (body, field) => {
    const answer = await write(carl, 'POST', '/api/-/views', { screen: 'bookings', state: EMPTY, ...body });
    expect([answer.statusCode, answer.json().errors.map((each: { field: string }) => each.field)]).toEqual([
      400,
      [field],
    ]);
  });

  test('names a hidden record as little as an unknown one', async () => {
    const tried = async (room: string) => {
      const answer = await write(carl, 'POST', '/api/-/views', {
        screen: 'bookings',
        name: 'Guess',
        state: { ...EMPTY, filters: { room } },
      });
      return [answer.statusCode, answer.json().errors];
    };
    expect(await tried(lab)).toEqual(await tried('01a1fe63-0000-7000-8000-000000000000'));
  });

  test('has a unique name on its list, and a person has a limited number of views', async () => {
    const full = await join(rooms, 'full@example.com', ['clerk']);
    const statuses: number[] = [];
    for (let count = 0; count < 101; count += 1)
      statuses.push(
        (await write(full, 'POST', '/api/-/views', { screen: 'bookings', name: `View ${count}`, state: EMPTY }))
          .statusCode,
      );
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    await save(carl, { name: 'Once', state: EMPTY });
    const again = await write(carl, 'POST', '/api/-/views', { screen: 'bookings', name: 'Once', state: EMPTY });
    expect([again.statusCode, again.json().errors[0].field]).toEqual([400, 'name']);
  });

  test('is for people who are signed in', async () => {
    expect((await rooms.ask('GET', '/api/-/views')).statusCode).toBe(401);
    const token = (await write(carl, 'POST', '/api/-/tokens', { name: 'program' })).json().token;
    const headers = { authorization: `Bearer ${token}` };
    expect((await rooms.ask('GET', '/api/-/views', { headers })).statusCode).toBe(403);
  });

  test('is described to who may keep one', async () => {
    const described = (await rooms.ask('GET', '/api/openapi.json', { cookie: carl })).json();
    expect(await new Validator().validate(structuredClone(described))).toMatchObject({ valid: true });
    expect(described.components.schemas['savedView.create'].properties.screen.enum).toEqual(['bookings']);
    expect((await rooms.ask('GET', '/api/openapi.json')).json().paths).toEqual({});
  });

  test('outlives a change of the document, by the new names and without what went', async () => {
    const state = { ...EMPTY, filters: { status: 'asked', 'day.gte': '2026-01-01' }, order: '-day', columns: ['day'] };
    await save(hana, { name: 'Report over time', state: { ...EMPTY, group: 'month(day)', report: BY_STATUS } });
    await save(hana, { name: 'Over time', state: { ...state, filters: { ...state.filters, 'price.lte': '5' } } });
    await save(hana, { screen: 'prices', name: 'Of what goes', state: EMPTY });
    const changed = DOCUMENT.replace('| asked | initial | |', '| wanted | initial | | asked |')
      .replace('| confirmed | final | |', '| confirmed | final | | |')
      .replace(
        '| state | kind | meaning |\n| --- | --- | --- |',
        '| state | kind | meaning | was |\n| --- | --- | --- | --- |',
      )
      .replace('| confirm | asked |', '| confirm | wanted |')
      .replace('| day | date | | |', '| date | date | was day | |')
      .replaceAll(', day,', ', date,')
      .replace('filters | subject, room, price, ', 'filters | subject, room, ')
      .replace(/### Prices[\s\S]*?(?=## 3)/, '### Gone\n\n| screen |\n| --- |\n| Prices |\n\n');
    const plan = planFrom('rooms.md', changed);
    const engine = await createEngine({ plan, pool: rooms.engine.pool });
    rooms.product.replace({ engine });
    expect(await named(hana, 'Over time')).toMatchObject({
      reduced: true,
      state: { filters: { status: 'wanted', 'date.gte': '2026-01-01' }, order: '-date', columns: ['date'] },
    });
    expect(await named(hana, 'Report over time')).toMatchObject({
      reduced: false,
      state: {
        group: 'month(date)',
        report: { ...BY_STATUS, columns: 'month(date)', measures: ['count', 'max(date)'] },
      },
    });
    expect(await named(hana, 'Of what goes')).toBeUndefined();
  });
});
