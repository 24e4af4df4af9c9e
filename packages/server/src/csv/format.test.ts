import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow, textCell, textOfCell } from './format.ts';

test('cells with separators, quotes or line ends are quoted (RFC 4180)', () => {
  expect(csvRow(['a', 'b,c', 'say "no"', 'two\nlines', ''])).toBe('a,"b,c","say ""no""","two\nlines",\r\n');
});

describe('a text that a spreadsheet would run is made harmless', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\0=1'])('%j', (text) => {
    expect(textCell(text)).toBe(`'${text}`);
  });
  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a;b;-1;c', "a;b;'-1;c"],
    [';@x', ";'@x"],
  ])('after a semicolon: %j', (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });
  test('and nothing else is changed', () => {
    expect(textCell('a; b = -1')).toBe('a; b = -1');
    expect(textCell('a=1')).toBe('a=1');
    expect(textCell('')).toBe('');
  });
});

test('an escaped formula is read back unchanged', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom("'", '=', '-', '\t', 'a', ';')).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (given) => {
      expect(textOfCell(textCell(given))).toBe(given);
    }),
  );
  expect(textOfCell("'s-Hertogenbosch")).toBe("'s-Hertogenbosch");
});
