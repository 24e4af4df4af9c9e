import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineMap, lineText, offsetAt, positionAt } from './lines.ts';

test('counts lines from 1 and columns in code points', () => {
  const lines = lineMap({ path: 'a.md', text: 'ab\n😀c\r\n\rx' });
  expect(positionAt(lines, 0)).toEqual({ file: 'a.md', line: 1, column: 1 });
  expect(positionAt(lines, 5)).toEqual({ file: 'a.md', line: 2, column: 2 });
  expect(positionAt(lines, 9)).toEqual({ file: 'a.md', line: 4, column: 1 });
  expect(lines.starts.map((_, line) => lineText(lines, line))).toEqual(['ab', '😀c', '', 'x']);
});

test('leaves a byte order mark out of the first line', () => {
  const lines = lineMap({ path: 'a.md', text: '\ufeffab' });
  expect(positionAt(lines, 1)).toEqual({ file: 'a.md', line: 1, column: 1 });
  expect(lineText(lines, 0)).toBe('ab');
});

test('a place and its offset are the same, for every first half of a character', () => {
  const text = fc.array(fc.constantFrom('a', '😀', 'é', '\n', '\r\n', '\t'), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => {
      const lines = lineMap({ path: 'a.md', text: parts.join('') });
      let offset = 0;
      for (const part of parts) {
        expect(offsetAt(lines, positionAt(lines, offset))).toBe(offset);
        offset += part.length;
      }
    }),
  );
});
