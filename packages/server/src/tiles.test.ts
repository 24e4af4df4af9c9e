import { readFileSync } from 'node:fs';
import type { DashboardView, PageView, TileView } from '@nonet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = readFileSync(new URL('../../testing/src/filled/parts.md', import.meta.url), 'utf8');

let store: TestServer;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  store = await serve(planFrom('parts.md', DOCUMENT));
  cookies['kim'] = await join(store, 'kim@example.com', ['clerk', 'keeper']);
  cookies['carl'] = await join(store, 'carl@example.com', ['clerk']);
  await store.engine.pool.query(`insert into product.maker (name, hidden) values ('Acme', false), ('Cobalt', true)`);
  await store.engine.pool.query(
    `insert into product.part (sku, name, kind, maker, stock, price, cost, added, retired)
     select 'P' || n, 'Part ' || n, (array['screw', 'tool', 'service'])[1 + n % 3], m.id, n % 8, n * 1.5, n, date '2026-01-15' + n, n % 5 = 0
     from generate_series(1, 40) n join product.maker m on m.hidden = (n % 2 = 0)`,
  );
});
afterAll(() => store?.close());

const tilesOf = async (actor: string): Promise<TileView[]> =>
  (await store.ask('GET', '/api/-/dashboards/overview', { cookie: cookies[actor] ?? '' })).json<DashboardView>().tiles;
async function behind(actor: string, query: Readonly<Record<string, string>>): Promise<PageView> {
  const url = `/api/parts?${new URLSearchParams({ ...query, count: 'exact', limit: '100' }).toString()}`;
  const answer = await store.ask('GET', url, { cookie: cookies[actor] ?? '' });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const sum = (page: PageView, field: string) => page.items.reduce((total, item) => total + Number(item[field] ?? 0), 0);

test('a tile is asked for alone, by its clause', async () => {
  const ask = (query: string, headers: Record<string, string> = {}) =>
    store.ask('GET', `/api/-/dashboards/overview${query}`, { cookie: cookies['kim'] ?? '', headers });
  const all = await tilesOf('kim');
  for (const tile of all)
    expect((await ask(`?${new URLSearchParams({ tile: tile.clause }).toString()}`)).json()).toEqual({ tiles: [tile] });
  expect((await ask('?tile=2.overview.tiles.none')).json()).toEqual({ tiles: [] });
  expect((await ask('?tiles=all')).statusCode).toBe(400);
  const soon = await ask('', { prefer: 'respond-async, wait=1' });
  expect([soon.headers['preference-applied'], soon.json()]).toEqual(['wait=1', { tiles: all }]);
  expect((await ask('', { prefer: 'wait=60' })).headers['preference-applied']).toBeUndefined();
});

describe.each(['kim', 'carl'])('the records of a tile, for %s', (actor) => {
  test('are as many as it counts, and amount to what it sums', async () => {
    for (const tile of await tilesOf(actor)) {
      expect(tile.list).toBe('parts');
      const groups = tile.groups ?? [{ key: undefined, value: tile.value }];
      for (const { key, value } of groups) {
        const group = key === undefined ? {} : { 'tile.group': key === null ? '' : String(key) };
        const page = await behind(actor, { screen: 'parts', tile: tile.clause, ...group });
        const shown =
          tile.name === 'Worth of the shelves'
            ? sum(page, 'price')
            : tile.name === 'By maker'
              ? sum(page, 'stock')
              : page.count;
        expect([tile.name, key, shown]).toEqual([tile.name, key, Number(value)]);
        expect(page.items).toHaveLength(page.count ?? 0);
      }
    }
  });
});

test('a list narrows them further, and its cursor stays with its tile', async () => {
  const tile = (await tilesOf('kim')).find(({ name }) => name === 'By kind')?.clause ?? '';
  const all = await behind('kim', { tile, 'tile.group': 'tool' });
  expect((await behind('kim', { tile, 'tile.group': 'tool', kind: 'screw' })).count).toBe(0);
  expect((await behind('kim', { tile, 'tile.group': 'no such kind' })).count).toBe(0);
  const ask = (query: string) => store.ask('GET', `/api/parts?tile=${tile}&${query}`, { cookie: cookies['kim'] ?? '' });
  const first = (await ask('tile.group=tool&limit=3')).json<PageView>();
  const cursor = encodeURIComponent(first.next ?? '');
  const next = (await ask(`tile.group=tool&limit=50&cursor=${cursor}`)).json<PageView>();
  expect([...first.items, ...next.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
  expect((await ask(`tile.group=screw&cursor=${cursor}`)).statusCode).toBe(400);
});

test('a tile that is not there, or not of these records, is refused alike', async () => {
  const { clause } = (await tilesOf('kim'))[0] ?? { clause: '' };
  for (const url of [`/api/makers?tile=${clause}`, '/api/parts?tile=2.overview.nothing']) {
    const answer = await store.ask('GET', url, { cookie: cookies['kim'] ?? '' });
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, 'tile']);
  }
  expect((await store.ask('GET', `/api/parts?tile=${clause}`)).statusCode).toBe(401);
});

test('over what its reader can never read is as one that is not there', async () => {
  const hidden = DOCUMENT.replace(
    '| Parts | `count(Part)`',
    '| Dear | `count(Part where cost != null and cost >= 10)` | | number |\n| Parts | `count(Part)`',
  );
  const other = await serve(planFrom('parts.md', hidden));
  const carl = await join(other, 'carl@example.com', ['clerk']);
  const kim = await join(other, 'kim@example.com', ['keeper']);
  const tile = (cookie: string, clause: string) => other.ask('GET', `/api/parts?tile=${clause}`, { cookie });
  const view = (await other.ask('GET', '/api/-/dashboards/overview', { cookie: kim })).json<DashboardView>();
  const clause = view.tiles.find(({ name }) => name === 'Dear')?.clause ?? '';
  expect((await tile(kim, clause)).statusCode).toBe(200);
  const [refused, unknown] = [await tile(carl, clause), await tile(carl, '2.overview.none')];
  expect([refused.statusCode, refused.json().errors.length]).toEqual([400, 1]);
  expect(refused.body.replaceAll(clause, '')).toBe(unknown.body.replaceAll('2.overview.none', ''));
  await other.close();
});
