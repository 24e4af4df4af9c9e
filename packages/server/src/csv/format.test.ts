import { describe, expect, test } from 'vitest';
import { csvRow, textCell } from './format.ts';

test('cells with separators, quotes or line ends are quoted (RFC 4180)', () => {
  expect(csvRow(['a', 'b,c', 'say "no"', 'two\nlines', ''])).toBe('a,"b,c","say ""no""","two\nlines",\r\n');
});

describe('a text that a spreadsheet would run is made harmless', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\0=1'])('%j', (text) => {
    expect(textCell(text)).toBe(`'${text}`);
  });
  test('and nothing else is changed', () => {
    expect(textCell('a=1')).toBe('a=1');
    expect(textCell('')).toBe('');
  });
});
