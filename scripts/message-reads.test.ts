import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { messageReads } from './message-reads.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Files that read messages of others (PostgreSQL, a browser, a library), or only group equal ones. Code reads the
 * details of our own messages.
 */
const OF_OTHERS: Readonly<Record<string, string>> = {
  'packages/cli/src/fixtures/corpus/screens.ts': 'a browser',
  'packages/cli/src/import/structured-file.ts': 'the parsers of JSON and YAML, which add the place',
  'packages/cli/src/internal-fault.ts': 'any error, of which the first line is printed',
  'packages/cli/src/product-browser.ts': 'a browser',
  'packages/client/src/dev-events.ts': 'a stream of events',
  'packages/engine/src/migrate/conversions.ts': 'a full stop, which is left out where messages are listed',
  'packages/language/src/check/resolve/script-nodes.ts': 'the parser of JavaScript, which adds the place',
  'packages/language/src/fixtures/faults.ts': 'that no message has a hole',
  'packages/proof/src/report/causes.ts': 'differences, of which those that are alike are listed together',
  'packages/server/src/fixtures/event-stream.ts': 'a stream of events',
  'packages/server/src/operations/fault.ts': 'any error, of which a log hides the values',
  'packages/testing/src/products/lane.ts': 'faults of screens, of which those that are alike are listed together',
  'packages/testing/src/products/run.ts': 'a line break, which is printed with an indent',
  'packages/testing/src/story/pages.ts': 'a browser',
  'packages/ui/src/fields/places.ts': 'the words of the document, in which a label may stand',
};

test.each<[source: string, count: number]>([
  ["if (one.message.startsWith('This')) stop();", 1],
  ['const [, name] = /of (\\w+)/.exec(message) ?? [];', 1],
  ['found.filter(({ message }) => GUARD.test(message));', 1],
  ["const said = one.message.toLowerCase(); if (said.includes('null')) stop();", 1],
  ['const name = error?.message.match(/x/);', 1],
  ["if (found.details.why.endsWith('?')) stop();", 1],
  ['for (const { message: words } of found) if (GUARD.test(words)) stop();', 1],
  ['report(one.message); known.has(one.message); one.code.startsWith("N0");', 0],
])('%s', (source, count) => {
  expect(messageReads('a.ts', source)).toHaveLength(count);
});

/** Details of diagnostics that are text: no name of the document and no reason by its name. */
const TEXTS: Readonly<Record<string, string>> = {
  N033: "the operating system says why a file can't be read",
  N574: 'the text of another language',
  N575: 'the text of another language',
  N581: "the operating system says why a file can't be read",
  N584: 'the text of another language',
};

test('diagnostics keep as data what they are made from', () => {
  const files = globSync('packages/language/src/diagnostics/codes/**/*.ts', { cwd: ROOT });
  const codes = files.flatMap((file) => [
    ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(
      /(N\d{3}): code<\{[^}]*\b(?:consequence|detail|hint|message|reason|usage|why|words)\??: string\b/g,
    ),
  ]);
  expect(codes.map(([, code = '']) => code).toSorted()).toEqual(Object.keys(TEXTS));
});

test('no source decides by the words of a message of ours', () => {
  const files = globSync('{packages/*/{src,bin},scripts,bench}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !(file in OF_OTHERS),
  );
  expect(files.length).toBeGreaterThan(1000);
  const reads = files.flatMap((file) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    return source.includes('message')
      ? messageReads(file, source).map(({ line, text }) => `${file}:${line} ${text}`)
      : [];
  });
  expect(reads).toEqual([]);
});
