import { readFileSync } from 'node:fs';
import { coverageOf, type Proof, renderGithub, renderHtml, renderJunit, renderText, reportProof } from '@nonet/proof';
import { launchBrowser } from '@nonet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changed, planOf, proofOf } from '../fixtures/proof.ts';
import { openProduct } from '../product-browser.ts';

const shed = readFileSync(new URL('../fixtures/tool-shed.md', import.meta.url), 'utf8');
const desks = readFileSync(new URL('../fixtures/desks.md', import.meta.url), 'utf8');
const notes = readFileSync(new URL('../fixtures/notes-for-everyone.md', import.meta.url), 'utf8');
const plain = (part: string) => part;
const style = { bold: plain, dim: plain, red: plain, green: plain };

let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A document whose product is another one's, and the screens of that opened in a browser. */
const opened = (text: string, product: string, only: string) =>
  proofOf(planOf(text), planOf(product), { only: [only], browser: openProduct(browser) });

const inBrowser = ({ failures }: Proof) =>
  failures.filter(({ derived }) => derived.steps.some(({ kind }) => kind === 'open'));

const missed = async (text: string, from: string, to: string, clause: string) =>
  inBrowser(await opened(text, changed(text, from, to), clause)).map(({ result }) => result.reason.text);

describe('a difference in a browser', () => {
  test('fails: a column that is not there', { tags: ['thorough'] }, async () => {
    const columns = 'columns | name, weight, value, shelf';
    expect(await missed(shed, `${columns}, note`, columns, '2.tools.columns.note')).toContain(
      'the page does not show 2.tools.columns.note',
    );
  });

  test('fails: a screen for others', async () => {
    expect(await missed(desks, '| for | member |', '| for | clerk |', '2.desks.for')).toContainEqual(
      expect.stringMatching(/^the menu leads to nothing, not /),
    );
  });

  test('an action in a menu that somebody may not take is reported in each form, with its line, address and a command', async () => {
    const clause = '2.desks.actions.give';
    const proof = await opened(desks, changed(desks, 'given | clerk |', 'given | member |'), clause);
    const failures = inBrowser(proof);
    expect(failures[0]?.result.reason.text).toMatch(
      /^the page shows 2\.desks\.actions\.give with \S+, and must not show it$/,
    );
    const found = { ...proof, failures };
    const again = `nonet test desks.md --seed 1 --only ${clause}`;
    expect(renderText(found, 'desks.md', style)).toMatch(/spec\.md:16 {2}2\.desks\.actions\.give\n[^]*GET \/ as /);
    const view = reportProof(found, 'desks.md').failures[0];
    expect(view).toMatchObject({ clause, line: 16, request: 'GET /', again });
    for (const report of [
      renderText(found, 'desks.md', style),
      renderHtml(found, 'desks.md'),
      renderJunit(found, 'desks.md'),
      renderGithub(found, 'desks.md', plain),
    ])
      expect(report).toContain(again);
  });
});

// 2: a document that states no sign-in has one, which the menu of whoever is not signed in leads to.
test('the menu leads to the sign-in that the language adds', async () => {
  const proof = await opened(notes, notes, '2.latest');
  expect(proof.failures.map(({ result }) => result.reason.text)).toEqual([]);
  const visits = proof.cases.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'open' ? [step] : [])));
  expect(visits.find(({ as }) => as === null)?.menu).toEqual(['/latest', '/-/sign-in']);
});

test('without a browser, what it alone shows is neither proven nor failed, and every form says why', {
  tags: ['thorough'],
}, async () => {
  const proof = {
    ...(await proofOf(planOf(shed), undefined, { only: ['2'] })),
    unopened: 'no <browser>',
    isPart: false,
    only: [],
    isCut: false,
    isStopped: false,
  };
  const drawn = coverageOf(proof).clauses.filter(({ reason }) => reason === 'no browser');
  expect(drawn.map(({ clause }) => clause)).toEqual([
    // Derived: nothing in point 2 says where people sign in.
    '2.sign_in',
    '2.tools.columns',
    ...['name', 'weight', 'value', 'shelf', 'note'].map((column) => `2.tools.columns.${column}`),
    '2.tools.actions',
    '2.tools.actions.create',
  ]);
  expect(new Set(drawn.map(({ verdict }) => verdict))).toEqual(new Set(['not derivable']));
  expect(renderText(proof, 'shed.md', style)).toContain('No screen was opened: no <browser>.');
  expect(renderHtml(proof, 'shed.md')).toContain('No screen was opened: no &lt;browser&gt;.');
  expect(renderJunit(proof, 'shed.md')).toContain('<property name="unopened" value="no &lt;browser&gt;"/>');
  expect(renderGithub(proof, 'shed.md', plain)).toContain('::notice::No screen was opened: no <browser>.');
  expect(reportProof(proof, 'shed.md').unopened).toBe('no <browser>');
});

test('a running product is tested in full while it continues to run', { tags: ['thorough'] }, async () => {
  const plan = planOf(desks);
  const proof = await proofOf(plan, plan, { browser: openProduct(browser), isRunning: true });
  expect(proof.failures.map(({ derived, result }) => `${derived.title}: ${result.reason.text}`)).toEqual([]);
  const left = coverageOf(proof).clauses.filter(({ verdict }) => verdict !== 'proven');
  expect(left).toEqual([]);
});
