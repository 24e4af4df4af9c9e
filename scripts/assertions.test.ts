import { expect, test } from 'vitest';
import { assertionsIn, countAssertions, readCounts } from './assertions.ts';

test.each<[source: string, count: number]>([
  ["const a = ['x'] as const;", 0],
  ['const a = JSON.parse(text) as unknown;', 0],
  ['const a = JSON.parse(text) as Plan;', 1],
  ['const a = given as unknown as Plan;', 1],
  ['const a = f((x as Row[])[0] as Row);', 2],
  ["import { x as y } from './x.ts'; // z as T", 0],
])('%s', (source, count) => {
  expect(assertionsIn('a.ts', source)).toBe(count);
});

// A type guard, `satisfies` or a better signature replaces an assertion (CONTRIBUTING.md names the kinds that may
// stay). If a count has fallen, `node scripts/assertions.ts` writes the lower one.
test('no file asserts more types than it did', () => {
  const known = readCounts();
  const risen = Object.entries(countAssertions()).filter(([file, count]) => count > Number(known[file] ?? 0));
  expect(risen).toEqual([]);
});
