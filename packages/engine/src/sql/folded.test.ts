import { foldText } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateOwnTables } from '../migrate/own.ts';
import { openPool, type Pool, transaction } from '../store/pool.ts';
import { foldedColumn, foldedText } from './searched-columns.ts';

let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase({ isEmpty: true });
  drop = database.drop;
  pool = openPool(database.url, { connections: 1 });
  await transaction(pool, (client) => migrateOwnTables(client), { isolation: 'read committed', attempts: 1 });
});
afterAll(async () => {
  await pool.end();
  await drop();
});

async function foldedByDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ folded: string[]; as_columns: string[] }>(
    `select array_agg(${foldedText('text')} order by place) as folded, array_agg(${foldedColumn('text')} order by place) as as_columns
     from unnest($1::text[]) with ordinality of (text, place)`,
    [texts],
  );
  const [row] = rows;
  expect(row?.as_columns).toEqual(row?.folded);
  return row?.folded ?? [];
}

const unlike = (texts: readonly string[], folded: readonly string[]): string[] =>
  texts.flatMap((text, place) =>
    folded[place] === foldText(text)
      ? []
      : [`${text} (${text.codePointAt(0)?.toString(16)}): ${folded[place]}, ${foldText(text)}`],
  );

/** Capitals that came with Unicode 11 and later: PostgreSQL may be built with an older ICU, and leaves them as they are. */
const NEW_CAPITALS =
  /[\u{1c89}-\u{1cbf}\u{2c2f}\u{a7b8}-\u{a7f5}\u{10570}-\u{10595}\u{10d50}-\u{10d65}\u{16e40}-\u{16e5f}\u{16ea0}-\u{16eb8}]/u;

test('PostgreSQL and JavaScript fold each character alike', async () => {
  const characters: string[] = [];
  for (let point = 1; point < 0x2_ff00; point++) {
    const character = String.fromCodePoint(point);
    if (/^[^\p{Cn}\p{Cs}\p{Co}]$/u.test(character) && !NEW_CAPITALS.test(character)) characters.push(character);
  }
  expect(characters.length).toBeGreaterThan(140_000);
  expect(unlike(characters, await foldedByDatabase(characters))).toEqual([]);
});

test('PostgreSQL and JavaScript fold texts alike, once and for all', async () => {
  const unit = fc.oneof(
    fc.constantFrom(
      ...'aIßẞøØÆŒþŁıİΣσςΐéÉüёй가각ハ゛パ',
      'e\u0301',
      'u\u0308',
      '\u0307',
      '\u0345',
      '’',
      '–',
      ' ',
      '-',
      '1',
      '%',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((letter) => !NEW_CAPITALS.test(letter)),
  );
  const texts = fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const folded = await foldedByDatabase(all);
      expect(unlike(all, folded)).toEqual([]);
      expect(unlike(folded, folded)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
