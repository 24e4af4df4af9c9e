import type { DashboardView, PageView, TileView } from '@nonet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

/**
 * 2, Dashboards: if there are more groups than somebody can distinguish, the largest are listed, and the others as one.
 */
const BUYERS = 1000;
let shop: TestServer;
let mia: string;
let tiles: TileView[];

beforeAll(async () => {
  shop = await serve(planFrom('sales.md'));
  mia = await join(shop, 'mia@example.com');
  const { pool } = shop.engine;
  await pool.query(`insert into product.buyer (name) select 'Buyer ' || n from generate_series(1, ${BUYERS}) n`);
  await pool.query(
    `insert into product.sale (buyer, price, day, score, grade, note)
     select b.id, (n * 7919 % 5000) / 4.0, case when n % 100 = 0 then null else date '2022-03-01' + n % 700 end,
       n % 500, (array['good', 'fair', 'poor'])[1 + n % 3], case when n % 2 = 0 then null else 'Note ' || n end
     from generate_series(1, ${3 * BUYERS}) n join product.buyer b on b.name = 'Buyer ' || (1 + n % ${BUYERS})`,
  );
  tiles = (await shop.ask('GET', '/api/-/dashboards/overview', { cookie: mia })).json<DashboardView>().tiles;
});
afterAll(() => shop?.close());

/** Every group of the tile, read another way: by its key as text. */
const QUERIES: Readonly<Record<string, [value: string, key: string, most: number]>> = {
  'Revenue by buyer': ['sum(price)', 'b.name', 100],
  'Sales by buyer': ['count(*)', 'b.id', 50],
  'Share of buyers': ['sum(price)', 'b.name', 12],
  'Average by buyer': ['avg(price)', 'b.name', 50],
  'Smallest by buyer': ['min(price)', 'b.name', 100],
  'Largest by buyer': ['max(price)', 'b.name', 50],
  Noted: ['count(*)', 'note', 100],
  'Sales by day': ['count(*)', 'day', 366],
  'Revenue by day': ['sum(price)', 'day', 366],
  'Sales by month': ['count(*)', "date_trunc('month', day)::date", 366],
  'Average by month': ['avg(price)', "date_trunc('month', day)::date", 366],
  'Share of months': ['count(*)', "date_trunc('month', day)::date", 12],
  'Sales by score': ['count(*)', 'score', 366],
  'Sales by grade': ['count(*)', 'grade', 12],
};
const IN_KEY_ORDER = new Set([
  'Sales by day',
  'Revenue by day',
  'Sales by month',
  'Average by month',
  'Share of months',
  'Sales by score',
]);

const number = (value: unknown): number => Math.round(Number(value) * 100) / 100;
const tileOf = (name: string): TileView => {
  const tile = tiles.find((each) => each.name === name);
  if (tile === undefined) throw new Error(`There is no tile ${name}.`);
  return tile;
};
async function query(
  value: string,
  key: string,
  where = 'true',
  more = '',
): Promise<{ k: string | null; v: string }[]> {
  const from = `from product.sale s join product.buyer b on b.id = s.buyer where ${where}`;
  return (await shop.engine.pool.query(`select ${key}::text as k, ${value}::numeric as v ${from} ${more}`)).rows;
}

type Groups = NonNullable<TileView['groups']>;
type Rest = readonly { k: string | null; v: string }[];

/** Whether the groups are the largest, the largest first. */
function isLargestFirst(groups: Groups, rest: Rest): boolean {
  const sizes = groups.map((group) => number(group.value));
  const sorted = sizes.every((size, at) => at === 0 || size <= (sizes[at - 1] ?? 0));
  return sorted && rest.every(({ v }) => number(v) <= Math.min(...sizes));
}

/** Whether the groups are in the order of their keys, and the last of them. */
function isLastInOrder(key: string, groups: Groups, rest: Rest): boolean {
  const read = (text: string) => (key === 'score' ? Number(text) : text);
  const keys = groups.flatMap((group) => (group.key === null ? [] : [read(String(group.key))]));
  const [first = ''] = keys;
  const sorted = keys.every((each, at) => at === 0 || each > (keys[at - 1] ?? ''));
  return sorted && rest.every(({ k }) => read(k ?? '') < first);
}

describe.each(Object.entries(QUERIES))('%s', (name, [value, key, most]) => {
  test('lists the largest groups (in the order of their keys: the last), and the others as one', async () => {
    const { groups, others } = tileOf(name);
    const all = await query(value, key, 'true', 'group by 1');
    expect(groups).toHaveLength(Math.min(most, all.length));
    const known = new Map(all.map(({ k, v }) => [k, number(v)]));
    for (const group of groups ?? [])
      expect(number(group.value)).toBe(known.get(group.key === null ? null : String(group.key)));

    const listed = new Set((groups ?? []).map((group) => (group.key === null ? null : String(group.key))));
    const rest = all.filter(({ k }) => !listed.has(k));
    expect(others?.count ?? 0).toBe(rest.length);
    if (others === null) return;
    expect(IN_KEY_ORDER.has(name) ? isLastInOrder(key, groups ?? [], rest) : isLargestFirst(groups ?? [], rest)).toBe(
      true,
    );
    // An average, too, is that of the records, not of the groups.
    const keys = rest.map(({ k }) => `'${String(k)}'`).join(', ');
    const [row] = await query(value, 'null', `${key}::text in (${keys})`);
    expect(number(others.value)).toBe(number(row?.v));
  });

  test('each group that is listed leads to its records', async () => {
    const { clause, groups, list } = tileOf(name);
    const [first] = groups ?? [];
    const asked = new URLSearchParams({ tile: clause, 'tile.group': String(first?.key ?? ''), count: 'exact' });
    const page = (await shop.ask('GET', `/api/${list}?${asked.toString()}`, { cookie: mia })).json<PageView>();
    const where = first?.key === null ? `${key} is null` : `${key}::text = '${String(first?.key)}'`;
    expect(page.count).toBe(Number((await query('count(*)', 'null', where))[0]?.v));
  });
});

test('the records between two groups are known if their keys follow each other', () => {
  const steps = Object.fromEntries(tiles.map(({ name, step, additive }) => [name, [step, additive]]));
  expect(steps).toMatchObject({
    'Sales by day': ['day', true],
    'Sales by month': ['month', true],
    'Average by month': ['month', false],
    'Sales by score': ['one', true],
    'Sales by grade': [null, true],
    'Largest by buyer': [null, false],
  });
});
