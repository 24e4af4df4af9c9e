import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '@nonet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { Person } from './pages.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/undetermined/spec.md'), 'utf8');
const POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

describe('a document that determines nothing', () => {
  let place: ProductFolder;
  let product: RunningProduct;
  beforeAll(async () => {
    place = await ProductFolder.make(document);
    product = await place.start('dev');
  });
  afterAll(async () => {
    await product?.stop();
    await place?.remove();
  });

  test('has nine gaps for the checker, and no error', async () => {
    const { code, stdout } = await place.nonet(['check', 'spec.md', '--format', 'json']);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { severity: string; range: unknown }[] };
    expect(diagnostics.map(({ severity }) => severity)).toEqual(POINTS.map(() => 'gap'));
    expect(code).toBe(0);
    expect((await place.nonet(['check', 'spec.md', '--complete'])).code).toBe(1);
  });

  test('is its own only page', async () => {
    const browser = await launchBrowser();
    try {
      const { main, page, complaints } = await Person.arrive(browser, product.url);
      await main.getByRole('heading', { name: 'software product of undetermined purpose', level: 1 }).first().waitFor();
      const points = main.getByRole('navigation').getByRole('listitem');
      await expect.poll(() => points.count()).toBe(9);
      for (const text of await points.allInnerTexts()) expect(text).toMatch(/left open/);
      const rows = main.getByRole('table').first().getByRole('row');
      // One row more: the header.
      await expect.poll(() => rows.count()).toBe(10);
      await expect.poll(() => page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  test('describes an API without paths', async () => {
    const answer = await fetch(`${product.url}/api/openapi.json`);
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0', paths: {} });
  });

  test('answers every other request by NOT_SPECIFIED, with the clause, and counts it', async () => {
    const client = createClient({ baseUrl: product.url });
    const hits = async (clause: string) => (await client.gaps()).find((gap) => gap.clause === clause)?.hits ?? 0;
    const paths: [path: string, clause: string][] = [
      ['/', '2'],
      ['/claims', '2'],
      ['/index.php', '2'],
      ['/api', '3'],
      ['/api/claims', '3'],
      ['/api/claims/1', '3'],
      ['/api/claims/1/approve', '3'],
      ['/api/users', '3'],
      ['/api/-/files', '3'],
      ['/api/-/files/1', '3'],
      ['/api/-/session', '6'],
      ['/api/-/dashboards/overview', '2'],
    ];
    for (const [path, clause] of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        // The page that shows the document.
        if (path === '/' && (method === 'GET' || method === 'HEAD')) continue;
        const before = await hits(clause);
        const answer = await fetch(product.url + path, { method, headers: { accept: 'application/json' } });
        expect([method, path, answer.status]).toEqual([method, path, 501]);
        expect(answer.headers.get('content-type')).toContain('application/problem+json');
        // An answer to HEAD has no body.
        const problem = (method === 'HEAD' ? { code: 'NOT_SPECIFIED', clause } : await answer.json()) as object;
        expect(problem).toMatchObject({ code: 'NOT_SPECIFIED', clause });
        expect(await hits(clause)).toBe(before + 1);
      }
    }
  });
});
