import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEngine, makeScratchFolder, openPool } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { scanCsv } from '../commands/load/csv-file.ts';
import { runNonet } from '../fixtures/nonet-command.ts';
import { beginDocument } from './begin-document.ts';
import { NotReadable } from './foreign.ts';
import { formOf } from './forms.ts';
import { readWorkbook } from './read-workbook.ts';

async function begin(name: string, content: Buffer) {
  const form = formOf({ name, content });
  if (form === null) throw new Error(`No form reads ${name}.`);
  return beginDocument('Imported', form, { name, content });
}

async function workbookOf(sheets: Readonly<Record<string, SheetData>>): Promise<Buffer> {
  return writeXlsxFile(Object.entries(sheets).map(([sheet, data]) => ({ sheet, data }))).toBuffer();
}

/** The same workbook with other text in one of its parts. */
function withPart(workbook: Buffer, part: string, change: (xml: string) => string): Buffer {
  const parts = unzipSync(workbook);
  const xml = strFromU8(parts[part] ?? new Uint8Array());
  return Buffer.from(zipSync({ ...parts, [part]: strToU8(change(xml)) }));
}

/** The same archive, whose directory states another size for each part. */
function withStatedSize(workbook: Buffer, size: number): Buffer {
  const changed = Buffer.from(workbook);
  const entry = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (let at = changed.indexOf(entry); at >= 0; at = changed.indexOf(entry, at + 4))
    changed.writeUInt32LE(size, at + 24);
  return changed;
}

const moment = (text: string) => ({ value: new Date(text), type: Date, format: 'yyyy-mm-dd hh:mm' });
const day = (text: string) => ({ value: new Date(`${text}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' });
const timeOfDay = (hours: number) => ({ value: hours / 24, type: Number, format: 'hh:mm' });

const CLUB = {
  Members: [
    ['Members of the club'],
    ['Name', 'Born on', 'Active', 'Score', 'Since', 'Comes at', 'Post code', 'Remark', 'E-mail'],
    [
      'Ann',
      day('1990-02-28'),
      true,
      1.5,
      moment('2024-01-01T10:00:00Z'),
      timeOfDay(9.5),
      '01234',
      'x',
      'ann@example.com',
    ],
    [],
    ['Ben', day('2000-02-29'), false, 0.1 + 0.2, moment('2024-01-02T00:00:00Z'), timeOfDay(18), '56789', 7, null],
  ],
  Fees: [
    ['year', 'amount'],
    [2026, 12],
  ],
  Drafts: [[null]],
} satisfies Readonly<Record<string, SheetData>>;

describe('a workbook', async () => {
  const workbook = await workbookOf(CLUB);
  const { text, leftOut, errors } = await begin('club.xlsx', workbook);

  test.each([
    ['texts', '| name (Name) | text | | | 2 of 2 rows have a value, all different, at most 3 characters |'],
    ['days', '| born_on (Born on) | date | | | 2 of 2 rows have a value, all different |'],
    ['booleans', '| active (Active) | boolean | | | 2 of 2 rows have a value, all different |'],
    [
      'numbers as a spreadsheet shows them',
      '| score (Score) | decimal(2, 1) | | | 2 of 2 rows have a value, all different |',
    ],
    ['instants without a zone', '| since (Since) | not shown | | | 2 of 2 rows have a value, all different |'],
    ['times of day', '| comes_at (Comes at) | time | | | 2 of 2 rows have a value, all different |'],
    [
      'texts of digits',
      '| post_code (Post code) | text | | | 2 of 2 rows have a value, all different, at most 5 characters |',
    ],
    [
      'texts and numbers',
      '| remark (Remark) | text | | | 2 of 2 rows have a value, all different, at most 1 characters, text and number |',
    ],
    [
      'texts of one form, with a gap',
      '| e_mail (E-mail) | email | optional | | 1 of 2 rows have a value, all different |',
    ],
    ['the second sheet', '| amount | integer | | | 1 of 1 rows have a value, all different |'],
  ])('has a field for %s', (_what, row) => {
    expect(text.split('\n')).toContain(row);
  });

  test('lists what it could not take by the cell', () => {
    expect([errors, leftOut.map(({ place, what }) => `${place}: ${what}`)]).toEqual([
      [],
      [
        'club.xlsx: Members!A1: a row above the names of the columns',
        'club.xlsx: Members!E2: Since has instants whose zone is not known: its type is not shown',
        'club.xlsx: Drafts: the sheet has no values',
      ],
    ]);
  });

  test('has an entity for each sheet, and one sheet without a name is called like its file', async () => {
    expect(text.match(/^### .*$/gm)).toEqual(['### Member', '### Fee']);
    const alone = await begin('old clubs.xlsx', await workbookOf({ Sheet1: CLUB.Fees }));
    expect(alone.text).toContain('### OldClub');
  });
});

test('a workbook of the 1904 date system counts its days from there', async () => {
  const of1904 = withPart(await workbookOf({ Days: [['day'], [day('2024-02-29')]] }), 'xl/workbook.xml', (xml) =>
    xml.replace(/<workbookPr[^>]*>|(?=<sheets>)/, '<workbookPr date1904="1"/>'),
  );
  const [sheet] = await readWorkbook(of1904);
  expect(sheet?.rows[1]).toEqual([{ kind: 'date', text: '2028-03-01' }]);
});

test.each<[string, string, (workbook: Buffer) => Buffer, string | RegExp]>([
  ['a text', 'workbook', () => Buffer.from('name,age\n'), /no XLSX file/],
  ['a workbook that was cut off', 'workbook', (whole) => whole.subarray(0, 2000), /no XLSX file/],
  [
    'an archive of something else',
    'workbook',
    () => Buffer.from(zipSync({ 'a.xml': strToU8('<a/>') })),
    /no xl\/workbook\.xml/,
  ],
  [
    'a row beyond the last one',
    'Fees!',
    (whole) => withPart(whole, 'xl/worksheets/sheet1.xml', (xml) => xml.replace('<row r="2"', '<row r="999999999"')),
    /at most 1048576 rows/,
  ],
  [
    'a table of more cells than can be read',
    'Fees!ZZZ1000000',
    (whole) => withPart(whole, 'xl/worksheets/sheet1.xml', (xml) => xml.replaceAll('"B2"', '"ZZZ1000000"')),
    /up to 10 million cells/,
  ],
  [
    'parts that are huge when they are unpacked',
    'workbook',
    (whole) => withStatedSize(whole, 200_000_000),
    /more than 150 MB/,
  ],
])('%s is refused at its place', async (_what, place, change, message) => {
  const workbook = change(await workbookOf({ Fees: CLUB.Fees }));
  const refused = await begin('club.xlsx', workbook).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(NotReadable);
  expect(refused).toMatchObject({ message: expect.stringMatching(message), place: expect.stringContaining(place) });
});

test('the value of a formula is taken, and an error is none', async () => {
  const workbook = withPart(await workbookOf({ Fees: CLUB.Fees }), 'xl/worksheets/sheet1.xml', (xml) =>
    xml
      .replace(/(<c r="A2"[^>]*>)/, '$1<f>2000+26</f>')
      .replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
  );
  const { text, leftOut } = await begin('fees.xlsx', workbook);
  expect(text).toContain('| year | integer | | | 1 of 1 rows have a value, all different |');
  expect(leftOut.map(({ place, what }) => `${place}: ${what}`)).toContain('fees.xlsx: Fees!B2: #DIV/0! is no value');
});

test.each([
  ['', 'has several sheets: --sheet names the one to load. It has: Members, Fees, Drafts.'],
  ['#Nobody', 'has no sheet "Nobody". It has: Members, Fees, Drafts.'],
  ['#Drafts', 'the sheet Drafts has no values.'],
])('the sheet to load is one that is there: club.xlsx%s', async (sheet, message) => {
  const folder = await makeScratchFolder('workbook');
  const file = path.join(folder, 'club.xlsx');
  await writeFile(file, await workbookOf(CLUB));
  await expect(scanCsv(`${file}${sheet}`)).rejects.toThrow(message);
  await rm(folder, { recursive: true });
});

test('`nonet load` takes the rows of a sheet', async () => {
  const folder = await makeScratchFolder('workbook');
  const database = await createTestDatabase();
  const place = { folder, environment: { DATABASE_URL: database.url } };
  await writeFile(path.join(folder, 'club.xlsx'), await workbookOf(CLUB));
  const begun = await begin('club.xlsx', await workbookOf(CLUB));
  const text = begun.text.replace('| since (Since) | not shown |', '| since (Since) | text |');
  await writeFile(path.join(folder, 'spec.md'), text);
  await createProduct(text, database.url);
  const loaded = runNonet(place, ['load', 'Member', 'club.xlsx', '--sheet', 'Members']);
  expect([loaded.stderr, loaded.stdout]).toEqual(['', '2 records of Member loaded.\n']);
  const rows = await rowsOf(
    database.url,
    'select name, born_on::text, active, score, comes_at::text, post_code from member order by name',
  );
  expect(rows).toEqual([
    { name: 'Ann', born_on: '1990-02-28', active: true, score: '1.5', comes_at: '09:30:00', post_code: '01234' },
    { name: 'Ben', born_on: '2000-02-29', active: false, score: '0.3', comes_at: '18:00:00', post_code: '56789' },
  ]);
  // Nothing goes in twice, and a row that is refused is named by its number in the sheet.
  await writeFile(
    path.join(folder, 'fees.xlsx'),
    await workbookOf({ Fees: [['year', 'amount'], [2026, 12], [], ['?', 1]] }),
  );
  expect(runNonet(place, ['load', 'Fee', 'fees.xlsx', '--report', 'refused.csv'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('fees.xlsx:4'),
  });
  await database.drop();
  await rm(folder, { recursive: true });
});

async function createProduct(text: string, databaseUrl: string): Promise<void> {
  const { plan } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (plan === null) throw new Error('The document has errors.');
  await (await createEngine({ plan, databaseUrl })).close();
}

async function rowsOf(databaseUrl: string, query: string): Promise<readonly unknown[]> {
  const pool = openPool(databaseUrl, { connections: 1 });
  try {
    return (await pool.query<Record<string, unknown>>(query)).rows;
  } finally {
    await pool.end();
  }
}
