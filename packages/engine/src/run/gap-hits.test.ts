import { createTestDatabase } from '@nonet/testing/database';
import { expect, test, vi } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { readFileSync } from 'node:fs';

test('hits that could not be written are counted as soon as they can be', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const database = await createTestDatabase();
  const plan = planOfDocument(readFileSync(new URL('../fixtures/bookmarks.md', import.meta.url), 'utf8'));
  const engine = await createEngine({ plan, databaseUrl: database.url });
  engine.hit('5.V1', ['clerk', 'guest']);
  await engine.pool.query('alter table nonet.gap_hit rename to away');
  await expect(engine.hits()).rejects.toThrow('gap_hit');
  engine.hit('5.V1', ['guest']);
  engine.hit('5.V2', []);
  await vi.waitUntil(() => reported.mock.calls.length > 0);
  await engine.pool.query('alter table nonet.away rename to gap_hit');
  expect(await engine.hits()).toEqual(
    new Map([
      ['5.V1', 2],
      ['5.V2', 1],
    ]),
  );
  // Hits that can't be written when the process ends do not delay it.
  engine.hit('5.V2', []);
  await engine.pool.query('alter table nonet.gap_hit rename to away');
  await engine.close();
  expect(reported).toHaveBeenLastCalledWith(expect.stringContaining('are not counted'));
  await database.drop();
});
