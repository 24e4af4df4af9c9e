import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

/**
 * 5, 7: `old` in a rule, and the record in a call about a deletion, are the record before the whole write, with its
 * computed fields, its lists and everything that it referred to.
 */

let product: TestServer;
let ann: string;
let shelf: string;
let basket: string;

beforeAll(async () => {
  product = await serve(planFrom('baskets-before.md'));
  ann = await join(product, 'ann@example.com', ['clerk']);
});
afterAll(() => product?.close());
beforeEach(async () => {
  shelf = await create('shelves', {});
  basket = await create('baskets', { shelf, items: [{ price: 5 }] });
});

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const headers: Record<string, string> = method === 'PATCH' || method === 'DELETE' ? { 'if-match': '*' } : {};
  const answer = await product.ask(method, `/api/${path}`, { cookie: ann, headers, ...(body && { body }) });
  if (answer.statusCode >= 500) throw new Error(answer.body);
  return answer;
}
async function create(path: string, body: object): Promise<string> {
  const answer = await ask('POST', path, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}
/** The answer: the record, or the codes of all errors. */
async function outcome(asked: ReturnType<typeof ask>): Promise<unknown> {
  const body = (await asked).json<{ code?: string; errors?: { code: string }[] }>();
  return body.errors?.map(({ code }) => code) ?? body;
}
const update = (body: object, path = `baskets/${basket}`) => outcome(ask('PATCH', path, body));
const fire = (event: string) => outcome(ask('POST', `baskets/${basket}/${event}`, {}));
const read = async (path: string) => (await ask('GET', path)).json<Record<string, unknown>>();
const set = (field: string, value: number) =>
  product.engine.pool.query(`update product.shelf set ${field} = $2 where id = $1`, [shelf, value]);
const items = async () =>
  ((await read(`baskets/${basket}`)).items as { id: string; price: number }[]).map(({ id, price }) => ({ id, price }));

describe('a rule reads under `old`', () => {
  test('a field computed over owned children', async () => {
    expect(await update({ items: [{ price: 5 }, { price: 1 }] })).toMatchObject({ total: 6 });
    expect(await update({ items: [{ price: 6 }] })).toMatchObject({ total: 6 });
    expect(await update({ items: [{ price: 5 }] })).toEqual(['SHRINKS', 'FIRST']);
  });

  test('a field of a record that the event changes', async () => {
    expect(await fire('raise')).toMatchObject({ id: basket });
    expect(await fire('raise')).toEqual(['TOO_HIGH']);
  });

  test('the records that refer to it, of which the write adds one', async () => {
    await create('tags', { basket });
    await create('tags', { basket });
    expect(await outcome(ask('POST', 'tags', { basket }))).toEqual(['TAGGED']);
  });

  test('the changes of an earlier effect to records that a later effect finds', async () => {
    await set('level', 2);
    await create('baskets', { shelf, items: [] });
    expect(await fire('mark_all')).toMatchObject({ marks: 1 });
    expect(await fire('mark_all')).toEqual(['TOO_HIGH']);
  });

  test('the changes of an earlier effect to records on which a later effect causes an event', async () => {
    await set('level', 2);
    const twin = await create('baskets', { shelf, twin: basket, items: [] });
    expect(await fire('close')).toMatchObject({ status: 'closed' });
    expect(await read(`baskets/${twin}`)).toMatchObject({ marks: 1 });
  });

  test('the changes of an earlier effect to owned children', async () => {
    await set('level', 2);
    expect(await fire('look')).toMatchObject({ items: [{ seen: 1 }] });
    expect(await fire('look')).toEqual(['TOO_HIGH']);
  });

  test('the computed value of the owner of a child that is written with others', async () => {
    await update({ items: [{ price: 30 }, { price: 15 }] });
    const [one, two] = await items();
    // Cheaper is refused only where the total was 50 before; it is so only with what is added.
    expect(await update({ items: [one, { ...two, price: 14 }, { price: 9 }] })).toMatchObject({ total: 53 });
    const [, cheap, added] = await items();
    expect(await update({ items: [one, { ...cheap, price: 13 }, { ...added, price: 99 }] })).toEqual(['SHRINKS']);
  });

  test('the order in which the children stood', async () => {
    await update({ items: [{ price: 5 }, { price: 3 }] });
    const [first, second] = await items();
    expect(await update({ items: [second, first] })).toEqual(['FIRST']);
    expect(await update({ items: [second, { price: 9 }, first].reverse() })).toMatchObject({ total: 17 });
  });

  test('a former list together with the present one', async () => {
    await set('"limit"', 4);
    await update({ items: [{ price: 5 }, { price: 3 }] });
    expect(await fire('limit')).toEqual(['LIMITED']);
  });
});

interface Value {
  readonly literal: unknown;
}

describe('a call about a deleted record says', () => {
  const bodies = async () => {
    const { rows } = await product.engine.pool.query<{ request: { body: { object: [string, Value][] } } }>(
      'select request from nonet.outbound_call where record = $1 order by queued_at, id',
      [basket],
    );
    return rows.map(({ request }) =>
      Object.fromEntries(request.body.object.map(([name, { literal }]) => [name, literal])),
    );
  };

  test('its computed values and its lists', async () => {
    await create('baskets', { shelf, items: [] });
    await update({ items: [{ price: 5 }, { price: 3 }] });
    expect((await ask('DELETE', `baskets/${basket}`)).statusCode).toBe(204);
    // A query over all records finds those that are left.
    const { rows } = await product.engine.pool.query<{ left: number }>(
      'select count(*)::int as left from product.basket',
    );
    expect(await bodies()).toEqual([
      { total: 8, items: 2, level: 0, others: 2, now: rows[0]?.left },
      { price: 5, of: 8 },
      { price: 3, of: 8 },
    ]);
  });
});
