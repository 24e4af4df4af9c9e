import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Words that names must not contain, each with the field's word (CONTRIBUTING.md). */
const PLAIN: Readonly<Record<string, string>> = {
  deed: 'action',
  gathering: 'batch',
  hopeless: 'excluded',
  mend: 'fix',
  mended: 'fixed',
  misstated: 'fix',
  passage: 'transaction',
  patience: 'timeout',
  surroundings: 'environment, context',
  takers: 'actors',
  told: 'reported, shown, answered, notified',
  untaken: 'unusable',
};
/** One of them as a whole word of a name: `told`, `isTold`, `TOLD_OF`, `told-of.ts`. */
const [SMALL, LARGE] = [
  Object.keys(PLAIN).join('|'),
  Object.keys(PLAIN)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('|'),
];
const IN_NAME = new RegExp(
  `(?<![A-Za-z])(?:${SMALL})(?![a-z])|(?:${LARGE})(?![a-z])|\\b(?:${SMALL.toUpperCase()})(?=_|\\b)`,
  'g',
);
/** Texts and comments, in which these are words like any others. */
const PROSE = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}=;()]*</g;

function namesIn(source: string): readonly string[] {
  return source.replaceAll(PROSE, '').match(IN_NAME) ?? [];
}

test.each<[source: string, words: readonly string[]]>([
  ['const isTold = told(x); // told', ['Told', 'told']],
  ["const TOLD_OF = 'told';", ['TOLD']],
  ['recommended(appended, toldest, untold)', []],
])('%s', (source, words) => {
  expect(namesIn(source)).toEqual(words);
});

test('names are made of the words of the field', () => {
  const files = globSync('{packages/*/{src,bin},scripts,bench}/**/*.{ts,tsx}', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(1500);
  const found = files.flatMap((file) => {
    const names = [...namesIn(file.replaceAll('/', ' ')), ...namesIn(readFileSync(path.join(ROOT, file), 'utf8'))];
    return names.map((name) => `${file}: ${name} (${PLAIN[name.toLowerCase()]})`);
  });
  expect(found.filter((each) => !each.startsWith('scripts/plain-names'))).toEqual([]);
});
