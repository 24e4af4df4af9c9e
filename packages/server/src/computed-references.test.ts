import { randomUUID } from 'node:crypto';
import { startWorker } from '@nonet/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

/** 3, 4, 6, 7: a computed reference can be followed like a stored one, in every place for a path. */

let shop: TestServer;
let ann: string;
let ben: string;
const BEN = randomUUID();
/** The records of the next test: a box and its spare, a rack in it, and three consecutive things on it. */
let ids: Record<'box' | 'spare' | 'rack' | 'first' | 'second' | 'third', string>;
let round = 0;

beforeAll(async () => {
  shop = await serve(planFrom('computed-references.md'));
  ann = await join(shop, 'ann@example.com', ['clerk']);
  ben = await join(shop, 'ben@example.com', [], BEN);
});
afterAll(() => shop?.close());

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown, cookie = ann) {
  const headers: Record<string, string> = method === 'GET' || method === 'POST' ? {} : { 'if-match': '*' };
  return shop.ask(method, url, { cookie, headers, ...(body === undefined ? {} : { body }) });
}

async function made(path: string, body: object): Promise<string> {
  const answer = await ask('POST', `/api/${path}`, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

const read = async (path: string, id: string) =>
  (await ask('GET', `/api/${path}/${id}`)).json<Record<string, unknown>>();
const fire = (event: string, id = ids.first, cookie = ann, body: object = {}) =>
  ask('POST', `/api/things/${id}/${event}`, body, cookie);

beforeEach(async () => {
  round += 1;
  const box = await made('boxes', { name: `Box ${round}`, keeper: BEN });
  const spare = await made('boxes', { name: `Box ${round} spare` });
  const rack = await made('racks', { name: `Rack ${round}`, box });
  const thing = (name: string, next: string) =>
    made('things', { title: `${name} ${round}`, rack, next_title: `${next} ${round}`, parts: [{ label: 'screw' }] });
  ids = {
    box,
    spare,
    rack,
    first: await thing('First', 'Second'),
    second: await thing('Second', 'Third'),
    third: await thing('Third', 'Fourth'),
  };
});

describe('an effect through a computed reference', () => {
  test.each([
    ['wake_next', 'things', 'second', { status: 'woken' }],
    ['wake_after_next', 'things', 'third', { status: 'woken' }],
    ['wake_box', 'things', 'third', { status: 'woken' }],
    ['wake_first', 'things', 'second', { status: 'woken' }],
    ['fill', 'boxes', 'box', { touched: 1 }],
    ['fill_next', 'boxes', 'box', { touched: 7 }],
    ['fill_next', 'things', 'second', { count: 3 }],
    ['seal_spare', 'boxes', 'spare', { status: 'sealed', touched: 10 }],
  ] as const)('%s changes what it leads to', async (event, path, changed, expected) => {
    const answer = await fire(event);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await read(path, ids[changed])).toMatchObject(expected);
  });

  test('a create takes values from it, and a `for` goes over its lists', async () => {
    expect((await fire('note', ids.first, ann, { more: 'x' })).statusCode).toBe(200);
    const notes = async () =>
      (await ask('GET', `/api/notes?thing=${ids.second}`)).json<{ items: Record<string, unknown>[] }>().items;
    expect(await notes()).toMatchObject([{ says: `Second ${round}`, seen_by: BEN, box: ids.box }]);
    expect((await fire('mark_notes')).statusCode).toBe(200);
    expect(await notes()).toMatchObject([{ says: 'seen' }]);
    expect((await fire('seal_of_notes', ids.second)).statusCode).toBe(200);
    expect(await read('boxes', ids.box)).toMatchObject({ status: 'sealed', touched: 10 });
  });

  test('an event that asks for a child reaches what each child leads to', async () => {
    const answer = await fire('part', ids.first, ann, { parts: { label: 'nut' } });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ parts: [{ used: 1 }, { used: 1 }] });
    expect(await read('boxes', ids.box)).toMatchObject({ touched: 2 });
  });

  test('a delete takes away what it leads to, or is refused where something restricts', async () => {
    expect((await fire('scratch')).statusCode).toBe(200);
    expect((await ask('GET', `/api/things/${ids.second}`)).statusCode).toBe(404);
    expect((await fire('throw_out')).json()).toMatchObject({ code: 'IN_USE' });
  });

  test('one that leads nowhere is refused as any other', async () => {
    expect((await fire('scratch', ids.third)).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await fire('wake_next', ids.third)).statusCode).toBe(200);
  });

  test('a timer fires at a time that it leads to', async () => {
    const worker = startWorker(shop.engine, { onFault: (error) => expect.unreachable(String(error)) });
    const ago = await ask('PATCH', `/api/boxes/${ids.box}`, { day: '2020-01-01' });
    expect(ago.statusCode, ago.body).toBe(200);
    await worker.settle();
    await worker.stop();
    expect(await read('things', ids.first)).toMatchObject({ status: 'late' });
    expect(await read('boxes', ids.box)).toMatchObject({ touched: 99 });
  });
});

describe('permissions by a computed reference', () => {
  test.each([
    ['boss_wakes', 'a field that refers to a User'],
    ['warden_wakes', 'a role that is held through it'],
  ])('%s: %s', async (event) => {
    const can = (await ask('GET', `/api/things/${ids.first}/can`, undefined, ben)).json();
    expect(can.events[event]).toMatchObject({ may: true });
    const stranger = await join(shop, `${event}-${round}@example.com`);
    expect((await fire(event, ids.first, stranger)).statusCode).toBe(404);
    const answer = await fire(event, ids.first, ben);
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'woken']);
    expect((await ask('GET', `/api/things?can=${event}`, undefined, ben)).statusCode).toBe(200);
  });

  test('a cell `as` it, and one that reads through it', async () => {
    const own = (await ask('GET', `/api/notes?count=exact`, undefined, ben)).json();
    const note = await made('notes', { thing: ids.first, says: 'hello' });
    expect((await ask('GET', '/api/notes?count=exact', undefined, ben)).json().count).toBe(own.count + 1);
    expect((await ask('PATCH', `/api/notes/${note}`, { says: 'mine' }, ben)).statusCode).toBe(403);
    const can = (await ask('GET', `/api/things/${ids.first}/can`, undefined, ben)).json();
    expect(can.fields).toContain('rack');
  });
});

describe('reading through a computed reference', () => {
  test.each([
    ['filters', 'box={box}', 3],
    ['filters on its fields', 'box.name=Box {round}', 3],
    ['filters on a further one', 'next_one.box.name=Box {round}', 2],
    ['filters by who', `boss=${BEN}&box={box}`, 3],
    ['filters by the record itself', 'next_one={second}', 1],
    ['searches, with its screen', 'screen=things&q=Box {round}', 3],
    ['narrows a picker', 'for=Thing.twin&this.box={box}', 3],
  ])('%s', async (_, query, count) => {
    const asked = query
      .replaceAll('{box}', ids.box)
      .replaceAll('{second}', ids.second)
      .replaceAll('{round}', String(round));
    const answer = await ask('GET', `/api/things?count=exact&${asked.replaceAll(' ', '%20')}`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().count).toBe(count);
  });

  test('orders, pages, expands and titles', async () => {
    const page = async (more: string) =>
      (await ask('GET', `/api/things?box=${ids.box}&order=-next_one.title,box.name&limit=2${more}`)).json();
    const first = await page('&expand=box,next_one,boss');
    expect(first.items.map((item: { title: string }) => item.title)).toEqual([`Second ${round}`, `First ${round}`]);
    expect(first.items[1]).toMatchObject({
      _title: `First ${round} in Box ${round}`,
      box: { name: `Box ${round}` },
      next_one: { title: `Second ${round}` },
      boss: { email: 'ben@example.com' },
    });
    const second = await page(`&cursor=${encodeURIComponent(first.next)}`);
    expect(second.items.map((item: { title: string }) => item.title)).toEqual([`Third ${round}`]);
  });

  test('groups tiles, and lists the records of a group', async () => {
    const { tiles } = (await ask('GET', '/api/-/dashboards/figures')).json();
    for (const tile of tiles) {
      const label = tile.name === 'By boss' ? 'ben@example.com' : `Box ${round}`;
      expect(JSON.stringify(tile.groups), tile.name).toContain(tile.name === 'By boss' ? BEN : label);
      const [group] = tile.groups;
      const url = `/api/things?screen=things&count=exact&tile=${tile.clause}&tile.group=${encodeURIComponent(group.key)}`;
      const behind = await ask('GET', url);
      expect(behind.statusCode, behind.body).toBe(200);
    }
  });

  test('exports, and shows its history', async () => {
    expect((await fire('wake')).statusCode).toBe(200);
    const history = await ask('GET', `/api/things/${ids.first}/history`, undefined, ben);
    expect(history.statusCode, history.body).toBe(200);
    expect(history.json().map(({ action }: { action: string }) => action)).toEqual(['wake', 'create']);
  });
});

describe('writing where a computed reference decides', () => {
  test('`among` admits what agrees with it alone', async () => {
    const write = (twin: string) => ask('PATCH', `/api/things/${ids.first}`, { twin });
    expect((await write(ids.second)).statusCode).toBe(200);
    const elsewhere = await made('racks', { name: `Other ${round}`, box: ids.spare });
    const stranger = await made('things', { title: `Stranger ${round}`, rack: elsewhere, parts: [] });
    expect((await write(stranger)).json()).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('a rule reads through it, and its message does', async () => {
    await shop.engine.pool.query('update product.box set touched = 99 where id = $1', [ids.box]);
    expect((await fire('fill')).json()).toMatchObject({
      code: 'FULL',
      detail: `Box ${round} is full of Second ${round}.`,
    });
  });

  test('it is never written itself', async () => {
    expect((await ask('PATCH', `/api/things/${ids.first}`, { box: ids.spare })).json()).toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'box' }],
    });
  });
});

describe('exact calls through a computed reference', () => {
  const first = () => ({
    title: `First ${round}`,
    rack: { name: `Rack ${round}` },
    box: { name: `Box ${round}`, touched: 0 },
    boxName: `Box ${round}`,
    nextTitle: `Second ${round}`,
    boss: 'ben',
  });

  test('shapes show it', async () => {
    const answer = await ask('GET', `/exact/things/First%20${round}`);
    expect(answer.json()).toEqual({ thing: first() });
    const next = await ask('GET', `/exact/things/First%20${round}/next`);
    expect(next.json()).toMatchObject({ next: { title: `Second ${round}`, boxName: `Box ${round}` } });
    expect((await ask('GET', `/exact/things/Third%20${round}/next`)).json()).toEqual({ next: null });
  });

  test('lists search and order by it, and filter by it', async () => {
    const listed = await ask('GET', `/exact/things?q=Box%20${round}&limit=2`);
    expect(listed.json()).toMatchObject({ things: [first(), { title: `Second ${round}` }], count: 3 });
    const boxed = await ask('GET', `/exact/boxed?box=Box%20${round}&next=Third%20${round}`);
    expect(boxed.json()).toEqual({ titles: [`Second ${round}`, `Third ${round}`] });
  });

  test('events and creates answer with it, and a body never sets it', async () => {
    expect((await ask('POST', `/exact/things/First%20${round}/fill`)).json()).toMatchObject({
      thing: { box: { touched: 1 } },
    });
    const made = await ask('POST', '/exact/things', { title: `Made ${round}`, rack: { name: `Rack ${round}` } });
    expect([made.statusCode, made.json().thing.boxName]).toEqual([201, `Box ${round}`]);
    const wrong = await ask('POST', '/exact/things', { title: `Wrong ${round}`, boxName: 'x' });
    expect(wrong.statusCode, wrong.body).toBe(400);
  });

  test('made calls are built from it', async () => {
    await made('notes', { thing: ids.second, says: 'about it' });
    expect((await fire('wake')).statusCode).toBe(200);
    const { rows } = await shop.engine.pool.query<{ request: unknown }>(
      'select request from nonet.outbound_call where record = $1',
      [ids.first],
    );
    expect(JSON.stringify(rows[0]?.request)).toContain(`Second ${round}`);
  });
});
