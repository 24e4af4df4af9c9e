import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import { documentOf } from '../fixtures/harness.ts';
import { LIBRARY } from '../fixtures/library.ts';
import { applyFixes, type CheckFiles } from './apply-fixes.ts';
import type { Diagnostic } from './diagnostic.ts';

const check: CheckFiles = ([main, ...others]) =>
  checkDocument(main ?? { path: '', text: '' }, (path) => {
    const file = others.find((other) => other.path === path);
    return file === undefined ? { kind: 'missing' } : { kind: 'file', text: file.text };
  }).diagnostics;

function fixedText(text: string, ...others: string[]) {
  const files = [{ path: 'spec.md', text }, ...others.map((other, index) => ({ path: `${index}.md`, text: other }))];
  const { files: after, fixed, remaining } = applyFixes(files, check);
  return { texts: after.map((file) => file.text), fixed: fixed.map(({ code }) => code), remaining };
}

const book = (table: string) => documentOf({ entities: `### Book\n\n${table}` });

describe('fixes are applied', () => {
  test.each<[string, string, string, string[]]>([
    [
      'several in one table',
      '| feild | tpye |\n| --- | --- |\n| name | text |',
      '| field | type |\n| --- | --- |\n| name | text |',
      ['N027', 'N027'],
    ],
  ])('%s', (_, before, after, codes) => {
    const result = fixedText(book(before));
    expect(result.texts[0]).toBe(book(after));
    expect(result.fixed.toSorted()).toEqual(codes);
  });

  test('an expression that reads as emphasis gets its backticks', () => {
    const rules = (held: string) =>
      documentOf({
        entities: '### Book\n\n| field | type |\n| --- | --- |\n| pages | integer |',
        rules: `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Book | ${held} | INVALID |`,
      });
    expect(fixedText(rules('pages *2* pages > 3')).texts).toEqual([rules('`pages *2* pages > 3`')]);
  });

  test('in the file where they stand', () => {
    const result = fixedText(book('[include](0.md)'), '| field | tpye |\n| --- | --- |\n| name | text |\n');
    expect(result.texts).toEqual([book('[include](0.md)'), '| field | type |\n| --- | --- |\n| name | text |\n']);
  });

  test('an uncertain fix is not applied, and its diagnostic remains', () => {
    const text = book('| field | type |\n| --- | --- |\n| name | wholly |');
    const result = fixedText(text);
    expect(result).toMatchObject({ texts: [text], fixed: [] });
    expect(result.remaining.map(({ severity }) => severity)).toContain('error');
  });

  test('a guard is only a suggestion: the writer decides what a missing value means', () => {
    const text = documentOf({
      entities: '### Book\n\n| field | type | rules |\n| --- | --- | --- |\n| due | date | optional |',
      rules: '| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Book | `due > today()` | INVALID |',
    });
    expect(fixedText(text).remaining.some(({ code, fix }) => code === 'N064' && fix !== undefined)).toBe(true);
    expect(fixedText(text).texts).toEqual([text]);
  });
});

describe('of fixes', () => {
  const at = (start: number, end: number, text: string): Diagnostic => {
    const span = { file: 'a', start, end };
    const fix = { title: '', edits: [{ span, text }] };
    return { code: 'N001', severity: 'warning', details: {}, message: '', span, fix };
  };
  const rounds = (text: string, found: (text: string) => readonly Diagnostic[]) =>
    applyFixes([{ path: 'a', text }], ([file]) => found(file?.text ?? ''));

  test('that overlap the second waits for the next round', () => {
    const result = rounds('aab', (text) => (text === 'aab' ? [at(0, 2, 'b'), at(1, 3, 'c')] : []));
    expect(result.files[0]?.text).toBe('bb');
    expect(result.fixed).toHaveLength(1);
  });

  test('that go in circles an end is made', () => {
    const result = rounds('a', (text) => [at(0, 1, text === 'a' ? 'b' : 'a')]);
    expect(result.fixed).toHaveLength(10);
  });

  test('the one that would bring a new kind of error is left out', () => {
    const bad: Diagnostic = { ...at(0, 1, ''), code: 'N002', severity: 'error' };
    const result = rounds('a b c', (text) =>
      [
        text.includes('a') ? [at(text.indexOf('a'), text.indexOf('a') + 1, 'x')] : [],
        text.includes('b') ? [at(text.indexOf('b'), text.indexOf('b') + 1, 'bad')] : [],
        text.includes('c') ? [at(text.indexOf('c'), text.indexOf('c') + 1, 'z')] : [],
        text.includes('bad') ? [bad] : [],
      ].flat(),
    );
    expect(result.files[0]?.text).toBe('x b z');
    expect(result.remaining).toHaveLength(1);
  });
});

test('no fix brings an error of a code that was not there', () => {
  const slip = fc.record({
    at: fc.nat(LIBRARY.length - 2),
    kind: fc.constantFrom('swap', 'drop', 'double', 'letter'),
  });
  const codes = (found: readonly Diagnostic[]) =>
    new Set(found.filter(({ severity }) => severity === 'error').map(({ code }) => code));
  fc.assert(
    fc.property(fc.array(slip, { minLength: 1, maxLength: 6 }), (slips) => {
      let text = LIBRARY;
      for (const { at, kind } of slips) {
        const [first = '', second = ''] = text.slice(at, at + 2);
        const middle = { swap: second + first, drop: second, double: first + first + second, letter: `x${second}` };
        text = `${text.slice(0, at)}${middle[kind]}${text.slice(at + 2)}`;
      }
      const files = [{ path: 'spec.md', text }];
      const result = applyFixes(files, check);
      expect(codes(result.remaining).isSubsetOf(codes(check(files)))).toBe(true);
      expect(result.remaining).toEqual(check(result.files));
    }),
    { numRuns: 20 },
  );
});
