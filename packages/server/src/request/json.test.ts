import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from './json.ts';

const read = (text: string) => readJson(new TextEncoder().encode(text));

describe('a body that is not JSON is refused with its place', () => {
  test.each([
    ['', 'the body ends'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{\n  "é": 1,\n  "b" 2\n}', 'line 3, column 7'],
    ['{"a": 1', 'the body ends'],
    ['\uFEFF{}', 'line 1, column 1'],
  ])('%j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('bytes that are not UTF-8', () => {
    expect(() => readJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('UTF-8');
  });
});

describe('unsafe JSON that JSON.parse accepts is refused', () => {
  test.each([
    ['{"a": 1, "a": 2}', '`a` stands twice'],
    ['{"a": 1, "\\u0061": 2}', '`a` stands twice'],
    ['[{"b": {"c": 1, "c": 1}}]', '`c` stands twice'],
    ['{"__proto__": {}}', '`__proto__` is not allowed'],
    ['{"x": {"constructor": 1}}', '`constructor` is not allowed'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'deeper than 32'],
    [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'deeper than 32'],
  ])('%#', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('a value may say what a key may not, and objects may share keys', () => {
    expect(read('{"a": "__proto__", "b": [{"c": "a,\\"c"}, {"c": ":"}], "d": {"a": 1}}')).toEqual({
      a: '__proto__',
      b: [{ c: 'a,"c' }, { c: ':' }],
      d: { a: 1 },
    });
  });
});

describe('a number is read as it stands, or refused', () => {
  test.each([
    ['0.1', 0.1],
    ['1.500', 1.5],
    ['15e-1', 1.5],
    ['0.30000000000000004', 0.30000000000000004],
    ['12345678901234.50', 12345678901234.5],
    ['100000000000000000000', 1e20],
    ['1E+20', 1e20],
    ['-0.000000000000000000', -0],
  ])('%s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test.each(['1.0000000000000000001', '9007199254740993', '0.1000000000000000055', '123456789012345678.5', '1e400'])(
    '%s has more digits than are kept',
    (text) => {
      expect(() => read(`{"a": ${text}}`)).toThrow('write it in quotes (line 1, column 7)');
    },
  );
});

test('every value that JSON can write is read back', () => {
  const json = fc
    .jsonValue({ maxDepth: 5 })
    .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)));
  fc.assert(
    fc.property(json, (value) => {
      expect(read(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
