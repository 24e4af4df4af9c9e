import type { ImportView } from '@nonet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { serve, type TestServer } from './fixtures/serve.ts';

let accounts: TestServer;

beforeAll(async () => {
  accounts = await serve(planFrom('given/accounts.md'));
});
afterAll(() => accounts?.close());

interface Answer {
  readonly id: string;
  readonly code: string;
  readonly errors: readonly { readonly field: string | null; readonly code: string; readonly clause: string }[];
}

async function ask(method: 'POST' | 'PATCH' | 'GET', url: string, body?: object): Promise<[number, Answer]> {
  const read = method === 'PATCH' ? await accounts.ask('GET', url) : null;
  const headers = read === null ? {} : { 'if-match': String(read.headers.etag) };
  const answer = await accounts.ask(method, url, { headers, ...(body && { body }) });
  return [answer.statusCode, answer.json<Answer>()];
}

async function account(body: object): Promise<string> {
  const [status, answer] = await ask('POST', '/api/accounts', body);
  expect([status, answer.errors]).toEqual([201, undefined]);
  return `/api/accounts/${answer.id}`;
}

/** The status, and each error as `field CODE clause`. */
async function reported(...request: Parameters<typeof ask>): Promise<unknown> {
  const [status, answer] = await ask(...request);
  return [status, (answer.errors ?? []).map(({ field, code, clause }) => `${field} ${code} ${clause}`)];
}

describe('9: a given function decides what is saved', () => {
  test('on create, and on update, with the error of its rule', async () => {
    const url = await account({ code: 'abc' });
    expect(await reported('PATCH', url, { code: 'abca' })).toEqual([422, ['code UNSOUND 5.V1']]);
    expect(await reported('PATCH', url, { code: 'abcd' })).toEqual([200, []]);
    expect(await reported('POST', '/api/accounts', { code: 'aa' })).toEqual([422, ['code UNSOUND 5.V1']]);
  });

  test('with the values that an effect has set: nothing of a refused event stays', async () => {
    const url = await account({ code: 'xyz' });
    expect(await reported('POST', `${url}/note`)).toEqual([200, []]);
    expect(await reported('PATCH', url, { code: 'xy!' })).toEqual([200, []]);
    expect(await reported('POST', `${url}/note`)).toEqual([422, ['mark UNSOUND 5.V7']]);
    expect((await ask('GET', url))[1]).toMatchObject({ code: 'xy!', mark: 'xyz!', status: 'known' });
    const [, history] = await ask('GET', `${url}/history`);
    expect(JSON.stringify(history)).not.toContain('xy!!');
  });

  test('with each of its values in the form of the wire, and those before the change', async () => {
    const url = await account({ code: 'types', country: 'de', amount: '1.5', many: 7 });
    expect(await reported('PATCH', url, { many: 6 })).toEqual([409, ['country ODD 5.V2']]);
    expect(await reported('PATCH', url, { many: 6, country: 'nl' })).toEqual([200, []]);
  });

  test('each record by itself, with the errors of all of them together', async () => {
    const lines = [{ code: 'ab' }, { code: 'bb' }, { code: 'cd' }, { code: 'dd' }];
    expect(await reported('POST', '/api/accounts', { code: 'cc', lines })).toEqual([
      422,
      ['code UNSOUND 5.V1', 'lines.1.code UNSOUND 5.V4', 'lines.3.code UNSOUND 5.V4'],
    ]);
  });

  test('exactly: decimals are texts', async () => {
    for (const amount of ['0.01', '-0.10', '9999999999.99', '12'])
      expect(await reported('POST', '/api/accounts', { code: 'dec', amount })).toEqual([201, []]);
  });

  test('where another rule is broken, too, and not where a limit is', async () => {
    expect(await reported('POST', '/api/accounts', { code: 'ee', country: 'de' })).toEqual([
      422,
      ['code UNSOUND 5.V1', 'country ODD 5.V2'],
    ]);
    expect(await reported('POST', '/api/accounts', { code: 'f'.repeat(21) })).toEqual([
      422,
      ['code TOO_LONG 3.Account.code'],
    ]);
  });

  test('of a file row by row', async () => {
    const rows = Array.from({ length: 60 }, (_, row) =>
      row % 20 === 7 ? 'gg' : `r${String.fromCodePoint(200 + row)}`,
    );
    const answer = await accounts.ask('POST', '/api/accounts/import?dry_run=true', {
      body: `code\n${rows.join('\n')}\n`,
      headers: { 'content-type': 'text/csv' },
    });
    const { rows: read } = answer.json<ImportView>();
    const wrong = read.flatMap(({ errors, line }) => errors.map(({ code }) => [line, code]));
    expect(wrong).toEqual([9, 29, 49].map((line) => [line, 'UNSOUND']));
  });

  test('of a text as long as a request may be', async () => {
    expect(await reported('POST', '/api/accounts', { code: 'ok', long: 'é'.repeat(290_000) })).toEqual([201, []]);
    expect(await reported('POST', '/api/accounts', { code: 'ok', long: 'é'.repeat(310_000) })).toEqual([
      422,
      ['long LONG 5.V3'],
    ]);
  });
});

describe('9: a function that gives nothing refuses by its clause', () => {
  test.each(['loop', 'throw', 'number', 'nothing', 'process', 'fetch', 'clock', 'chance', 'pollute', 'unknown'])(
    '%s',
    async (kind) => {
      const [status, answer] = await ask('POST', '/api/probes', { kind });
      expect([status, answer]).toMatchObject([
        422,
        { code: 'FUNCTION_FAILED', detail: 'Nobody knows.', clause: '9.probed', errors: [{ clause: '9.probed' }] },
      ]);
      // Nothing else of it is left, and the product goes on.
      expect(await reported('POST', '/api/probes', { kind: 'right' })).toEqual([201, []]);
      expect(await reported('POST', '/api/probes', { kind: 'wrong' })).toEqual([400, ['skipped INVALID 5.V5']]);
    },
  );

  test('it is not called where it decides nothing', async () => {
    expect(await reported('POST', '/api/probes', { kind: 'throw', skipped: true })).toEqual([201, []]);
  });

  test('other requests are answered while it runs', async () => {
    const order: string[] = [];
    const hangs = ask('POST', '/api/probes', { kind: 'search' }).then(() => order.push('search'));
    await ask('GET', '/api/probes').then(() => order.push('list'));
    await hangs;
    expect(order).toEqual(['list', 'search']);
  });
});
