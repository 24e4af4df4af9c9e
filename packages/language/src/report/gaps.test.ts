import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkText, documentOf } from '../fixtures/harness.ts';
import { reportGaps } from './gaps.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../../examples/${name}/spec.md`, import.meta.url), 'utf8');

function gapsOf(text: string, hits: ReadonlyMap<string, number> | null = null) {
  const { model, diagnostics } = checkText(text);
  return reportGaps(model, diagnostics, hits);
}

test('every gap of the checker is listed at its place, under its point', () => {
  const { gaps, counts } = gapsOf(example('undetermined'));
  expect(gaps.map(({ clause, point }) => `${clause} ${point}`)).toEqual([
    '1 purpose',
    '2 screens',
    '3 entities',
    '4 states',
    '5 rules',
    '6 roles',
    '7 calls',
    '8 errors',
    '9 constants',
  ]);
  expect(counts).toMatchObject({ total: 9, purpose: 1, constants: 1 });
  expect(gaps[0]).toMatchObject({ file: 'spec.md', line: 7, column: 1, hits: null });
});

test('in a point the most hit come first', () => {
  const text = documentOf({
    constants: '| name | value |\n| --- | --- |\n| A_FEW | not shown |\n| A_LOT | not shown |',
  });
  expect(gapsOf(text).gaps.map(({ clause }) => clause)).toEqual(['9.A_FEW', '9.A_LOT']);
  const { gaps } = gapsOf(text, new Map([['9.A_LOT', 3]]));
  expect(gaps.map(({ clause, hits }) => [clause, hits])).toEqual([
    ['9.A_LOT', 3],
    ['9.A_FEW', 0],
  ]);
});
