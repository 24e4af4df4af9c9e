import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { exampleDocuments } from '../fixtures/documents.ts';
import { type Change, KINDS, mutate } from '../fixtures/mutations.ts';
import { lineMap, lineText } from '../source/lines.ts';
import type { Span } from '../source/span.ts';
import { format } from './format.ts';
import { type Parsed, parse } from './parse.ts';
import type { Block, Cell, Section, SpecTree } from './tree.ts';

const documents = exampleDocuments().flatMap(({ files }) => files.map(({ text }) => text));

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(100_000),
  piece: fc.nat(100_000),
});

/** A part of a real document with some changes. */
const mutated: fc.Arbitrary<string> = fc
  .record({
    document: fc.constantFrom(...documents),
    from: fc.nat(500),
    count: fc.integer({ min: 1, max: 40 }),
    changes: fc.array(change, { maxLength: 8 }),
    end: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ document, from, count, changes, end }) => {
    const lines = document.split('\n');
    const start = from % lines.length;
    return mutate(lines.slice(start, start + count).join('\n'), changes, { lineEnd: end });
  });

const parsed = (text: string): Parsed => parse({ path: 'spec.md', text }, () => ({ kind: 'missing' }));

describe('every line of a document is accounted for', () => {
  test('each lies within a heading or block of the tree, or within a diagnostic', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const result = parsed(text);
        const covered = spans(result.tree, text).concat(...result.diagnostics.map(placesOf));
        const lines = lineMap({ path: 'spec.md', text });
        const lost = lines.starts.flatMap((start, line) => {
          const words = lineText(lines, line);
          if (words.trim() === '') return [];
          const from = start + words.length - words.trimStart().length;
          const to = start + words.trimEnd().length;
          return covered.some((span) => span.start < to && from < Math.max(span.end, span.start + 1)) ? [] : [words];
        });
        expect(lost).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('and spans lie within the text, in order', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const { tree, diagnostics } = parsed(text);
        for (const span of [...spans(tree, text), ...diagnostics.flatMap(placesOf)]) {
          expect(span.start).toBeLessThanOrEqual(span.end);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(span.start).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the formatter', () => {
  test.each(documents.map((text, index): [number, string] => [index, text]))(
    'leaves real document %i as it is',
    (_, text) => {
      expect(format(text)).toBe(text.endsWith('\n') ? text : `${text}\n`);
    },
  );

  test('changes nothing that a document says', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        expect(meaning(format(text))).toEqual(meaning(text));
      }),
      { numRuns: 400 },
    );
  });

  test('twice is once', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const once = format(text);
        expect(format(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });

  test.each<[string, string, string]>([
    [
      'a line of nothing but an invisible character, which is no row of a table',
      '| a |\n| --- |\n| b |\n\u0000\n| c |\n| --- |\n',
      '| a |\n| --- |\n| b |\n\u0000\n| c |\n| --- |\n',
    ],
    ['unpadded tables', '|  a   |b|\n|:-----|--:|\n|1     |   |\n', '| a | b |\n| --- | --- |\n| 1 | |\n'],
    ['tables without outer bars', 'a | b\n--- | ---\n1 | 2\n', '| a | b |\n| --- | --- |\n| 1 | 2 |\n'],
    ['a row with another number of cells keeps it', '|a|b|\n|-|-|\n|1|\n', '| a | b |\n| --- | --- |\n| 1 |\n'],
    [
      'one empty line around headings and tables',
      'x\n## 1. A\n\n\n|a|\n|-|\nx',
      'x\n\n## 1. A\n\n| a |\n| --- |\n| x |\n',
    ],
    ['words for not shown, in cells', '|a|\n|-|\n|tbd|\n|`tbd`|\n', '| a |\n| --- |\n| not shown |\n| `tbd` |\n'],
    ['words for not shown, as a body', '## 2. A\nunknown\n', '## 2. A\n\nnot shown\n'],
    ['prose before the points', 'unknown\n', 'unknown\n'],
    ['blanks at the ends of lines', 'a \t\n# b  \n', 'a\n\n# b\n'],
    ['a break of a line is meant', 'a   \nb\n', 'a  \nb\n'],
    ['code', '```\n a  \n\n\n|x|\n```  \n', '```\n a  \n\n\n|x|\n```\n'],
    ['Windows line ends', '# A\r\nb\r\n', '# A\r\n\r\nb\r\n'],
    ['nothing', ' \n', ''],
  ])('writes %s', (_, text, expected) => {
    expect(format(text)).toBe(expected);
  });
});

/** The places of headings, blocks and rows; not of whole sections, which contain all. */
function spans(tree: SpecTree, text: string): Span[] {
  const block = (one: Block): Span => one.span;
  const section = ({ heading, blocks, sections, span }: Section): Span[] => [
    { ...span, end: Math.max(heading.span.end, span.start + 1) },
    ...blocks.map(block),
    ...sections.flatMap(section),
  ];
  const title = tree.title === null ? [] : [titleLines(tree.title.span, text)];
  return [...title, ...tree.preamble.map(block), ...Object.values(tree.points).flatMap(section)];
}

/** The lines of a title, its prefix and underline included. */
function titleLines(span: Span, text: string): Span {
  const underline = /^\s*=+/.exec(text.slice(span.end))?.[0].length ?? 0;
  const start = Math.max(text.lastIndexOf('\n', span.start - 1), text.lastIndexOf('\r', span.start - 1)) + 1;
  return { ...span, start, end: span.end + underline };
}

function placesOf({ span, related = [] }: Diagnostic): Span[] {
  return [span, ...related.map((other) => other.span)];
}

/** A tree and its codes without places; a cell that is absent says so by its absence alone. */
function meaning(text: string): unknown {
  const { tree, diagnostics } = parsed(text);
  const cell = ({ text: words, quoted, absence, emphasis }: Cell): unknown =>
    absence === null ? [words, quoted, emphasis === undefined] : absence;
  const block = (one: Block): unknown => {
    if (one.kind === 'marker') return one.value;
    if (one.kind !== 'table') return [one.kind, one.text.replaceAll(/\r\n?/g, '\n')];
    return [one.headers.map((header) => header.text), one.rows.map((row) => row.cells.map(cell))];
  };
  const section = ({ level, heading, blocks, sections }: Section): unknown => [
    level,
    heading.text,
    blocks.map(block),
    sections.map(section),
  ];
  const points = Object.entries(tree.points).map(([name, point]) => [name, section(point)]);
  return [tree.title?.text, tree.preamble.map(block), points, diagnostics.map(({ code }) => code)];
}
