import { startWorker } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

/** 3: what is computed beyond its type has no value when it is read, and is refused where it would be kept. */

let server: TestServer;
const ids: Record<string, string> = {};
const NEAR = {
  name: 'near',
  n: 2,
  day: '2026-01-31',
  at: '2026-01-31T12:00:00Z',
  span: 'PT36H',
  note: 'aha',
  price: '2.50',
};
/** Each computed field of this one is beyond its type, or as large as it is. */
const FAR = {
  name: 'far',
  n: 4_000_000_000,
  day: '2200-12-31',
  at: '9999-12-31T12:00:00Z',
  span: 'P9999Y',
  note: 'a'.repeat(4_000),
  price: '900000000000000000000.00',
};
/** As far in the other direction. */
const LONG_AGO = { ...FAR, name: 'long ago', n: -4_000_000_000, at: '0001-01-01T00:00:00Z', price: '-1' };

beforeAll(async () => {
  server = await serve(planFrom('far.md'));
  for (const plan of [NEAR, FAR, LONG_AGO]) {
    const answer = await server.ask('POST', '/api/plans', { body: plan });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    ids[plan.name] = answer.json<{ id: string }>().id;
  }
});
afterAll(() => server?.close());

async function read(url: string) {
  const answer = await server.ask('GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const names = async (query: string): Promise<string[]> =>
  (await read(`/api/plans?${query}`)).items.map(({ name }: { name: string }) => name);

const BEYOND = {
  by_days: null,
  by_months: null,
  by_work: null,
  by_hours: null,
  product: null,
  spent: null,
  since: null,
  days_between: null,
  words: null,
  is_soon: false,
};

describe('reading', () => {
  test('a list, and a record of it', async () => {
    const { items } = await read('/api/plans?order=name');
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['far', 'long ago', 'near']);
    expect(items[0]).toMatchObject({ ...BEYOND, share: '1333333333.3333' });
    expect(items[1]).toMatchObject(BEYOND);
    expect(await read(`/api/plans/${ids.far}`)).toMatchObject(BEYOND);
    expect(items[2]).toMatchObject({
      by_days: '2026-02-02',
      by_months: '2026-03-31',
      by_work: '2026-02-03',
      by_hours: '2026-01-31T14:00:00.000000Z',
      product: 4,
      spent: 'PT72H',
      words: 'ahahaha',
      is_soon: true,
    });
  });

  test('numbers that are written out are exact, however large', async () => {
    const { amount } = await read(`/api/plans/${ids.far}`);
    expect(amount).toBe('14400000000000000000000000000000000000000.00');
  });

  test.each(Object.entries(BEYOND).filter(([, value]) => value === null))('an order by %s', async (field) => {
    expect((await names(`order=${field},name`)).at(0)).toBe('near');
    expect(await names(`order=-${field},name`)).toEqual(['near', 'far', 'long ago']);
  });

  test.each([
    ['by_days.gte=0001-01-01', ['near']],
    ['by_days.lte=9999-12-31', ['near']],
    ['by_hours.gte=0001-01-01T00:00:00Z', ['near']],
    ['product.gt=1', ['near']],
    ['product.lte=9007199254740991', ['near']],
    ['is_soon=true', ['near']],
    ['is_soon=false', ['far', 'long ago']],
  ])('a filter %s', async (query, expected) => {
    expect(await names(`${query}&order=name`)).toEqual(expected);
  });

  test('an export', async () => {
    const cookie = await join(server, 'ann@example.com');
    const headers = { accept: 'text/csv' };
    const answer = await server.ask('GET', '/api/plans?screen=plans&order=name', { cookie, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    const [, far, , near] = answer.body.trim().split('\r\n');
    expect(far).toMatch(/^far,,,,,,,,,,/);
    expect(near).toContain('near,2026-02-02,2026-03-31');
  });

  test('the tiles of a dashboard', async () => {
    const { tiles } = await read('/api/-/dashboards/figures');
    // A sum that is itself beyond whole numbers is calculated exactly, and not shown.
    expect(tiles.map(({ value }: { value: unknown }) => value)).toEqual([4, null, '2026-02-02']);
  });

  test('the description of the API: null where a value may be beyond its type', async () => {
    const { components } = await read('/api/openapi.json');
    const { by_days: may, amount: not } = components.schemas.Plan.properties;
    expect([may, not]).toMatchObject([{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }]);
  });

  test('permitted actions', async () => {
    const can = await read(`/api/plans/${ids.far}/can`);
    expect(can.events.soon).toMatchObject({ may: false });
  });
});

describe('a preview of a change', () => {
  test.each([
    ['keep_day', 'kept_day', 'Kept day would be beyond what it can hold.'],
    ['keep_month', 'kept_day', 'Kept day would be beyond what it can hold.'],
    ['keep_at', 'kept_at', 'Kept at would be beyond what it can hold.'],
    ['keep_number', 'kept_number', 'Kept number would be beyond what it can hold.'],
    ['keep_span', 'kept_span', 'Kept span would be beyond what it can hold.'],
    ['keep_note', 'kept_note', 'Kept note would be beyond what it can hold.'],
    ['keep_share', 'kept_share', 'Kept share would be beyond what it can hold.'],
    ['keep_amount', 'kept_amount', 'Kept amount would be beyond what it can hold.'],
    ['review', 'on', 'On would be beyond what it can hold.'],
  ])('%s is refused by the field that it sets', async (event, field, message) => {
    const code = field === 'kept_note' ? 'TOO_LONG' : 'OUT_OF_RANGE';
    const clause = field === 'on' ? '3.Review.on' : `3.Plan.${field}`;
    const answer = await server.ask('POST', `/api/plans/${ids.far}/${event}`, { body: {} });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code, detail: message, errors: [{ field, code, clause, message }] },
    ]);
    const kept = await server.ask('POST', `/api/plans/${ids.near}/${event}`, { body: {} });
    expect(kept.statusCode, kept.body).toBe(200);
  });

  test('a field that an effect leaves empty stays empty', async () => {
    const answer = await server.ask('POST', `/api/plans/${ids['long ago']}/keep_month`, { body: {} });
    expect([answer.statusCode, answer.json().kept_day]).toEqual([200, null]);
  });

  test('a default is refused, and a value in its place taken', async () => {
    const body = { plan: ids.near, n: 1 };
    const answer = await server.ask('POST', '/api/reviews', { body });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { code: 'OUT_OF_RANGE', errors: [{ field: 'on', clause: '3.Review.on' }] },
    ]);
    expect((await server.ask('POST', '/api/reviews', { body: { ...body, on: '2026-01-01' } })).statusCode).toBe(201);
  });

  test('a guard and a rule that compare with it do not hold', async () => {
    const far = await server.ask('POST', `/api/plans/${ids.far}/soon`, { body: {} });
    expect(far.statusCode).toBe(409);
    const near = await server.ask('POST', `/api/plans/${ids.near}/soon`, { body: {} });
    expect(near.statusCode, near.body).toBe(200);
  });
});

test('a timer fires for the others, and never for what has no time', async () => {
  const faults: unknown[] = [];
  const worker = startWorker(server.engine, { onFault: (error) => faults.push(error) });
  await worker.settle();
  await worker.stop();
  expect(faults).toEqual([]);
  const { items } = await read('/api/plans?order=name');
  expect(items.map(({ status }: { status: string }) => status)).toEqual(['open', 'open', 'over']);
});
