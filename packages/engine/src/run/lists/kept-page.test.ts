import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../create-engine.ts';
import type { Actor } from '../../engine.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';
import { listRecords } from './list.ts';
import { readScope } from '../read-scope.ts';

const PARCELS = readFileSync(new URL('../../fixtures/kept-texts.md', import.meta.url), 'utf8');
const ENTITIES = ['Parcel', 'Note', 'Tour'] as const;
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [depot, carl, dora] = [id(1), id(2), id(3)] as [string, string, string];
const ACTORS: readonly Actor[] = [
  { userId: depot, roles: ['depot'] },
  { userId: carl, roles: [] },
  { userId: dora, roles: ['depot'] },
  { userId: null, roles: [] },
];
let story: Story;

const query = (sql: string, values: readonly unknown[] = []) => story.engine.pool.query(sql, [...values]);

beforeAll(async () => {
  story = await startStory(planOfDocument(PARCELS));
  for (const [user, roles] of [
    [depot, ['depot']],
    [carl, []],
    [dora, ['depot']],
  ] as const)
    await query('insert into product."user" (id, email, name, roles) values ($1, $2, $2, $3)', [
      user,
      `${user}@example.com`,
      roles,
    ]);
  for (const tour of [1, 2])
    await query('insert into product.tour (id, name, courier) values ($1, $2, $3)', [id(10 + tour), `T${tour}`, carl]);
  for (let parcel = 0; parcel < 6; parcel++) {
    await query(
      `insert into product.parcel (id, label, state, content, weight, tour) values ($1, $2, 'open', 'shown', 1, $3)`,
      [id(20 + parcel), `P${parcel}`, id(11 + (parcel % 2))],
    );
    await query(`insert into product.note (id, text, tour, due) values ($1, $2, $3, '2026-11-22')`, [
      id(30 + parcel),
      `N${parcel}`,
      id(11 + (parcel % 2)),
    ]);
  }
});
afterAll(() => story.end());

/** The pages with their totals as the engine answers them, and as one answers them that keeps nothing. */
async function pages(actor: Actor, entity: string) {
  const { engine } = story;
  const plain = readScope(engine.index, engine.pool, engine.clock, actor, Buffer.alloc(32));
  const answers = await Promise.allSettled([
    engine.list(actor, entity, { ...WHOLE_LIST, count: true }),
    listRecords(plain, entity, { ...WHOLE_LIST, count: true }),
  ]);
  return answers.map((answer) =>
    answer.status === 'fulfilled' ? `${answer.value.count} ${answer.value.json}` : String(answer.reason),
  );
}

/**
 * Changes that may happen between two lists: to the records themselves, to records that they name, to the time, and to
 * rights.
 */
const CHANGES: Readonly<Record<string, (parcel: number, tour: number) => Promise<unknown>>> = {
  'another label': (parcel) => query(`update product.parcel set label = label || '+' where id = $1`, [id(20 + parcel)]),
  sealed: (parcel) =>
    query(`update product.parcel set state = case state when 'open' then 'sealed' else 'open' end where id = $1`, [
      id(20 + parcel),
    ]),
  sent: (parcel) =>
    query(`update product.parcel set sent = case when sent is null then date '2026-11-21' end where id = $1`, [
      id(20 + parcel),
    ]),
  'changed and changed back': async (parcel) => {
    await query('update product.parcel set weight = weight + 1 where id = $1', [id(20 + parcel)]);
    await query('update product.parcel set weight = weight - 1 where id = $1', [id(20 + parcel)]);
  },
  'changed twice at once': (parcel) =>
    query(
      `do $$ begin update product.parcel set label = 'once' where id = '${id(20 + parcel)}';
       update product.parcel set label = 'twice' where id = '${id(20 + parcel)}'; end $$`,
    ),
  'another tour': (parcel, tour) =>
    query('update product.parcel set tour = $2 where id = $1', [id(20 + parcel), id(11 + tour)]),
  'a tour of another name': (_parcel, tour) =>
    query(`update product.tour set name = name || '+' where id = $1`, [id(11 + tour)]),
  "somebody else's tour": (_parcel, tour) =>
    query('update product.tour set courier = case when courier is null then $2::uuid end where id = $1', [
      id(11 + tour),
      carl,
    ]),
  'another day': async () => {
    story.time.now = story.time.now.startsWith('2026-11-21')
      ? '2026-11-23T10:00:00.000000Z'
      : '2026-11-21T10:00:00.000000Z';
  },
  'the table written anew': () => query('vacuum full product.parcel'),
};

describe('the texts and totals of lists are kept (7: the derived API)', () => {
  test('pages are answered as without the cache, whatever happens between them', async () => {
    const change = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat({ max: 5 }), fc.nat({ max: 1 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        for (const [name, parcel, tour] of changes) {
          await CHANGES[name]?.(parcel, tour);
          for (const actor of ACTORS)
            for (const entity of ENTITIES) {
              const [kept, plain] = await pages(actor, entity);
              expect(kept).toBe(plain);
            }
        }
      }),
      { numRuns: 20 },
    );
  });

  test('an engine that is closed leaves nothing on a pool that stays open', async () => {
    const { pool, index } = story.engine;
    const before = pool.listenerCount('connect');
    const other = await createEngine({ plan: index.plan, pool });
    expect(pool.listenerCount('connect')).toBe(before + 1);
    await other.close();
    expect(pool.listenerCount('connect')).toBe(before);
  });

  test('while records are sealed and opened, nobody sees the content of a sealed one', async () => {
    const [actor] = ACTORS as [Actor];
    const over = new AbortController();
    const writing = (async () => {
      for (let turn = 0; !over.signal.aborted; turn++) {
        const sealing = turn % 2 === 0;
        await query(
          'update product.parcel set state = $1, content = $2',
          sealing ? ['sealed', 'hidden'] : ['open', 'shown'],
        );
      }
    })();
    const seen = new Set<string>();
    let longest = 0;
    for (let round = 0; round < 150; round++) {
      const answers = await Promise.all([1, 2, 3].map(() => story.engine.list(actor, 'Parcel', WHOLE_LIST)));
      for (const { items } of answers) {
        longest = Math.max(longest, items.length);
        for (const item of items) seen.add(`${String(item.state)} ${String(item.content)}`);
      }
    }
    over.abort();
    await writing;
    expect(longest).toBe(6);
    expect([...seen]).toEqual(['open shown']);
  });
});
