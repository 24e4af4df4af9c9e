import { readFileSync } from 'node:fs';
import { coverageOf } from '@nonet/proof';
import { expect, test } from 'vitest';
import { planOf, proofOf } from '../fixtures/proof.ts';

const shed = readFileSync(new URL('../fixtures/tool-shed.md', import.meta.url), 'utf8');

test('files, warnings and pages are proven', { timeout: 180_000 }, async () => {
  const proof = await proofOf(planOf(shed));
  expect(
    proof.failures.map(({ derived, result }) => [derived.title, result.reason, result.request, result.answer]),
  ).toEqual([]);
  expect(coverageOf(proof).share).toBe(1);
  const titles = proof.cases.map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Importing Tool as ')).length).toBeGreaterThan(3);
  expect(titles.filter((title) => title.startsWith('The list of Tool page by page')).length).toBeGreaterThan(2);
  const paths = proof.cases.flatMap(({ steps }) => steps.map((step) => ('path' in step ? step.path : '')));
  for (const asked of [/tools\?confirm=DEAR$/, /import\?dry_run=true$/, /import\?confirm=DEAR$/])
    expect(paths.some((path) => asked.test(path))).toBe(true);
});
