import { describe, expect, test } from 'vitest';
import { cellOffset, emphasisIn, readCell } from './cell.ts';

function cell(source: string) {
  return readCell(source, { file: 'a.md', start: 0, end: source.length });
}

describe('a cell is read from its source text', () => {
  test.each<[string, string, boolean]>([
    ['a * b * c', 'a * b * c', false],
    ['`a * b`', 'a * b', true],
    ['``a ` b``', 'a ` b', true],
    ['` a `', 'a', true],
    ['`a` and `b`', '`a` and `b`', false],
    ['a \\| b', 'a | b', false],
    ['`a \\|\\| b`', 'a || b', true],
    ['/a\\\\b/', '/a\\\\b/', false],
    ['/\\\\\\|/', '/\\\\|/', false],
    ['a<br>b<BR />c', 'a\nb\nc', false],
    ['`a = 1<br>b = 2`', 'a = 1\nb = 2', true],
    ['`a = 1`<br>`b = 2`', 'a = 1\nb = 2', true],
    ['`a`<br>b', '`a`\nb', false],
    ['a < b', 'a < b', false],
    ['a\tb', 'a b', false],
    ['a  \t b<br>  c', 'a b\nc', false],
    ['`a  b`', 'a  b', true],
    ['`a\tb`', 'a\tb', true],
    ['`', '`', false],
    ['&gt;', '&gt;', false],
  ])('%s', (source, text, quoted) => {
    expect(cell(source)).toMatchObject({ text, quoted });
  });

  test('each of its characters has its place in the source', () => {
    for (const source of ['`a \\| b`<br>`c`', 'x  \\| y<br>z', '`plain`']) {
      const read = cell(source);
      for (let index = 0; index < read.text.length; index++) {
        const at = source.slice(cellOffset(read, index));
        const character = read.text[index] as string;
        const written = { '\n': /^`?<br>/, '|': /^\\?\|/ }[character];
        expect(written?.test(at) ?? at.startsWith(character)).toBe(true);
      }
      expect(cellOffset(read, read.text.length)).toBe(read.span.end);
    }
  });
});

test.each([
  ['', 'empty'],
  ['none', 'none'],
  ['—', 'none'],
  ['Not Shown', 'not shown'],
  ['tbd', 'not shown'],
  ['?', 'not shown'],
  ['`none`', null],
  ['none.', null],
  ['nothing', null],
])('the absence of %s is %s', (source, absence) => {
  expect(cell(source).absence).toBe(absence);
});

test.each([
  ['a*b*c', '*b*'],
  ['x and _y_', '_y_'],
  ['a * b * c', null],
  ['snake_case_name', null],
  ['`a*b*c`', null],
  ['`a*b` and c*d', null],
])('the emphasis in %s is %s', (source, expected) => {
  const span = emphasisIn(cell(source));
  expect(span === null ? null : source.slice(span.start, span.end)).toBe(expected);
});
