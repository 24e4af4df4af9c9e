import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PLANTED } from './planted.ts';
import { faultsIn } from './sites.ts';

/** The source with one fault in it. */
function mutated(source: string): string[] {
  return faultsIn('x.ts', source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));
}

describe('faults that are made from a source', () => {
  test.each<[string, readonly string[]]>([
    ['if (ready) go();', ['if (!(ready)) go();', 'if (ready) ;']],
    ['const least = a < b;', ['const least = a <= b;']],
    ['const same = a === b;', ['const same = a !== b;']],
    ['const both = (a as boolean) && b;', ['const both = (a as boolean) || b;']],
    ['const one = a ? b : c;', ['const one = !(a) ? b : c;']],
    ['async function f() { await save(); }', ['async function f() { ; }']],
    ['const sum = a + b; type T = { a: 1 };', []],
  ])('%s', (source, expected) => {
    expect(mutated(source)).toEqual(expected);
  });
});

test.each(PLANTED)('$what: there is one place for it in $file', ({ file, from, to }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  expect(from).not.toBe(to);
});
