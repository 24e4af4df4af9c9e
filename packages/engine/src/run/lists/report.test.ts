import { readFileSync } from 'node:fs';
import { itemAt } from '@nonet/language';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, ListQuery, Report, ReportQuery, WireRecord } from '../../engine.ts';
import { isStatementTimeout } from '../../store/connection-errors.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';
import { readScope } from '../read-scope.ts';
import { readReport } from './report.ts';

/** A report counts as its reader counts by hand in the list: each role reads other records, and other fields of them. */
const text = readFileSync(new URL('../../fixtures/jobs.md', import.meta.url), 'utf8');
const READERS = ['planner', 'helper', 'auditor', 'nobody'];
const JOBS = 120;

let story: Story;
const actors = new Map<string, Actor>();

beforeAll(async () => {
  story = await startStory(planOfDocument(text));
  const { pool } = story.engine;
  const users = await pool.query<{ id: string; name: string }>(
    `insert into product."user" (name, email, roles)
     select name, name || '@example.com', case name when 'nobody' then '{}' else array[name] end
     from unnest($1::text[]) name returning id, name`,
    [READERS],
  );
  for (const { id, name } of users.rows) actors.set(name, { userId: id, roles: name === 'nobody' ? [] : [name] });
  await pool.query(
    `insert into product.customer (name, secret_name) select 'Customer ' || i, i = 2 from generate_series(1, 4) i`,
  );
  await pool.query(
    `insert into product.job (name, kind, customer, urgent, amount, pages, took, wanted, done_at, holder)
     select
       case when i % 5 > 0 then 'Job ' || i % 7 end,
       (array['repair', 'build', 'quote', null])[1 + i % 4],
       (select id from product.customer where name = 'Customer ' || i % 5),
       i % 3 = 0,
       case when i % 11 > 0 then (i * 37 % 101) / 4.0 end,
       case when i % 6 > 0 then i - 40 end,
       case when i % 8 > 0 then make_interval(hours => i % 9, mins => 15 * (i % 3)) end,
       case when i % 10 > 0 then date '2025-11-20' + i * 9 end,
       case when i % 10 > 1 then timestamptz '2026-01-01T03:00:00Z' + make_interval(hours => i * 29) end,
       case i % 13 when 0 then $1::uuid when 1 then $2::uuid end
     from generate_series(1, ${JOBS}) i`,
    [actor('nobody').userId, actor('helper').userId],
  );
});
afterAll(() => story?.end());

function actor(name: string): Actor {
  const found = actors.get(name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

const NOTHING: ReportQuery = { rows: null, columns: null, measures: null };
const report = (name: string, asked: Partial<ReportQuery>, query: Partial<ListQuery> = {}) =>
  story.engine.report(actor(name), 'Job', { ...WHOLE_LIST, ...query }, { ...NOTHING, ...asked });
const listOf = async (name: string, query: Partial<ListQuery> = {}) =>
  (await story.engine.list(actor(name), 'Job', { ...WHOLE_LIST, ...query, limit: 200 })).items;

const ZONED = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

/** The group of a record as a reader sees it by hand. */
function keyOf(item: WireRecord, by: string): string | number | boolean | null {
  const [, period, of] = /^([a-z]+)\((.+)\)$/.exec(by) ?? [];
  const value = item[of ?? by] as string | number | boolean | null | undefined;
  if (period === undefined || value === null || value === undefined) return value ?? null;
  const day = of === 'done_at' ? ZONED.format(new Date(String(value))) : String(value);
  const date = new Date(`${day}T00:00:00Z`);
  if (period === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (period === 'month') date.setUTCDate(1);
  if (period === 'quarter') date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % 3), 1);
  if (period === 'year') date.setUTCMonth(0, 1);
  return date.toISOString().slice(0, 10);
}

const minutesOf = (text: string) => {
  const [, hours = '0', minutes = '0'] = /^PT(?:(-?\d+)H)?(?:(-?\d+)M)?(?:0S)?$/.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
};

/** A value as a number: amounts, and durations in minutes. */
const numberOf = (value: unknown): number =>
  typeof value === 'string' && value.startsWith('PT') ? minutesOf(value) : Number(value);

function valueOf(items: readonly WireRecord[], measure: string): string | number | null {
  if (measure === 'count') return items.length;
  const [, form = '', field = ''] = /^([a-z]+)\((.+)\)$/.exec(measure) ?? [];
  const values = items.map((item) => item[field]).filter((value) => value !== null && value !== undefined);
  if (field === 'wanted') {
    const days = values.map(String).toSorted();
    return (form === 'min' ? days[0] : days.at(-1)) ?? null;
  }
  const numbers = values.map(numberOf);
  const sum = numbers.reduce((total, each) => total + each, 0);
  if (form === 'sum') return sum;
  if (numbers.length === 0) return null;
  return form === 'avg' ? sum / numbers.length : form === 'min' ? Math.min(...numbers) : Math.max(...numbers);
}

/** A report's value in the form of `valueOf`; averages as far as they are divided. */
const near = (value: string | number | null, measure: string) =>
  value === null || measure.includes('wanted') ? value : Math.round(numberOf(value) * 1e6) / 1e6;

const GROUPINGS = [
  'kind',
  'customer',
  'urgent',
  'name',
  'day(wanted)',
  'week(done_at)',
  'month(wanted)',
  'month(done_at)',
  'quarter(done_at)',
  'year(wanted)',
  'customer.name',
] as const;
const MEASURES = [
  'count',
  'sum(amount)',
  'avg(amount)',
  'min(amount)',
  'max(amount)',
  'sum(pages)',
  'avg(pages)',
  'sum(took)',
  'max(took)',
  'min(wanted)',
  'max(wanted)',
];
const FILTERS: readonly Partial<ListQuery>[] = [
  {},
  { filters: [{ key: 'kind', value: 'repair' }] },
  { filters: [{ key: 'amount.gte', value: '12' }] },
  {
    filters: [
      { key: 'urgent', value: 'true' },
      { key: 'wanted.null', value: 'false' },
    ],
  },
  { search: 'job 3' },
  { filters: [{ key: 'customer.name.contains', value: '3' }] },
];
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  helper: ['pages'],
  auditor: ['customer'],
  nobody: ['customer', 'pages'],
};
const isShownTo = (name: string, key: string) => !HIDDEN[name]?.some((field) => key.includes(field));

test('cells, totals and their measures are those of the records that are listed (6)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...READERS),
      fc.constantFrom(...FILTERS),
      fc.constantFrom(...GROUPINGS),
      fc.option(fc.constantFrom(...GROUPINGS)),
      fc.uniqueArray(fc.constantFrom(...MEASURES), { minLength: 1, maxLength: 5 }),
      async (name, query, rows, columns, chosen) => {
        const measures = chosen.filter((key) => isShownTo(name, key));
        const filters = query.filters?.filter(({ key }) => isShownTo(name, key)) ?? [];
        fc.pre(isShownTo(name, rows) && isShownTo(name, columns ?? '') && measures.length > 0);
        const narrowed = { ...query, filters };
        const items = (
          await listOf(name, { ...narrowed, expand: isShownTo(name, 'customer') ? 'customer' : null })
        ).map((item) => {
          const customer = item['customer'] as WireRecord | null | undefined;
          return { ...item, customer: customer?.id ?? null, 'customer.name': customer?.['name'] ?? null };
        });
        const answer = await report(name, { rows, columns, measures: measures.join(',') }, narrowed);
        const expected = (of: readonly WireRecord[]) => measures.map((measure) => near(valueOf(of, measure), measure));
        const given = (cell: Report['total'] | null) =>
          cell && cell.map((value, place) => near(value, itemAt(measures, place)));
        expect(given(answer.total)).toEqual(expected(items));
        const byRow = Map.groupBy(items, (item) => keyOf(item, rows));
        expect(new Set(answer.rows.map(({ key }) => key))).toEqual(new Set(byRow.keys()));
        expect(answer.otherRows).toBeNull();
        for (const row of answer.rows) {
          const own = byRow.get(row.key) ?? [];
          expect(given(row.total)).toEqual(expected(own));
          if (columns === null) continue;
          const byColumn = Map.groupBy(own, (item) => keyOf(item, columns));
          const keys = answer.columns?.map(({ key }) => key) ?? [];
          for (const [place, key] of keys.entries()) {
            const cell = byColumn.get(key);
            expect(given(row.cells?.[place] ?? null)).toEqual(cell ? expected(cell) : null);
          }
        }
        const totals = Map.groupBy(items, (item) => keyOf(item, columns ?? rows));
        for (const column of answer.columns ?? [])
          expect(given(column.total)).toEqual(expected(totals.get(column.key) ?? []));
      },
    ),
    { numRuns: 60 },
  );
});

describe('the order of groups', () => {
  const keys = async (rows: string, measures = 'count') =>
    (await report('planner', { rows, measures })).rows.map(({ key, label }) => label ?? key);

  test('choices are in the order of the document, nothing last', async () => {
    expect(await keys('kind')).toEqual(['repair', 'build', 'quote', null]);
    expect(await keys('urgent')).toEqual([false, true]);
  });
  test('times pass', async () => {
    expect((await keys('year(wanted)')).slice(0, 3)).toEqual(['2025-01-01', '2026-01-01', '2027-01-01']);
    expect((await keys('quarter(wanted)')).at(-1)).toBeNull();
  });
  test('others are ranked by the first measure, the largest first', async () => {
    const { rows } = await report('planner', { rows: 'customer', measures: 'sum(amount)' });
    const sums = rows.map(({ total }) => Number(total[0]));
    expect(sums).toEqual(sums.toSorted((one, other) => other - one));
    expect(new Set(rows.map(({ label }) => label))).toEqual(
      new Set(['Customer 1', 'Customer 2', 'Customer 3', 'Customer 4', null]),
    );
  });
});

test('a referenced record that its reader may not read gives its title to nobody', async () => {
  const { rows } = await report('helper', { rows: 'customer' });
  expect(rows.map(({ label }) => label)).not.toContain('Customer 2');
});

test('further groups are one, measured over all of their records', async () => {
  await story.engine.pool.query(
    `insert into product.job (name, kind, urgent, pages) select 'many ' || i, 'build', false, i from generate_series(1, 230) i`,
  );
  try {
    const query = { search: 'many' };
    const { rows, otherRows, total, columns } = await report(
      'planner',
      { rows: 'name', columns: 'kind', measures: 'max(pages),avg(pages),count' },
      query,
    );
    expect([rows.length, rows[0]?.key, otherRows?.groups]).toEqual([200, 'many 230', 30]);
    expect(otherRows).toEqual({ groups: 30, total: [30, '15.5', 30], cells: [[30, '15.5', 30]] });
    expect([columns, total]).toEqual([
      [{ key: 'build', label: null, total: [230, '115.5', 230] }],
      [230, '115.5', 230],
    ]);
    const wide = await report('planner', { rows: 'kind', columns: 'name', measures: 'max(pages)' }, query);
    expect([wide.columns?.length, wide.otherColumns]).toEqual([50, { groups: 180, total: [180] }]);
    expect(wide.rows[0]?.cells?.length).toBe(51);
  } finally {
    await story.engine.pool.query(`delete from product.job where name like 'many %'`);
  }
});

test('only what may be exported is in an export, and a screen narrows both', async () => {
  const whole = await report('planner', { rows: 'kind' }, { screen: 'jobs' });
  expect(whole.rows.map(({ key }) => key)).toEqual(['repair', 'build', null]);
  expect((await report('helper', { rows: 'urgent' }, { purpose: 'export' })).rows).toEqual([]);
});

test('without records there are no groups, and nothing to measure', async () => {
  const query = { filters: [{ key: 'name', value: 'none' }] };
  expect(
    await report('planner', { rows: 'kind', columns: 'urgent', measures: 'count,sum(amount),avg(took)' }, query),
  ).toEqual({
    measures: ['count', 'sum(amount)', 'avg(took)'],
    rows: [],
    otherRows: null,
    columns: [],
    otherColumns: null,
    total: [0, '0.00', null],
  });
});

test('durations beyond their range have no sum, and fail nothing', async () => {
  const long = `'9000 years'::interval`;
  await story.engine.pool.query(
    `insert into product.job (name, urgent, took) select 'long', false, ${long} from generate_series(1, 2)`,
  );
  try {
    const query = { filters: [{ key: 'name', value: 'long' }] };
    const { total } = await report('planner', { rows: 'urgent', measures: 'sum(took),avg(took),max(took)' }, query);
    expect(total).toEqual([null, null, 'P9000Y']);
  } finally {
    await story.engine.pool.query(`delete from product.job where name = 'long'`);
  }
});

test('a report that takes too long ends, and holds no connection', async () => {
  const { index, pool, clock } = story.engine;
  const blocker = await pool.connect();
  try {
    await blocker.query('begin; lock table product.job in access exclusive mode');
    const scope = readScope(index, pool, clock, actor('planner'), Buffer.alloc(32));
    const late = readReport(scope, pool, 'Job', WHOLE_LIST, { ...NOTHING, rows: 'kind' }, { reportSeconds: 1 });
    expect(await late.then(() => null, isStatementTimeout)).toBe(true);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

test.each<[string, string, Partial<ReportQuery>, string]>([
  ['no rows', 'planner', {}, '_rows'],
  ['rows of numbers', 'planner', { rows: 'pages' }, 'pages'],
  ['the period of what is no date', 'planner', { rows: 'month(kind)' }, 'kind'],
  ['an unknown period', 'planner', { rows: 'decade(wanted)' }, 'decade(wanted)'],
  ['columns of an unknown field', 'planner', { rows: 'kind', columns: 'colour' }, 'colour'],
  ['a field that its reader never reads', 'auditor', { rows: 'customer' }, 'customer'],
  ['a sum of what its reader never reads', 'helper', { rows: 'kind', measures: 'sum(pages)' }, 'pages'],
  ['a sum of texts', 'planner', { rows: 'kind', measures: 'sum(name)' }, 'name'],
  ['a sum of dates', 'planner', { rows: 'kind', measures: 'sum(wanted)' }, 'wanted'],
  ['an unknown measure', 'planner', { rows: 'kind', measures: 'median(amount)' }, 'median(amount)'],
  ['an unfinished measure', 'planner', { rows: 'kind', measures: 'sum(' }, 'sum('],
  [
    'more measures than a report has',
    'planner',
    { rows: 'kind', measures: MEASURES.slice(0, 6).join(',') },
    '_measures',
  ],
])('%s is INVALID', async (_what, name, asked, field) => {
  expect(await refusalOf(report(name, asked))).toMatchObject({ code: 'INVALID', errors: [{ field }] });
});
