import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { performExchange } from './fixtures/exchange.ts';
import { readExchanges, withChange } from './fixtures/http-page.ts';
import { Placeholders } from './fixtures/placeholders.ts';
import { ReferenceProduct } from './fixtures/reference-product.ts';
import { referencePage } from './fixtures/village-library.ts';

/** In reading order: the second page continues with the records of the first. */
const PAGES = ['api-examples.md', 'api-problems.md'] as const;

let product: ReferenceProduct;
beforeAll(async () => {
  product = await ReferenceProduct.start();
});
afterAll(() => product?.close());

describe.each(PAGES)('docs/language/%s', (page) => {
  const exchanges = readExchanges(referencePage(page));

  test('shows requests', () => {
    expect(exchanges.length).toBeGreaterThan(15);
  });

  test.each(exchanges)('line $line, $request.method $request.url', async (exchange) => {
    await product.change(exchange.changes);
    const { answer, differences } = await performExchange(product.test, exchange, product.placeholders);
    expect(differences, `docs/language/${page}:${exchange.answerLine}\n${answer.body}`).toEqual([]);
  });
});

describe('a page that shows something else', () => {
  const page = [
    '```http\nGET /api/authors\n```',
    '```http\nHTTP/1.1 201 Created\ncontent-type: text/csv\n\n{"items": [], "next": null}\n```',
  ].join('\n\n');

  test('is reported by its line, with what differs', async () => {
    const [exchange] = readExchanges(page);
    if (exchange === undefined) throw new Error('The page has no exchange.');
    expect(exchange).toMatchObject({ line: 1, answerLine: 5 });
    const { differences } = await performExchange(product.test, exchange, new Placeholders());
    expect(differences.map((difference) => difference.split(':')[0])).toEqual([
      'status',
      'headers.content-type',
      'body.items',
    ]);
  });

  test.each([
    ['another value', { id: '<a>', by: '<a>' }, { id: '1', by: '2' }, ['$.by']],
    ['a missing key', { id: '<a>', name: null }, { id: '1' }, ['$.name']],
    ['a key more', { id: '<a>' }, { id: '1', name: 'x' }, ['$.name']],
    ['another length', { items: [] }, { items: [1] }, ['$.items']],
    ['nothing', { id: '<a>', by: 'x/<a>' }, { id: '1', by: 'x/1' }, []],
  ])('%s', (_, shown, answered, places) => {
    const differences = new Placeholders().differences(shown, answered, '$');
    expect(differences.map((difference) => difference.split(':')[0])).toEqual(places);
  });

  test.each([
    ['a request without an answer', '```http\nGET /api/a\n```', 'Line 1: the request has no answer.'],
    ['two requests', '```http\nGET /api/a\n```\n\n```http\nGET /api/b\n```', 'Line 5: a request and its answer'],
    ['an answer alone', '\n```http\nHTTP/1.1 200 OK\n```', 'Line 2: a request and its answer'],
  ])('%s', (_, text, message) => {
    expect(() => readExchanges(text)).toThrow(message);
  });

  test('changes only lines that the document has once', () => {
    expect(withChange('a\nb\nc', '-b\n+d\n')).toBe('a\nd\nc');
    expect(() => withChange('b\nb', '-b\n+d\n')).toThrow('2 times');
  });
});
