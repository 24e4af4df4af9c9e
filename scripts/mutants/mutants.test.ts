import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { EQUIVALENT, equivalenceOf } from './equivalent.ts';
import { PLANTED } from './planted.ts';
import { allFaults, faultsIn, faultsInTurn } from './sites.ts';

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

describe('faults that are made from the sources', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const choose = (seed: number) =>
    faultsInTurn(root, { seed, isReached: ({ file }) => file.includes('/run/') })
      .slice(0, 60)
      .map(({ what }) => what);

  test('are the same by the same seed, of many files, and others by another', () => {
    const [first, other] = [choose(1), choose(2)];
    expect(first).toHaveLength(60);
    expect(choose(1)).toEqual(first);
    expect(first.filter((what) => other.includes(what)).length).toBeLessThan(30);
    expect(new Set(first.map((what) => what.split(':')[0])).size).toBeGreaterThan(30);
    expect(first.every((what) => what.includes('/run/'))).toBe(true);
  });

  test('are left out as equivalent where the list says why, and it names none that could not be made', () => {
    const left = allFaults(root).filter((fault) => equivalenceOf(fault) !== null);
    for (const { file, change } of EQUIVALENT)
      expect(
        left.some((fault) => fault.file === file && fault.what.endsWith(` ${change}`)),
        change,
      ).toBe(true);
  });
});
