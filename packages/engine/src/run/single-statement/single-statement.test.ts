import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, ReadRecord, WritePath } from '../../engine.ts';
import { planOfDocument, refusalOf, type Story, startStory } from '../../fixtures/story.ts';
import { indexPlan } from '../../plan-index.ts';
import { Refusal } from '../../refusal.ts';
import { createSessions } from '../../session/create-sessions.ts';
import { fitsSingleStatement } from './fits.ts';

const text = readFileSync(new URL('../../fixtures/orders.md', import.meta.url), 'utf8');
/** One more field follows this field of an order. */
const LAST = '| sent_at | datetime | optional |\n';
/** A pattern is matched in the program: an event or an update which does not give the value takes several statements. */
const PATTERN = ', matches /^[A-Z]+$/';
const orders = (spare = '') => planOfDocument(text.replace(LAST, LAST + spare));
const withoutPattern = (spare = '') => planOfDocument(text.replace(PATTERN, '').replace(LAST, LAST + spare));
/** A field that depends on another one: several statements write such an entity. */
const SPARE = '| spare | text | optional, when `number == "no"` |\n';

let one: Story;
let several: Story;
let plain: { readonly one: Story; readonly several: Story };

beforeAll(async () => {
  [one, several] = await Promise.all([startStory(orders()), startStory(orders(SPARE))]);
  const [single, other] = await Promise.all([startStory(withoutPattern()), startStory(withoutPattern(SPARE))]);
  plain = { one: single, several: other };
});

afterAll(async () => {
  await Promise.all([one, several, plain?.one, plain?.several].map((story) => story?.end()));
});

const fits = (plan: ReturnType<typeof orders>) => fitsSingleStatement(indexPlan(plan, {}), 'Order');

describe('one statement is enough for a record that decides by itself', () => {
  test('it is', () => expect(fits(orders())).toBe(true));

  test.each([
    ['a field that hangs on another one', SPARE],
    ['a choice among records', '| other | Shop | optional, among Shop where name == "North" |\n'],
    ['a file', '| scan | file(pdf) | optional |\n'],
    ['a list of references', '| shops | many Shop | optional |\n'],
  ])('not with %s', (_what, spare) => {
    expect(fits(orders(spare))).toBe(false);
  });
});

type Body = Record<string, unknown>;
type Step =
  | { readonly kind: 'create'; readonly by: string; readonly body: Body; readonly key: string | null }
  | {
      readonly kind: 'update';
      readonly by: string;
      readonly on: number;
      readonly body: Body;
      readonly tag: 'any' | 'own' | 'other';
    }
  | { readonly kind: 'fire'; readonly by: string; readonly on: number; readonly event: string; readonly body: Body };

const KINDS: Step['kind'][] = ['create', 'update', 'fire'];

/** A value of a body that is an id in the database: each story has its own. */
const NAMED: Readonly<Record<string, (story: Story) => Promise<string>>> = {
  north: (story) => story.find('shop', 'name', 'North'),
  bea: (story) => story.find('user', 'email', 'bea@example.com'),
  nobody: async () => '00000000-0000-7000-8000-000000000000',
};

/** The actors with the most rights act most often. */
const by = fc.oneof(
  { weight: 3, arbitrary: fc.constant('sam@example.com') },
  { weight: 2, arbitrary: fc.constantFrom('bea@example.com', 'uma@example.com', 'nobody') },
);
const body = fc.record(
  {
    number: fc.constantFrom('A1', 'A2', 'B', 'much too long', '', null, 7),
    shop: fc.constantFrom('north', 'nobody', null),
    buyer: fc.constantFrom('bea', 'bea', 'nobody', null),
    total: fc.constantFrom('0', '12.50', '12.505', '99.999', '100', '250', '1000.01', '-1', 'x'),
    due: fc.constantFrom('2026-12-24', null),
    code: fc.constantFrom('ABC', 'abc', null),
    margin: fc.constantFrom('1', '2.50', null),
    note: fc.constantFrom('Fragile', 'Longer than twenty characters', '  ', 'é'),
    status: fc.constant('sent'),
    color: fc.constant('red'),
  },
  { requiredKeys: [] },
);
/** Most of what people send is right. */
const fair = fc
  .record({ number: fc.uuid().map((id) => id.slice(0, 8)), total: fc.integer({ min: 0, max: 200 }).map(String) })
  .chain((base) => body.map((more) => ({ shop: 'north', buyer: 'bea', ...pick(more, ['due', 'margin']), ...base })));
const pick = (from: Body, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
const on = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      by,
      body: fc.oneof(fair, body),
      key: fc.constantFrom(null, null, 'k1'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      by,
      on,
      body: fc.oneof(
        body,
        fair.map((all) => pick(all, ['total', 'margin'])),
      ),
      tag: fc.constantFrom('any' as const, 'own' as const, 'other' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fire' as const),
      by,
      on,
      event: fc.constantFrom('send', 'return', 'hold'),
      body: fc.constantFrom({}, {}, {}, { note: 'Hold' }, { x: 1 }),
    }),
  },
);

/** The records that exist before the steps: without them, most steps would meet none. */
const opening: fc.Arbitrary<readonly Step[]> = fc.array(
  fair.map(
    (made) => ({ kind: 'create', by: 'sam@example.com', body: { ...made, due: '2026-12-24' }, key: null }) as const,
  ),
  { minLength: 2, maxLength: 3 },
);

/** Each kind of step, done as it is meant: random ones may leave a kind out. */
const EACH_KIND: [made: readonly Step[], asked: Step[]] = [
  [
    {
      kind: 'create',
      by: 'sam@example.com',
      body: { number: 'N1', shop: 'north', buyer: 'bea', total: '20', due: '2026-12-24' },
      key: null,
    },
  ],
  [
    { kind: 'update', by: 'sam@example.com', on: 0, body: { total: '50' }, tag: 'any' },
    { kind: 'fire', by: 'sam@example.com', on: 0, event: 'send', body: {} },
  ],
];

/** The number of steps that were done, by kind and by the path of the write. */
type Ways = Map<string, number>;

/**
 * One story's course: what each step was answered, the history of each record, also in the form in which it is stored, and
 * its row, with places instead of ids.
 */
async function course(story: Story, steps: readonly Step[], run: string, ways: Ways): Promise<unknown[]> {
  const ids: string[] = [];
  const actors = new Map<string, Actor>();
  const actorOf = async (email: string): Promise<Actor> => {
    if (email === 'nobody') return { userId: null, roles: [] };
    const known = actors.get(email) ?? (await story.actor(email));
    actors.set(email, known);
    return known;
  };
  const asked = async (given: Body): Promise<Body> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(given).map(async ([name, value]) => {
          if (name === 'number' && typeof value === 'string' && value.length === 2) return [name, `${value}${run}`];
          const find = typeof value === 'string' && ['shop', 'buyer'].includes(name) ? NAMED[value] : undefined;
          return [name, find === undefined ? value : await find(story)];
        }),
      ),
    );
  const perform = async (item: Step): Promise<ReadRecord> => {
    const actor = await actorOf(item.by);
    const onPath = (path: WritePath) => {
      const way = `${item.kind}, ${path}`;
      ways.set(way, (ways.get(way) ?? 0) + 1);
    };
    if (item.kind === 'create') {
      const made = await story.engine.create(actor, 'Order', await asked(item.body), {
        ifMatch: null,
        onPath,
        idempotencyKey: item.key === null ? null : `${item.key} ${run}`,
      });
      ids.push(made.record.id);
      return made;
    }
    const id = ids[item.on] ?? '00000000-0000-7000-8000-00000000dead';
    if (item.kind === 'fire')
      return story.engine.fire(actor, 'Order', id, item.event, item.body, { ifMatch: null, onPath });
    const tag = async () => (await story.engine.read(actor, 'Order', id, { fields: null, expand: null })).etag;
    const ifMatch = item.tag === 'any' ? '*' : item.tag === 'other' ? '"other"' : await tag().catch(() => '"none"');
    return story.engine.update(actor, 'Order', id, await asked(item.body), { ifMatch, onPath });
  };
  const answers: unknown[] = [];
  for (const item of steps) {
    try {
      const { spare: _spare, ...fields } = (await perform(item)).record;
      answers.push(fields);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answers.push({
        code: error.code,
        status: error.status,
        message: error.message,
        clause: error.clause,
        errors: error.errors,
      });
    }
  }
  const sam = await actorOf('sam@example.com');
  const histories = await Promise.all([...new Set(ids)].map((id) => story.engine.history(sam, 'Order', id)));
  const { rows } = await story.engine.pool.query<{ row: unknown }>(
    `select to_jsonb(o) - '{spare,created_at,updated_at,_entered_at,sent_at}'::text[] as row
     from product."order" o where id = any($1) order by array_position($1, id)`,
    [ids],
  );
  const { rows: entries } = await story.engine.pool.query<{ entry: unknown }>(
    `select json_build_array(action, clause, from_state, to_state, before is null, after is null, array(
         select key from jsonb_object_keys(case jsonb_typeof(changes) when 'object' then changes else '{}' end) key order by key
       )) as entry
     from nonet.history where record = any($1) order by array_position($1, record), id`,
    [ids],
  );
  return placed(
    [...answers, ...histories, ...rows, ...entries],
    [...new Set(ids)],
    await Promise.all(Object.values(NAMED).map((find) => find(story))),
  );
}

function placed(value: unknown, ids: readonly string[], names: readonly string[]): unknown[] {
  let json = JSON.stringify(value);
  [...ids, ...names].forEach((id, place) => (json = json.replaceAll(id, `#${place}`)));
  return JSON.parse(json.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')) as unknown[];
}

test.each([
  { what: 'with a pattern', pair: () => ({ one, several }), runs: 20, inOne: ['create'] },
  { what: 'without', pair: () => plain, runs: 40, inOne: KINDS },
])(
  'one statement and several answer the same, refuse the same, and leave the same history and the same rows, $what',
  async ({ pair, runs: numRuns, inOne }) => {
    const stories = pair();
    const ways: { readonly one: Ways; readonly several: Ways } = { one: new Map(), several: new Map() };
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(opening, fc.array(step, { minLength: 3, maxLength: 10 }), async (made, asked) => {
        const run = String(runs++);
        const steps = [...made, ...asked];
        const [mine, theirs] = await Promise.all([
          course(stories.one, steps, run, ways.one),
          course(stories.several, steps, run, ways.several),
        ]);
        expect(mine).toEqual(theirs);
      }),
      { numRuns, examples: [EACH_KIND] },
    );
    // The first engine uses one statement whenever that fits, the second never does.
    const done = (taken: Ways, path: WritePath) => KINDS.filter((kind) => taken.has(`${kind}, ${path}`));
    expect(done(ways.one, 'one statement')).toEqual(expect.arrayContaining(inOne));
    expect(done(ways.several, 'one statement')).toEqual([]);
    expect(done(ways.several, 'several statements')).toEqual(KINDS);
    expect(stories.one.engine.writeCounts()['one statement']).toBeGreaterThan(runs);
  },
);

describe('together', () => {
  const create = async (story: Story, number: string, more: Body = {}) =>
    story.engine.create(
      await story.actor('sam@example.com'),
      'Order',
      { number, shop: await story.find('shop', 'name', 'North'), total: '10', ...more },
      { ifMatch: null },
    );

  test('requests that arrive at once are saved, each with its own answer and history', async () => {
    const sam = await one.actor('sam@example.com');
    const shop = await one.find('shop', 'name', 'North');
    const made = await Promise.all(
      [...Array(40).keys()].map((place) =>
        one.engine.create(sam, 'Order', { number: `T${place}`, shop, total: String(place) }, { ifMatch: null }),
      ),
    );
    expect(made.map(({ record }) => [record.number, record.total])).toEqual(
      [...Array(40).keys()].map((place) => [`T${place}`, `${place}.00`]),
    );
    // Fewer transactions than records: some were saved together.
    const { rows } = await one.engine.pool.query<{ n: number }>(
      `select count(distinct xmin::text)::int as n from product."order" where number like 'T%'`,
    );
    expect(rows[0]?.n).toBeLessThan(40);
    const sent = await Promise.allSettled(
      made.map(({ record }) => one.engine.fire(sam, 'Order', record.id, 'send', {}, { ifMatch: null })),
    );
    expect(sent.map(({ status }) => status)).toEqual(['rejected', ...Array<string>(39).fill('fulfilled')]);
    const histories = await Promise.all(made.map(({ record }) => one.engine.history(sam, 'Order', record.id)));
    expect(histories.map((entries) => entries.length)).toEqual([1, ...Array<number>(39).fill(2)]);
  });

  test('one that is refused takes nobody along', async () => {
    await create(one, 'P1');
    const outcomes = await Promise.allSettled(['P2', 'P1', 'P3'].map((number) => create(one, number)));
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { record: { number: 'P2' } } },
      { status: 'rejected', reason: { errors: [{ code: 'NOT_UNIQUE', field: 'number' }] } },
      { status: 'fulfilled', value: { record: { number: 'P3' } } },
    ]);
  });

  test('one of many requests that send the same order succeeds', async () => {
    const sam = await one.actor('sam@example.com');
    const { record } = await create(one, 'Race');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => one.engine.fire(sam, 'Order', record.id, 'send', {}, { ifMatch: null })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await one.engine.history(sam, 'Order', record.id)).toHaveLength(2);
  });

  test('one of many updates of the same version succeeds; the others are refused because the record has changed', async () => {
    const sam = await one.actor('sam@example.com');
    const { record, etag } = await create(one, 'Tag');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, place) =>
        one.engine.update(sam, 'Order', record.id, { due: `2027-01-${place + 10}` }, { ifMatch: etag }),
      ),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Refusal] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array<string>(19).fill('STALE'));
  });

  test('changes of one record without a tag all happen, one after the other', async () => {
    const sam = await one.actor('sam@example.com');
    const { record } = await create(one, 'Many');
    await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        one.engine.update(sam, 'Order', record.id, { due: `2027-01-${place + 10}` }, { ifMatch: '*' }),
      ),
    );
    expect(await one.engine.history(sam, 'Order', record.id)).toHaveLength(21);
  });

  test('copies of one request under one key have one effect and one answer; another request under it is refused', async () => {
    const sam = await one.actor('sam@example.com');
    const shop = await one.find('shop', 'name', 'North');
    const ask = (total: string) =>
      one.engine.create(sam, 'Order', { number: 'Keyed', shop, total }, { ifMatch: null, idempotencyKey: 'once' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('5')));
    expect(new Set(answers.map(({ json, etag }) => JSON.stringify([JSON.parse(json), etag]))).size).toBe(1);
    expect((await refusalOf(ask('6'))).code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('a signed-out user writes nothing, while others do', async () => {
    const sessions = createSessions(one.engine.pool, one.engine.index);
    const { userId } = await one.actor('sam@example.com');
    const [open, closed] = [await sessions.open(userId as string), await sessions.open(userId as string)];
    for (const token of [open, closed]) await sessions.find(token);
    const [staying, leaving] = [open, closed].map((token) => sessions.recall(token)?.actor as Actor);
    await one.engine.pool.query('delete from nonet.session where token_hash = $1', [leaving?.session?.tokenHash]);
    const shop = await one.find('shop', 'name', 'North');
    const ask = (actor: Actor | undefined, number: string) =>
      one.engine.create(actor as Actor, 'Order', { number, shop, total: '1' }, { ifMatch: null });
    const outcomes = await Promise.allSettled([ask(staying, 'Stays'), ask(leaving, 'Leaves')]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'UNAUTHENTICATED' } },
    ]);
  });
});
