import { readFileSync } from 'node:fs';
import { coverageOf, renderHtml } from '@nonet/proof';
import { findViolations, launchBrowser } from '@nonet/testing';
import { tiersOf } from '@nonet/testing/tiers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changed, planOf, proofOf } from '../fixtures/proof.ts';
import { openProduct } from '../product-browser.ts';
import { ScreenAlbum } from '../screen-album.ts';

const desks = readFileSync(new URL('../fixtures/desks.md', import.meta.url), 'utf8');
/** One field is left open, and the product lets members do something that the document allows only clerks. */
const stated = changed(desks, '| day | date | |', '| day | date | |\n| note | not shown | |');
const product = changed(stated, 'given | clerk |', 'given | member |');
const album = new ScreenAlbum();

let browser: Awaited<ReturnType<typeof launchBrowser>>;
let proof: Awaited<ReturnType<typeof proofOf>>;
let page = '';
beforeAll(async () => {
  browser = await launchBrowser();
  const only = ['2', '4.Request.status.give', '6.Request.read'];
  proof = await proofOf(planOf(stated), planOf(product), { only, browser: openProduct(browser, album) });
  page = renderHtml(proof, 'spec.md', album);
});
afterAll(() => browser.close());

describe('the report for a reviewer', () => {
  test.each([
    ['what failed, first of each cause', '1. '],
    ['each clause with its verdict', 'id="clause-4.Request.status.give"'],
    ['the text of each clause', '| give | asked | given | clerk |'],
    ['why nothing shows some', 'It was not tried: the run covered only a part'],
    ['what is left open', '<code>3.Request.note</code>'],
    ['a command that repeats it', 'nonet test spec.md --seed 1 --only 4.Request.status.give'],
  ])('shows %s', (_what, part) => {
    expect(page).toContain(part);
  });

  test('names every clause once, and the cases that prove it', () => {
    const { clauses } = coverageOf(proof);
    const named = [...page.matchAll(/<li id="clause-([^"]+)">/g)].map(([, clause]) => clause);
    expect(named).toHaveLength(clauses.length);
    expect(new Set(named)).toEqual(new Set(clauses.map(({ clause }) => clause)));
    const proven = clauses.find(({ clause }) => clause === '8.TAKEN');
    const title = proof.cases.find(({ clauses: of }) => of.includes('8.TAKEN'))?.title;
    expect(proven?.verdict).toBe('proven');
    expect(title).toBeDefined();
    expect(page).toContain(`<li>${title?.replaceAll("'", '&#39;')}`);
  });

  test('holds a small picture of each screen for each role, and nothing that is loaded from elsewhere', () => {
    expect(album.taken.map(({ screen, role }) => `${screen} for ${role}`).toSorted()).toEqual([
      '2.desks for member',
      '2.desks for member, clerk',
      '2.sign_in for nobody signed in',
    ]);
    for (const { jpeg } of album.taken)
      expect(Buffer.from(jpeg, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(page).not.toMatch(/<script|<link|https?:\/\/|url\(/);
    expect([...page.matchAll(/ src="([^"]{5})/g)].map(([, start]) => start)).toEqual(['data:', 'data:', 'data:']);
  });

  describe.each(
    tiersOf<[name: string, colorScheme: 'light' | 'dark', width: number]>(
      [
        ['wide', 'light', 1280],
        ['wide', 'dark', 1280],
        ['narrow', 'dark', 390],
        ['narrow', 'light', 390],
      ],
      2,
    ),
  )('in %s windows', (_tier, windows, tags) => {
    test.each(windows)(
      'has nothing that axe finds, and does not scroll sideways: %s, %s',
      { tags },
      async (_name, colorScheme, width) => {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme,
        });
        try {
          const opened = await context.newPage();
          await opened.setContent(page);
          expect(await findViolations(opened)).toEqual([]);
          expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        } finally {
          await context.close();
        }
      },
    );
  });
});
