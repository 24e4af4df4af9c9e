import { readFileSync } from 'node:fs';
import { coverageOf } from '@nonet/proof';
import { expect, test } from 'vitest';
import { planOf, proofOf } from '../fixtures/proof.ts';

const shed = readFileSync(new URL('../fixtures/tool-shed.md', import.meta.url), 'utf8');

test('files, warnings, pages, and what comes again and again are proven', { timeout: 180_000 }, async () => {
  const plan = planOf(shed);
  const proof = await proofOf(plan, plan, { most: 2 });
  expect(
    proof.failures.map(({ derived, result }) => [derived.title, result.reason, result.request, result.answer]),
  ).toEqual([]);
  expect(coverageOf(proof).share).toBe(1);
  const titles = proof.cases.map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Importing Tool as ')).length).toBeGreaterThan(3);
  expect(titles.filter((title) => title.startsWith('The list of Tool page by page')).length).toBeGreaterThan(2);
  expect(titles).toContain('Remind of Loan from lent, in its time');
  expect(titles).toContain("Remind of Loan from lent, in its time, where its guard doesn't hold");
  expect(titles).toContain('nag every day at 06:00, for each Loan that it is for');
  const steps = proof.cases.flatMap((derived) => derived.steps);
  const calls = steps.flatMap((step) => (step.kind === 'calls' && step.expect !== null ? [step.expect] : []));
  for (const [name, least] of [
    ['nag', 1],
    ['tell', 2],
  ] as const)
    expect(calls.some((expected) => expected.filter(({ call }) => call === name).length >= least)).toBe(true);
  const paths = proof.cases.flatMap(({ steps }) => steps.map((step) => ('path' in step ? step.path : '')));
  for (const asked of [/tools\?confirm=DEAR$/, /import\?dry_run=true$/, /import\?confirm=DEAR$/])
    expect(paths.some((path) => asked.test(path))).toBe(true);
});
