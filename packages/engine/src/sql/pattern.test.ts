import { createTestDatabase } from '@nonet/testing/database';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool, run } from '../store/pool.ts';
import { postgresPattern } from './pattern.ts';

let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 1 });
});

afterAll(async () => {
  await pool.end();
  await drop();
});

/** Whether PostgreSQL finds a match of the pattern in each of the texts. */
async function found(pattern: string, texts: readonly string[]): Promise<boolean[]> {
  const rows = await run<{ found: boolean }>(pool, {
    text: 'select (text collate "C" ~ $1::text) as found from unnest($2::text[]) with ordinality as t (text, place) order by place',
    values: [postgresPattern(pattern), texts],
    prepare: false,
  });
  return rows.map((row) => row.found);
}

const inJavaScript = (pattern: string, texts: readonly string[]): boolean[] =>
  texts.map((text) => RE2JS.compile(pattern).matcher(text).find());

const TEXTS = [
  '',
  'a',
  'A',
  'ab',
  'aab',
  'abc',
  'b\na',
  'a\n',
  '\n',
  'x-y',
  'a b',
  '7',
  '12.50',
  'Ärger',
  'äÄ',
  'ß',
  'K',
  'k',
  'K',
  'ſ',
  's',
  'ı',
  'i',
  'Σς',
  'σ',
  '😀',
  'a😀b',
  'Z9_',
  '[x]',
  'a.b',
  'a/b',
  '\\',
  '^$',
  '日本',
  'é',
  'a\tb',
  '-',
]; // prettier-ignore

test.each([
  'a',
  '^a$',
  '^$',
  '',
  '.',
  '(?s)^.$',
  '^.$',
  '^.{2,3}$',
  '(?m)^a',
  '(?m)b$',
  'b$',
  '[a-c]+',
  '[^a-z]',
  '[]x]',
  '[^]x]',
  '[-x]',
  '[a\\-z]',
  '\\d+\\.\\d{2}',
  '\\w',
  '^\\W+$',
  '\\s',
  '\\bb\\b',
  'a\\B',
  '\\Aa\\z',
  '[[:upper:]]',
  '[[:^alpha:]]',
  '\\p{L}',
  '\\pN',
  '^\\P{L}+$',
  '\\p{Greek}',
  '(?i)k',
  '(?i)S',
  '(?i)^ä+$',
  '(?i)[i-k]',
  '(?i)[]k]',
  '(?i)[^]k]',
  '(?:(?:\\pL{10}){10}){10}',
  '(?:[a-z]{1,100}){1,9}',
  '(?:\\b.\\B){0,100}$',
  '(?i:A)b',
  'a(?i)B',
  'x|^a|',
  '(a|b)*c',
  '(?:ab?){2,}',
  '(?P<name>a)b',
  '(?<name>a)b',
  'a+?b',
  'a{0}b',
  'a{,2}',
  '\\{2\\}',
  '\\Q[x]\\E',
  'a\\.b',
  'a\\/b',
  '\\x{1F600}',
  '\\x41',
  '\\141',
  '\\n',
  '[\\n\\t]',
  '(?:a{300}){2}',
  '^(|a)*$',
  '^(?:^a)*',
  '$|^',
  '(?-s).',
  '(?U)a+',
  '\\\\',
  '[^\\x00-\\x{10FFFF}]',
  '[😀-😂]',
  '(?i)σ',
])('%s finds the same in the database', async (pattern) => {
  expect(await found(pattern, TEXTS)).toEqual(inJavaScript(pattern, TEXTS));
}); // prettier-ignore

/** Patterns of a few signs, of which RE2 takes most. */
const atoms = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\w',
  '\\d',
  '\\s',
  '\\b',
  '\\B',
  '^',
  '$',
  '[ab]',
  '[^a]',
  '[a-z_]',
  '\\pL',
  'Ä',
  '😀',
  '(?i)',
  '(?-i)',
  '(?s)',
  '(?m)',
  '\\n',
  'k',
); // prettier-ignore
const patterns = fc.letrec<{ whole: string; part: string }>((tie) => ({
  whole: fc.array(tie('part'), { maxLength: 5 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    atoms,
    fc.tuple(atoms, fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '*?', '{2,}')).map((parts) => parts.join('')),
    fc.tuple(tie('whole'), fc.constantFrom('', '*', '+', '?', '{0,2}')).map(([inner, times]) => `(${inner})${times}`),
    fc.tuple(tie('whole'), tie('whole')).map(([left, right]) => `(?:${left}|${right})`),
    fc.tuple(tie('whole'), tie('whole')).map(([left, right]) => `(?i:${left}|${right})`),
  ),
})).whole;
const texts = fc.array(
  fc
    .array(fc.constantFrom('a', 'b', 'A', 'B', ' ', '\n', '_', '1', 'ä', 'Ä', '😀', 'k', 'K'), { maxLength: 6 })
    .map((all) => all.join('')),
  { minLength: 8, maxLength: 8 },
);

test('any pattern finds the same in any text', async () => {
  const isTaken = (pattern: string): boolean => {
    try {
      RE2JS.compile(pattern);
      return true;
    } catch {
      return false;
    }
  };
  await fc.assert(
    fc.asyncProperty(patterns.filter(isTaken), texts, async (pattern, all) => {
      expect([pattern, await found(pattern, all)]).toEqual([pattern, inJavaScript(pattern, all)]);
    }),
    { numRuns: 200 },
  );
});
