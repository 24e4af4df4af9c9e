import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const CUSTOMER = '11111111-1111-4111-8111-111111111111';
const LINES = [
  { text: 'Bench | plane', hours: '1.50', amount: '1200.00' },
  { text: '[here](https://e.example) **x**', hours: '0.50', amount: '34.50' },
];

let served: TestServer;
let clerk: string;
let customer: string;
let helper: string;
let papers: string;

beforeAll(async () => {
  served = await serve(planFrom('./invoices.md'));
  clerk = await join(served, 'clerk@example.com', ['clerk']);
  customer = await join(served, 'ann@example.com', [], CUSTOMER);
  helper = await join(served, 'help@example.com', ['helper']);
  papers = await invoice({ note: 'Two\nlines', margin: '12.00', lines: LINES });
});

afterAll(() => served.close());

/** The address of the papers of a new invoice. */
async function invoice(more: object): Promise<string> {
  const body = { customer: CUSTOMER, day: '2026-11-21', kind: 'work', ...more };
  const answer = await served.ask('POST', '/api/invoices', { cookie: clerk, body });
  expect(answer.statusCode).toBe(201);
  return `/api/invoices/${answer.json<{ id: string }>().id}/papers`;
}

async function wordsFor(cookie: string | null, name: string, of = papers) {
  const more = cookie === null ? {} : { cookie };
  const answer = await served.ask('GET', `${of}/${name}`, { ...more, headers: { accept: 'application/json' } });
  return {
    status: answer.statusCode,
    ...answer.json<{ text?: string; code?: string; clause?: string; title?: string }>(),
  };
}

const pdf = (cookie: string, name: string, of = papers) => served.ask('GET', `${of}/${name}`, { cookie });

describe('the words of a paper', () => {
  test('are those of the document with the values of the record', async () => {
    expect(await wordsFor(clerk, 'invoice')).toEqual({
      status: 200,
      title: 'Invoice INV-0001',
      language: 'en',
      text: [
        '# Invoice INV-0001\n\n**ann**\n',
        'Please pay **€1,234.50** by Dec 5, 2026.\n',
        '| Work | Hours | Amount |\n| --- | ---: | ---: |',
        '| Bench | plane | 1.50 | €1,200.00 |',
        '| [here](https://e.example) **x** | 0.50 | €34.50 |',
        '| Together | | €1,234.50 |\n\n',
        '> Two\nlines\n\n',
        'Kind: Work. Open.',
      ].join('\n'),
    });
  });

  const READERS: readonly (readonly [
    rule: string,
    reader: () => string,
    has: readonly string[],
    not: readonly string[],
  ])[] = [
    ['a condition that may not be read leaves its part out', () => customer, ['€1,234.50 |\n\n[left out]\n'], ['Two']],
    ['a field that may not be read is marked', () => helper, ['pay **[left out]** by'], ['€1,234.50']],
    ['a row that may not be read is not there', () => helper, ['| Bench | plane |'], ['[here]']],
    ['a total of which a row may not be read is marked', () => helper, ['| Together | | [left out] |'], []],
  ];
  test.each(READERS)('%s', async (_rule, reader, has, not) => {
    const { text } = await wordsFor(reader(), 'invoice');
    for (const words of has) expect(text).toContain(words);
    for (const words of not) expect(text).not.toContain(words);
  });

  test('are in the language of the paper, whatever its reader prefers', async () => {
    const headers = { accept: 'application/json', 'accept-language': 'de' };
    const answer = await served.ask('GET', `${papers}/slip`, { cookie: clerk, headers });
    expect(answer.json<{ text: string }>().text).toMatch(/^ann: €\s1\.234,50, 21 nov 2026, marge/);
  });
});

describe('a paper is refused', () => {
  const CASES: readonly (readonly [rule: string, reader: () => string | null, name: string, problem: object])[] = [
    ['who may read the record may not make it', () => customer, 'slip', { code: 'FORBIDDEN', clause: '7.slip.for' }],
    ['nobody is signed in', () => null, 'invoice', { code: 'UNAUTHENTICATED' }],
    ['there is none of this name', () => clerk, 'receipt', { code: 'NOT_FOUND' }],
    ['a part of it is not shown', () => clerk, 'draft', { code: 'NOT_SPECIFIED', clause: '7.draft.title' }],
  ];
  test.each(CASES)('if %s', async (_rule, reader, name, problem) => {
    expect(await wordsFor(reader(), name)).toMatchObject(problem);
  });

  test('if its reader may not read the record, as if there is none', async () => {
    const other = await join(served, 'other@example.com', []);
    expect((await wordsFor(other, 'invoice')).code).toBe('NOT_FOUND');
  });
});

describe('the PDF of a paper', () => {
  test('is tagged, says its language, holds its fonts, and is the same each time', async () => {
    const [first, second] = [await pdf(clerk, 'invoice'), await pdf(clerk, 'invoice')];
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toBe('application/pdf');
    expect(first.headers['content-disposition']).toContain('inline; filename="Invoice INV-0001.pdf"');
    const content = first.rawPayload.toString('latin1');
    expect(content).toMatch(/^%PDF-1\.7/);
    for (const part of ['/StructTreeRoot', '/Marked true', '/Lang', '/S/Table', '/S/TH', '/FontFile2', '/Alt'])
      expect(content.replaceAll(/\/S \//g, '/S/')).toContain(part);
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
  });

  test('is not made again for who has it', async () => {
    const { headers } = await pdf(clerk, 'slip');
    const again = { 'if-none-match': String(headers['etag']) };
    expect((await served.ask('GET', `${papers}/slip`, { cookie: clerk, headers: again })).statusCode).toBe(304);
  });

  // A run of letters without a blank, marks or signs without an end: what has hung or broken a typesetter.
  const HOSTILE: readonly (readonly [what: string, text: string])[] = [
    ['100,000 letters', 'x'.repeat(100_000)],
    ['letters from right to left', '\u05d0'.repeat(40_000)],
    ['marks over one letter', `a${'\u0301'.repeat(100_000)}`],
    ['emoji', '\u{1f600}'.repeat(20_000)],
    ['signs of directions', 'a \u202e b \u2066 c \u2069\u2069 \u200f end'],
    ['signs that nobody sees', `a${'\u200c'.repeat(100_000)}`],
    ['blanks that hold together', `a${'\u00a0'.repeat(100_000)}b`],
    ['programs of the typesetter', '#eval("1") $x$ #{panic()} \\ `a` <b> @c'],
  ];
  test.each(HOSTILE)('holds %s', async (_what, text) => {
    const of = await invoice({ note: text, lines: LINES });
    expect((await pdf(clerk, 'invoice', of)).statusCode).toBe(200);
  });
});
