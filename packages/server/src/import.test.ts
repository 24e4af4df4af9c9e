import type { ImportView, PageView, Problem } from '@nonet/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';
import { LIMITS } from './limits/table.ts';

let stock: TestServer;
let clerk: string;
let keeper: string;
let maker: string;

beforeAll(async () => {
  stock = await serve(planFrom('stock.md'));
  clerk = await join(stock, 'cleo@example.com', ['clerk']);
  keeper = await join(stock, 'kim@example.com', ['keeper']);
  maker = await join(stock, 'max@example.com', ['maker']);
  for (const body of [
    { name: 'Acme', code: 'AC' },
    { name: 'Twin' },
    { name: 'Twin' },
    { name: 'Secret', hidden: true },
  ])
    await stock.ask('POST', '/api/suppliers', { cookie: keeper, body });
  for (const name of ['red', 'blue']) await stock.ask('POST', '/api/tags', { cookie: keeper, body: { name } });
});
afterAll(() => stock?.close());
afterEach(async () => {
  await stock.engine.pool.query('delete from product."article"');
});

function send(cookie: string | null, file: string | Buffer, query = '', headers: Record<string, string> = {}) {
  return stock.ask('POST', `/api/articles/import${query}`, {
    ...(cookie === null ? {} : { cookie }),
    headers: { 'content-type': 'text/csv', ...headers },
    body: file,
  });
}

async function articles(): Promise<Record<string, unknown>[]> {
  const page = await stock.ask('GET', '/api/articles?order=code&expand=supplier,tags', { cookie: keeper });
  return page.json<PageView>().items;
}

/** The errors, as `line field CODE`. */
function wrongIn(errors: readonly { line?: number; field: string | null; code: string }[] = []): string[] {
  return errors.map(({ line, field, code }) => `${line} ${field} ${code}`);
}

describe('an import', () => {
  test('creates a record from each row, named by field or label, as who imports', async () => {
    const file = 'Article code,name,supplier,tags,price,fragile\r\nA1,Cup,Acme,red; blue,2.50,yes\r\nA2,Bowl,AC,,,\r\n';
    const answer = await send(clerk, file);
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows, confirm } = answer.json<ImportView>();
    expect(confirm).toEqual([]);
    expect(rows).toMatchObject([
      { line: 2, change: 'create', errors: [] },
      { line: 3, change: 'create', errors: [] },
    ]);
    const [cup, bowl] = await articles();
    expect(cup).toMatchObject({
      code: 'A1',
      supplier: { _title: 'Acme' },
      price: '2.50',
      fragile: true,
      status: 'listed',
    });
    expect(cup?.['tags']).toMatchObject([{ _title: 'red' }, { _title: 'blue' }]);
    expect(bowl).toMatchObject({
      id: rows[1]?.id,
      supplier: { _title: 'Acme' },
      tags: [],
      price: '1.00',
      fragile: false,
    });
    const history = await stock.ask('GET', `/api/articles/${rows[0]?.id}/history`, { cookie: keeper });
    expect(history.json()).toMatchObject([{ action: 'create', by: { _title: 'cleo' } }]);
  });

  test.each(['nl', 'en', 'fr'])(
    'knows fields by their labels in each language of the document: asked in %s',
    async (language) => {
      const file = 'Artikelcode,Naam\nA1,Cup\n';
      const headers = { 'accept-language': language };
      const answer = await send(clerk, file, '', headers);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(
        (await send(clerk, file.replace('Artikelcode', 'Article code').replace('A1', 'A2'), '', headers)).statusCode,
      ).toBe(200);
      expect((await articles()).map(({ code, name }) => [code, name])).toEqual([
        ['A1', 'Cup'],
        ['A2', 'Cup'],
      ]);
    },
  );

  test('names both columns of one field', async () => {
    const answer = await send(clerk, 'Artikelcode,Article code\nA1,A2\n');
    expect(answer.json<Problem>().errors?.[0]?.message).toBe(
      '“Artikelcode” and “Article code” are both code: leave one of them out.',
    );
  });

  test('is reported in its reader’s words', async () => {
    const headers = { 'accept-language': 'nl-NL' };
    const rows = await send(clerk, `code,name\n${'a,b\n'.repeat(LIMITS.importRows + 1)}`, '', headers);
    expect(rows.json<Problem>().detail).toContain(` ${LIMITS.importRows.toLocaleString('nl')} rijen`);
    const bytes = await send(clerk, 'x'.repeat(200_001), '', headers);
    const dry = await send(clerk, 'code,name,price\nA1,Cup,x\n', '?dry_run=true', headers);
    expect(dry.json<ImportView>().rows).toMatchObject([
      { errors: [{ field: 'price', message: 'Price moet een getal zijn, geschreven als "12.50".' }] },
    ]);
    expect(bytes.json<Problem>().detail).toBe('Een bestand mag hoogstens 200 kB groot zijn.');
  });

  test('is atomic: errors are reported by line, and no row is stored', async () => {
    const file =
      'code,name,price,amount\nA1,Cup,2.00,1\nA1,Other,2.00,1\nA2,Bowl,two,x\n\nA3,"a\nb",2.00,1\nA4,,2.00,1\n';
    const wrong = ['3 code NOT_UNIQUE', '4 price INVALID', '4 amount INVALID', '6 name INVALID', '8 name REQUIRED'];
    const dry = await send(clerk, file, '?dry_run=true');
    expect(dry.statusCode).toBe(200);
    expect(wrongIn(dry.json<ImportView>().rows.flatMap(({ errors }) => errors))).toEqual(wrong);
    const answer = await send(clerk, file);
    expect(answer.statusCode).toBe(409);
    expect(answer.json<Problem>()).toMatchObject({ code: 'NOT_UNIQUE', detail: '4 of 5 rows are refused.' });
    expect(wrongIn(answer.json<Problem>().errors)).toEqual(wrong);
    expect(await articles()).toEqual([]);
  });

  test('that is only tried changes nothing', async () => {
    const dry = await send(clerk, 'code,name\nA1,Cup\n', '?dry_run=true');
    expect(dry.json()).toEqual({
      rows: [{ line: 2, change: 'create', id: null, errors: [] }],
      ignored: [],
      confirm: [],
    });
    expect(await articles()).toEqual([]);
    const { rows } = await stock.engine.pool.query('select count(*)::int as n from nonet.history');
    const before = rows[0].n as number;
    await send(clerk, 'code,name\nA1,Cup\n', '?dry_run=true');
    expect((await stock.engine.pool.query('select count(*)::int as n from nonet.history')).rows[0].n).toBe(before);
  });

  test('queues the calls of each record, once all are in', async () => {
    const queued = async () => (await stock.engine.pool.query('select from nonet.outbound_call')).rows.length;
    const before = await queued();
    await send(clerk, 'code,name\nA1,Cup\nA2,Bowl\n', '?dry_run=true');
    await send(clerk, 'code,name\nA1,Cup\nA2,\n');
    expect(await queued()).toBe(before);
    await send(clerk, 'code,name\nA1,Cup\nA2,Bowl\n');
    expect(await queued()).toBe(before + 2);
  });

  test('with an Idempotency-Key is done once', async () => {
    const key = { 'idempotency-key': 'import-1' };
    const [first, second] = [
      await send(clerk, 'code,name\nA1,Cup\n', '', key),
      await send(clerk, 'code,name\nA1,Cup\n', '', key),
    ];
    expect(second.json()).toEqual(first.json());
    expect(await articles()).toHaveLength(1);
  });
});

describe('points 5 and 6 hold', () => {
  test.each([
    ['nobody is signed in', (): string | null => null, 401, 'UNAUTHENTICATED', null],
    ['who may create, and not import', (): string | null => maker, 403, 'FORBIDDEN', '6.Article.import'],
  ] as const)('%s', async (_rule, who, status, code, clause) => {
    for (const [file, query] of [
      ['code,name\nA1,Cup\n', ''],
      ['nonsense', '?dry_run=true'],
    ] as const) {
      const answer = await send(who(), file, query);
      expect(answer.json()).toMatchObject({ status, code, clause });
    }
    expect(await articles()).toEqual([]);
  });

  test('a reader whose right is not shown gets the gap, and nothing is imported', async () => {
    const answer = await stock.ask('POST', '/api/tags/import', {
      cookie: clerk,
      headers: { 'content-type': 'text/csv' },
      body: 'name\ngreen\n',
    });
    expect(answer.json()).toMatchObject({ status: 501, code: 'NOT_SPECIFIED', clause: '6.Tag.import.clerk' });
  });

  test.each([
    ['a cell judges the result', 'code,name,price\nA1,Cup,99.99\nA2,Bowl,100.00\n', ['3 null FORBIDDEN']],
    ['a rule', 'code,name,price\nA1,Cup,2.00\n', []],
    ['who is called twice', 'code,name,supplier\nA1,Cup,Twin\n', ['2 supplier INVALID']],
    ['what no text may have', 'code,name,supplier\nA1,Cup,A\u0000b\n', ['2 supplier INVALID']],
    [
      'who is hidden is not there',
      'code,name,supplier\nA1,Cup,Secret\nA2,Cup,Nobody\n',
      ['2 supplier INVALID', '3 supplier INVALID'],
    ],
  ] as const)('%s', async (_rule, file, wrong) => {
    const { rows } = (await send(clerk, file, '?dry_run=true')).json<ImportView>();
    expect(wrongIn(rows.flatMap(({ errors }) => errors))).toEqual(wrong);
  });

  test('a hidden record is refused in the same words as an unknown one', async () => {
    const messageFor = async (name: string) => {
      const { rows } = (await send(clerk, `code,name,supplier\nA1,Cup,${name}\n`, '?dry_run=true')).json<ImportView>();
      return JSON.stringify(rows).replaceAll(name, 'X');
    };
    expect(await messageFor('Secret')).toBe(await messageFor('Nobody'));
    const [hidden] = (await stock.engine.pool.query('select id from product."supplier" where hidden')).rows;
    expect(await messageFor(hidden.id)).toBe(await messageFor('00000000-0000-7000-8000-000000000001'));
    const named = await send(keeper, `code,name,supplier\nA1,Cup,${hidden.id}\nA2,Cup,Secret\n`);
    expect(named.statusCode, named.body).toBe(200);
  });

  test("a broken rule has the document's words and clause", async () => {
    const file = 'code,name,price,discount\nA1,Cup,2.00,10\n';
    const { rows } = (await send(keeper, file, '?dry_run=true')).json<ImportView>();
    expect(rows[0]?.errors).toMatchObject([{ code: 'CHEAP', message: 'A1 is too cheap for a discount.', line: 2 }]);
  });

  test('a warning is confirmed', async () => {
    const file = 'code,name,amount\nA1,Cup,2000\n';
    expect((await send(clerk, file, '?dry_run=true')).json()).toMatchObject({
      rows: [{ errors: [{ code: 'LARGE' }] }],
      confirm: ['LARGE'],
    });
    expect((await send(clerk, file)).json()).toMatchObject({ status: 409, confirm: ['LARGE'] });
    expect((await send(clerk, file, '?confirm=LARGE')).statusCode).toBe(200);
    expect(await articles()).toHaveLength(1);
  });
});

describe('a file that can not be read is refused as a whole', () => {
  test.each([
    ['an unknown field', 'code,nmae\nA1,Cup\n', ['1 nmae INVALID']],
    ['a path that leads nowhere', 'code,name,supplier.nmae\nA1,Cup,x\n', ['1 supplier.nmae INVALID']],
    ['a path that only others may read', 'code,name,supplier.remark\nA1,Cup,x\n', ['1 supplier.remark INVALID']],
    ['what only others may set', 'code,name,discount\nA1,Cup,5\n', ['1 discount INVALID']],
    ['a field twice', 'code,Article code\nA1,A2\n', ['1 Article code INVALID']],
    ['a field twice, in two languages', 'Artikelcode,Article code\nA1,A2\n', ['1 Article code INVALID']],
    ['what several fields are called', 'code,Omschrijving\nA1,A2\n', ['1 Omschrijving INVALID']],
    ['a row of another length', 'code,name\nA1,Cup,red\nA2\n', ['2 null INVALID', '3 null INVALID']],
    ['a quote that does not end', 'code,name\nA1,"Cup\n', ['2 null INVALID']],
    ['nothing', '', ['1 null INVALID']],
    ['no text', Buffer.from([0x63, 0xe9]), ['1 null INVALID']],
    ['tabs between its columns', 'code\tname\nA1\tCup\n', ['1 null INVALID']],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0000x', 'latin1'), ['1 null INVALID']],
  ] as const)('%s', async (_what, file, wrong) => {
    for (const query of ['', '?dry_run=true']) {
      const answer = await send(clerk, file, query);
      expect(answer.statusCode, answer.body).toBe(400);
      expect(wrongIn(answer.json<Problem>().errors)).toEqual(wrong);
    }
  });

  test.each([
    ['too many bytes', () => send(clerk, `code,name\nA1,${'x'.repeat(200_001)}`), 413],
    ['too many rows', () => send(clerk, `code,name\n${'a,b\n'.repeat(LIMITS.importRows + 1)}`), 413],
    ['no CSV', () => send(clerk, '{}', '', { 'content-type': 'application/json' }), 415],
    ['another key', () => send(clerk, 'code,name\n', '?dryrun=true'), 400],
    ['another value', () => send(clerk, 'code,name\n', '?dry_run=1'), 400],
    ['a collection that is not there', () => stock.ask('POST', '/api/nothing/import', { cookie: clerk }), 404],
  ] as const)('%s', async (_what, ask, status) => {
    const answer = await ask();
    expect(answer.statusCode, answer.body).toBe(status);
  });
});

test.each([
  ['', 'code,name,note,supplier,tags,price,amount,fragile,discount'],
  // The words that a screen has for its columns are read back, too.
  ['screen=articles&', 'Article code,Name,note,Comes from,tags,Price,amount,fragile,discount'],
])('an export (%s) is imported unchanged', async (screen, header) => {
  const fields = ['code', 'name', 'note', 'supplier', 'tags', 'price', 'amount', 'fragile', 'discount'];
  const file = `${fields.join(',')}\r\n'=A1,"'+1, ""so""","'-1\r\nb",AC,red;blue,-3.25,-7,true,\r\n'@A2,''=x,,,,10.00,3,false,12.5\r\n`;
  expect((await send(keeper, file)).statusCode).toBe(200);
  const before = await articles();
  expect(before.map(({ code, name }) => [code, name])).toEqual([
    ['@A2', "'=x"],
    ['=A1', '+1, "so"'],
  ]);
  const exported = await stock.ask('GET', `/api/articles?${screen}order=code&fields=${fields.join(',')}`, {
    cookie: keeper,
    headers: { accept: 'text/csv' },
  });
  expect(exported.body.split('\r\n')[0]).toBe(header);
  await stock.engine.pool.query('delete from product."article"');
  const answer = await send(keeper, exported.body);
  expect(answer.statusCode, answer.body).toBe(200);
  const kept = (records: Record<string, unknown>[]) =>
    records.map((record) => Object.fromEntries(fields.map((field) => [field, record[field]])));
  expect(kept(await articles())).toEqual(kept(before));
});

describe('a column that nobody can import', () => {
  test.each([
    ["what is the product's own", 'id,status', '1,gone'],
    ['what events set alone', 'checked', 'true'],
    ['what a reference leads to, as a screen has it or by its names', 'Its code,supplier.code', 'AC,AC'],
    ['what is computed', 'worth', '12.00'],
  ])('%s is left out, and reported', async (_what, columns, cells) => {
    const file = `code,${columns},name\nA1,${cells},Cup\n`;
    const ignored = columns.split(',');
    expect((await send(clerk, file, '?dry_run=true')).json()).toMatchObject({ ignored, rows: [{ errors: [] }] });
    expect((await send(clerk, file)).json()).toMatchObject({ ignored });
    expect(await articles()).toMatchObject([{ code: 'A1', name: 'Cup', status: 'listed', checked: false }]);
  });

  test('so that a whole export can be imported', async () => {
    await send(clerk, 'code,name,supplier,price,amount\nA1,Cup,Acme,2.50,4\n');
    const exported = await stock.ask('GET', '/api/articles?screen=articles', {
      cookie: clerk,
      headers: { accept: 'text/csv' },
    });
    await stock.engine.pool.query('delete from product."article"');
    const answer = await send(clerk, exported.body);
    expect(answer.json(), answer.body).toMatchObject({ ignored: ['Its code', 'Worth', 'Status'] });
    expect(await articles()).toMatchObject([{ code: 'A1', supplier: { _title: 'Acme' }, price: '2.50' }]);
  });
});

describe('a file that a spreadsheet has written with semicolons', () => {
  const inLocale = (file: string, locale: string, query = '') =>
    send(clerk, file, query, { 'accept-language': locale });

  test.each([
    ['nl-NL', '1.234', '1234', '€ 1,25', '1.25', 'WAAR', true, '31-12-2026', '2026-12-31'],
    ['nl-NL', '7', '7', '12,50', '12.50', 'onwaar', false, '2026-12-31', '2026-12-31'],
    ['de-DE', '-3', '-3', '1.50', '1.50', 'FALSCH', false, '31.12.2026', '2026-12-31'],
    ['en-GB', '1,000', '1000', '2.50', '2.50', 'TRUE', true, '31/12/2026', '2026-12-31'],
  ])('is read as who imports writes: %s', async (locale, amount, number, price, money, yes, fragile, day, since) => {
    const file = `\ufeffcode;name;tags;amount;price;fragile;since\r\nA1;"Cup; blue";"red; blue";${amount};${price};${yes};${day}\r\n`;
    const answer = await inLocale(file, locale, '?confirm=LARGE');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await articles()).toMatchObject([
      { name: 'Cup; blue', amount: Number(number), price: money, fragile, since, tags: [{}, {}] },
    ]);
  });

  test.each([
    ['what is no number there', 'code;name;price\nA1;Cup;1,2,3\n', ['2 price INVALID']],
    ['more decimals than there are', 'code;name;price\nA1;Cup;1,2345\n', ['2 price INVALID']],
    ['what may mean two numbers', 'code;name;weight\nA1;Cup;1.234\n', ['2 weight INVALID']],
    ['what is no date there', 'code;name;since\nA1;Cup;12/31/2026\n', ['2 since INVALID']],
  ])('%s is refused', async (_what, file, wrong) => {
    const { rows } = (await inLocale(file, 'nl-NL', '?dry_run=true')).json<ImportView>();
    expect(wrongIn(rows.flatMap(({ errors }) => errors))).toEqual(wrong);
  });

  test('is read with commas as well', async () => {
    const { rows } = (
      await inLocale('code,"name",price,note\nA1,Cup,"1,25",a;b\n', 'nl-NL', '?dry_run=true')
    ).json<ImportView>();
    expect(wrongIn(rows.flatMap(({ errors }) => errors))).toEqual(['2 price INVALID']);
  });
});

test('the API describes the import to those who may import', async () => {
  for (const [cookie, expected] of [
    [clerk, true],
    [maker, false],
  ] as const) {
    const { paths } = (await stock.ask('GET', '/api/openapi.json', { cookie })).json<{ paths: object }>();
    expect(Object.keys(paths).includes('/api/articles/import')).toBe(expected);
  }
});
