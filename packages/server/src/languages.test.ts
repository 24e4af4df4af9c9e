import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let counter: TestServer;
let carl: string;

beforeAll(async () => {
  counter = await serve(planFrom('counter.md'));
  carl = await join(counter, 'carl@example.com', ['clerk']);
});
afterAll(() => counter?.close());

const ask = (method: 'GET' | 'POST', url: string, language: string | null, body?: object) =>
  counter.ask(method, url, {
    cookie: carl,
    headers: language === null ? {} : { 'accept-language': language },
    ...(body && { body }),
  });

describe('messages and labels in another language', () => {
  test.each([
    [null, 'Order something.'],
    ['nl', 'Bestel iets.'],
    ['nl-BE, en;q=0.5', 'Bestel iets.'],
    ['fr, nl;q=0.8, en;q=0.5', 'Bestel iets.'],
    ['en, nl;q=0.9', 'Order something.'],
    ['en;q=0.2, nl;q=0.9', 'Bestel iets.'],
    ['fr', 'Order something.'],
    ['nl;q=0', 'Order something.'],
    ['*', 'Order something.'],
    ['nl;q=x,,;', 'Order something.'],
  ])('Accept-Language %s: %s', async (language, message) => {
    const answer = await ask('POST', '/api/orders', language, { what: 'tea', amount: 0 });
    expect(answer.json()).toMatchObject({ code: 'NOTHING', detail: message, errors: [{ message }] });
    expect(answer.headers.vary).toContain('Accept-Language');
  });

  test('a placeholder gets its value, and an empty cell keeps the standard message', async () => {
    const answer = await ask('POST', '/api/orders', 'nl', { what: 'x', amount: 200 });
    expect(answer.json().errors).toMatchObject([{ message: '200 keer x is veel.' }, { message: 'x is odd.' }]);
  });

  test.each([
    [null, '20,000'],
    ['en-GB', '20,000'],
    ['en-DE', '20.000'],
    // English words for somebody of another region, who has no language that the document has.
    ['de-DE', '20.000'],
    ['nl-NL', '20.000'],
  ])('Accept-Language %s: numbers are written as the region has them: %s', async (language, number) => {
    const answer = await ask('POST', '/api/orders', language, { what: 'x', amount: 20_000 });
    expect(JSON.stringify(answer.json().errors)).toContain(number);
  });

  test('a standard error is reworded, with the label of its field', async () => {
    expect((await ask('POST', '/api/orders', 'nl', { amount: 1 })).json()).toMatchObject({ detail: 'Wat ontbreekt.' });
    expect((await ask('POST', '/api/orders', 'en', { amount: 1 })).json()).toMatchObject({
      detail: 'What is missing.',
    });
    expect((await ask('GET', '/api/orders/x', 'nl')).json()).toMatchObject({ detail: 'Dat is er niet.' });
  });

  test.each([
    [null, 'What must have at most 40 characters.'],
    ['nl', 'Wat mag hoogstens 40 tekens hebben.'],
    ['sv, nl;q=0.8', 'Wat mag hoogstens 40 tekens hebben.'],
    ['sv', 'What must have at most 40 characters.'],
  ])(
    'Accept-Language %s: what the product itself says, in its words and with the label of the field: %s',
    async (language, message) => {
      const answer = await ask('POST', '/api/orders', language, { what: 'x'.repeat(41), amount: 1 });
      expect(answer.json()).toMatchObject({ code: 'TOO_LONG', detail: message, errors: [{ field: 'what', message }] });
    },
  );

  test('one way for every operation: results of several, verdicts, keys of a query, bodies', async () => {
    const send = async (method: 'GET' | 'POST', url: string, body?: object) =>
      (await ask(method, url, 'nl', body)).json();
    const { id } = await send('POST', '/api/orders', { what: 'tea', amount: 1 });
    expect(await send('POST', '/api/orders/bulk', { action: 'delete', items: [{ id }] })).toMatchObject({
      results: [{ problem: { detail: 'Zeg welke versie u wijzigt (de header If-Match).' } }],
    });
    expect(await send('GET', `/api/orders/${id}/can`)).toMatchObject({
      restore: { may: false, message: 'Dit kan niet in de huidige toestand.' },
    });
    expect(await send('GET', '/api/orders?amont=1')).toMatchObject({
      detail: '`amont` is hier geen veld of filter. Bedoelt u amount?',
    });
    expect(await send('POST', '/api/orders', { what: 1, amount: 0.5 })).toMatchObject({
      errors: [{ message: 'Wat moet tekst zijn.' }, { message: 'Aantal moet een geheel getal zijn.' }],
    });
    expect(await send('GET', '/api/nowhere')).toMatchObject({ detail: 'Dat is er niet.' });
  });

  test('the product names its fields, states and events, and says in which language it is', async () => {
    const product = (await ask('GET', '/api/-/product', 'nl')).json();
    expect(product.settings.locale).toBe('nl');
    // Messages for errors that a form finds by itself.
    expect(product.settings.rewordings).toEqual({ REQUIRED: [null, ' ontbreekt.'] });
    const order = product.entities.Order;
    expect(order.fields.find(({ name }: { name: string }) => name === 'what').label).toBe('Wat');
    expect(order.events[0].label).toBe('Inpakken');
    expect(JSON.stringify(order.fields)).toContain('Achtergelaten');
    const [list] = product.screens;
    expect(list.groups[0].columns.map(({ label }: { label: string }) => label)).toEqual(['Wat', 'Aantal']);
    expect((await ask('GET', '/api/-/product', null)).json().settings.locale).toBe('en');
  });
});
