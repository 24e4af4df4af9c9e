import { readFileSync } from 'node:fs';
import { coverageOf } from '@nonet/proof';
import { describe, expect, test } from 'vitest';
import { changed, planOf, proofOf } from '../fixtures/proof.ts';

const shed = readFileSync(new URL('../fixtures/tool-shed.md', import.meta.url), 'utf8');

test('files, warnings, pages, and what comes again and again are proven', { tags: ['thorough'] }, async () => {
  const plan = planOf(shed);
  const proof = await proofOf(plan, plan, { most: 2 });
  expect(
    proof.failures.map(({ derived, result }) => [derived.title, result.reason.text, result.request, result.answer]),
  ).toEqual([]);
  expect(coverageOf(proof).share).toBe(1);
  const titles = proof.cases.map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Importing Tool as ')).length).toBeGreaterThan(3);
  expect(titles.filter((title) => title.startsWith('The list of Tool page by page')).length).toBeGreaterThan(2);
  expect(titles).toContain('Remind of Loan from lent, in its time');
  expect(titles).toContain("Remind of Loan from lent, in its time, where its guard doesn't hold");
  expect(titles).toContain('nag every day at 06:00, for each Loan that it is for');
  expect(titles).toContain('tell on Loan bring, failing for good');
  const steps = proof.cases.flatMap((derived) => derived.steps);
  const calls = steps.flatMap((step) => (step.kind === 'calls' && step.expect !== null ? [step.expect] : []));
  for (const [name, least] of [
    ['nag', 1],
    ['tell', 2],
  ] as const)
    expect(calls.some((expected) => expected.filter(({ call }) => call === name).length >= least)).toBe(true);
  const paths = proof.cases.flatMap(({ steps }) => steps.map((step) => ('path' in step ? step.path : '')));
  for (const asked of [
    /tools\?confirm=DEAR$/,
    /tools\?confirm=WORN$/,
    /tools\?confirm=(?:DEAR,WORN|WORN,DEAR)$/,
    /import\?dry_run=true$/,
    /import\?confirm=DEAR$/,
  ])
    expect(paths.some((path) => asked.test(path))).toBe(true);
});

/** The shed made from another document than its tests: what differs, and the clause that shows it. */
const OTHERS: readonly [what: string, from: string, to: string, clause: string][] = [
  ['the tools stand by their names', 'weight desc, name', 'name, weight', '2.tools.order'],
  ['a search looks at the notes', '| search | name |', '| search | note |', '2.tools.search'],
  ['a helper gets the manuals', '| read manual | yes | no |', '| read manual | yes | yes |', '3.Tool'],
  ['a manual may be an archive', 'file(pdf, png)', 'file(pdf, png, zip)', '3.Tool.manual'],
  ['a tool that broke may be called worn', '`condition != "broken"` |', 'yes |', '6.Tool.condition.update.neighbour'],
  ['what is brought back is filed a day later', 'after 7 days', 'after 8 days', '4.Loan.status.file'],
  ['what is brought back is filed on the day', 'after 7 days', 'at due', '4.Loan.status.file'],
];

describe('a product in which', () => {
  test.each(OTHERS)('%s is found out', { tags: ['thorough'] }, async (_what, from, to, clause) => {
    const proof = await proofOf(planOf(shed), planOf(changed(shed, from, to)), { most: 1, only: [clause] });
    const failed = coverageOf(proof).clauses.filter(({ verdict }) => verdict === 'failed');
    expect(failed.map((one) => one.clause)).toContain(clause);
  });
});
