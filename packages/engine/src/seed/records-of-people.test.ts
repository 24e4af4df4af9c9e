import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { seed } from './seed.ts';

// Records that a later document states otherwise (3): those that people have changed are theirs, on the way back too.

let pool: Pool;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 4 });
});
afterEach(async () => {
  await pool.end();
  await drop();
});

/** A document that states the price of a tool; and of those that people have written of it, what they have written. */
const stating = (price: number, heading = 'Tool') =>
  planOfDocument(
    partsDocument({
      fields: '',
      beside: `### ${heading}\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | unique |\n| price | integer | |\n\n#### Records\n\n| name | price |\n| --- | --- |\n| saw | ${price} |\n`,
    }),
  );
const RENAMED = 'Utensil (was: Tool)';

type Step = { readonly people: number } | { readonly price: number; readonly heading?: string; readonly says?: RegExp };

test.each<[what: string, steps: readonly Step[], price: number]>([
  ['the document put in is taken back', [{ price: 1 }, { price: 2, says: /nobody has changed it/ }, { price: 1 }], 1],
  [
    'people wrote before it was stated stays, and on the way back',
    [
      { price: 1 },
      { people: 2 },
      { price: 2, says: /as people have written it already/ },
      { price: 1, says: /people/ },
    ],
    2,
  ],
  [
    'people wrote stays whatever later documents state',
    [{ price: 1 }, { people: 2 }, { price: 2 }, { price: 3, says: /people have changed it/ }, { price: 1 }],
    2,
  ],
  [
    'people wrote stays where they wrote later what was stated',
    [{ price: 1 }, { people: 5 }, { price: 2 }, { people: 2 }, { price: 1 }],
    2,
  ],
  [
    'is stated of a renamed entity, and no second record of it',
    [{ price: 1 }, { price: 1, heading: RENAMED }, { price: 1 }, { price: 2, heading: RENAMED }, { price: 1 }],
    1,
  ],
  [
    'people wrote stays where the entity is renamed and called as before again',
    [{ price: 1 }, { people: 2 }, { price: 2, heading: RENAMED }, { price: 1 }],
    2,
  ],
])('what %s', async (_what, steps, price) => {
  for (const [place, step] of steps.entries()) {
    if ('people' in step) {
      await pool.query('update product.tool set price = $1', [step.people]);
      continue;
    }
    const engine = await createEngine({ plan: stating(step.price, step.heading), pool });
    if (place === 0) await seed(engine, { demo: false });
    const { effects } = engine.migration;
    await engine.close();
    expect(effects.join('\n')).toMatch(step.says ?? /^/);
  }
  const { rows } = await pool.query<{ name: string; price: number }>('select name, price::int from product.tool');
  expect(rows).toEqual([{ name: 'saw', price }]);
});
