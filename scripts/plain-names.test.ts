import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Words that names must not contain, each with the field's word (CONTRIBUTING.md). */
const PLAIN: Readonly<Record<string, string>> = {
  deed: 'action',
  gathering: 'batch',
  gather: 'find, make',
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

/** Beginnings and words of comments that their readers stumble over, each with its remedy. */
const PLAIN_COMMENTS: readonly (readonly [found: RegExp, remedy: string])[] = [
  [
    /^What(?:ever)?\b(?! (?:is|are|does|do|did|was|were|has|have|should|if)\b[^.]*\?)/,
    'name the thing: “The values that …”',
  ],
  [/\b(?:mend(?:s|ed|ing)?|misstated|deeds?|hopeless)\b/, 'correct, fix; action; excluded'],
  [/^(?:Of|Behind|Beside) [^:`]*, /, 'begin with the subject'],
];
/** A comment with its text, without its signs. */
const COMMENT = /\/\*\*?\s*([^]*?)\s*\*\/|(?<=^\s*)\/\/ (.*)/gm;

function commentsIn(source: string): readonly string[] {
  return [...source.matchAll(COMMENT)].map(([, block, line]) => (block ?? line ?? '').replaceAll(/\n\s*\* ?/g, ' '));
}

function unplainComments(source: string): readonly string[] {
  return commentsIn(source).flatMap((comment) => {
    const found = PLAIN_COMMENTS.find(([pattern]) => pattern.test(comment));
    return found === undefined ? [] : [`${comment.slice(0, 60)} (${found[1]})`];
  });
}

test.each<[source: string, count: number]>([
  ['/** What a gap leaves open. */', 1],
  ['/** The part that a gap leaves open; what else. */', 0],
  ['  // Behind an `if` a second one means nothing.', 0],
  ['  // Of the whole list, each record is judged.', 1],
  ["const text = '// What';", 0],
  ['/**\n * A record that somebody\n * mended.\n */', 1],
])('%s', (source, count) => {
  expect(unplainComments(source)).toHaveLength(count);
});

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

test('comments begin with their subject, in the words of the field', () => {
  const files = globSync('{packages/*/{src,bin},scripts,bench}/**/*.{ts,tsx}', { cwd: ROOT });
  const found = files.flatMap((file) =>
    unplainComments(readFileSync(path.join(ROOT, file), 'utf8')).map((comment) => `${file}: ${comment}`),
  );
  expect(found.filter((each) => !each.startsWith('scripts/plain-names'))).toEqual([]);
});
