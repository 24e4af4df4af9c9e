import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse as parseExpression } from '../expression/parser.ts';
import { POINTS } from '../points.ts';
import { lineMap, positionAt } from '../source/lines.ts';
import { parse } from '../syntax/parse.ts';
import { readMarkdown } from '../syntax/markdown.ts';
import { FUNCTIONS } from '../vocabulary/functions.ts';
import { checkText } from './harness.ts';

const REFERENCE = {
  path: 'language.md',
  text: readFileSync(new URL('../../../../docs/language.md', import.meta.url), 'utf8'),
};

/** What each language of a fenced example is read as; what is wrong with it, if anything. */
const READINGS: Readonly<Record<string, (example: string) => readonly string[]>> = {
  '': wrongInDocument,
  markdown: wrongInDocument,
  expr: (example) => parseExpression(example).problems.map(({ message }) => message),
  json: (example) => (JSON.stringify(JSON.parse(example)) === '' ? ['It is empty.'] : []),
};

/** A document, with its words for what is to be filled in. Gaps are what an outline has. */
function wrongInDocument(example: string): readonly string[] {
  const { tree } = parse({ path: 'example.md', text: example }, () => ({ kind: 'missing' }));
  const missing = POINTS.filter((point) => tree.points[point] === undefined);
  const errors = checkText(example).diagnostics.filter(({ severity }) => severity === 'error' || severity === 'hint');
  return [...missing, ...errors.map(({ code, message }) => `${code} ${message}`)];
}

const examples = readMarkdown(REFERENCE).blocks.flatMap((block) =>
  block.kind === 'fence'
    ? [
        {
          language: block.language,
          line: positionAt(lineMap(REFERENCE), block.span.start).line,
          text: REFERENCE.text.slice(block.content.start, block.content.end),
        },
      ]
    : [],
);

test('the reference tells of each function what the language knows of it', () => {
  const rows = Object.values(FUNCTIONS).map(({ usage, meaning }) => `| \`${usage}\` | ${meaning} |`);
  expect(REFERENCE.text).toContain(`| function | gives |\n| --- | --- |\n${rows.join('\n')}\n\n`);
});

describe('the examples of the reference', () => {
  test('there are some', () => expect(examples.length).toBeGreaterThan(0));

  test.each(examples)('line $line is what it says', ({ language, text }) => {
    expect(Object.keys(READINGS)).toContain(language);
    expect(READINGS[language]?.(text)).toEqual([]);
  });
});
