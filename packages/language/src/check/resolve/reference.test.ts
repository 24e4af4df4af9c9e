import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse as parseExpression } from '../../expression/parser.ts';
import { POINTS } from '../../points.ts';
import { lineMap, positionAt } from '../../source/lines.ts';
import type { SourceFile } from '../../source/span.ts';
import { readMarkdown } from '../../syntax/markdown.ts';
import { FUNCTIONS } from '../../vocabulary/functions.ts';
import { checkDocument } from '../check.ts';
import { readModule } from './constants/module.ts';
import { readPage } from './given-pages/read-page.ts';

const FOLDER = new URL('../../../../../docs/language/', import.meta.url);

interface Example {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const pages: readonly SourceFile[] = readdirSync(FOLDER)
  .toSorted()
  .map((path) => ({ path, text: readFileSync(new URL(path, FOLDER), 'utf8') }));

const examples: readonly Example[] = pages.flatMap((page) =>
  readMarkdown(page).blocks.flatMap((block) =>
    block.kind === 'fence'
      ? [
          {
            page: page.path,
            line: positionAt(lineMap(page), block.span.start).line,
            language: block.language,
            text: page.text.slice(block.content.start, block.content.end),
          },
        ]
      : [],
  ),
);

/** The outline of the first page, with what the page of each point has for it. */
function product(): string {
  const outline = examples.find(({ page, language }) => page === 'README.md' && language === 'markdown')?.text ?? '';
  return outline.replaceAll(/^## (\d)\..*$/gm, (heading: string, point: string) => {
    const own = examples.filter(({ page, language }) => page.startsWith(`${point}-`) && language === 'markdown');
    return [heading, ...own.map(({ text }) => text)].join('\n\n');
  });
}

test('the reference describes each function as the language defines it', () => {
  const rows = Object.values(FUNCTIONS).map(({ usage, meaning }) => `| \`${usage}\` | ${meaning} |`);
  const text = pages.find(({ path }) => path === 'expressions.md')?.text;
  expect(text).toContain(`| function | gives |\n| --- | --- |\n${rows.join('\n')}\n`);
});

describe('the examples of the reference', () => {
  test('are one product that states each point and has no diagnostics', () => {
    const { plan, diagnostics } = checkDocument({ path: 'spec.md', text: product() }, (path) => ({
      kind: 'file',
      text: examples.find(({ language }) => path.endsWith(`.${language}`))?.text ?? '',
    }));
    const reported = diagnostics.filter(({ severity }) => severity !== 'disclosure');
    expect(reported.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
    expect(plan?.openPoints).toEqual([]);
    expect(POINTS.map((_, index) => examples.some(({ page }) => page.startsWith(`${index + 1}-`)))).not.toContain(
      false,
    );
  });

  /** The diagnostics of an example that is not part of the document, by its language. */
  const READINGS: Readonly<Record<string, (example: string) => readonly string[]>> = {
    expr: (example) => parseExpression(example).problems.map(({ message }) => message),
    json: (example) => (JSON.stringify(JSON.parse(example)) === '' ? ['It is empty.'] : []),
    // The tests of the server send these, and compare the answers.
    http: (example) => (/^([A-Z]+ \/|HTTP\/1\.1 \d{3} )/.test(example) ? [] : ['It is no request and no answer.']),
    js: (example) => (readModule(example).kind === 'module' ? [] : ['It is no module.']),
    html: (example) => readPage(example).unread.map(({ reason }) => reason),
    diff: (example) => example.split('\n').filter((line) => !/^([-+]|$)/.test(line)),
  };

  const others = examples.filter(({ language }) => language !== 'markdown');

  test.each(others)('$page, line $line, is what it says', ({ language, text }) => {
    expect(READINGS[language]?.(text)).toEqual([]);
  });
});
