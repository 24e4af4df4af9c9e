import { createEngine } from '@nonet/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventStream } from './fixtures/event-stream.ts';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';
import { Product } from './product.ts';
import { createServer } from './server.ts';

/** Streams of two worlds that differ only in what their reader may not see are the same, byte for byte (6). */
interface World {
  readonly test: TestServer;
  readonly mia: string;
  readonly ann: string;
}
const [MIA, MAX, ANN] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
  string,
];
const worlds: World[] = [];

beforeAll(async () => {
  for (let number = 0; number < 2; number++) {
    const plan = planFrom('desk.md');
    const first = await serve(plan);
    // The keys of tags are a database's own, so the second of the two gets the first's.
    await first.engine.pool.query(`update nonet.product set secret = '\\x00'`);
    const engine = await createEngine({ plan, pool: first.engine.pool });
    const product = new Product({ engine });
    const test = {
      ...first,
      engine,
      product,
      server: await createServer({ product, mode: 'production', uiFolder: null }),
    };
    const mia = await join({ ...first, product }, 'mia@example.com', [], MIA);
    await join({ ...first, product }, 'max@example.com', [], MAX);
    const ann = await join({ ...first, product }, 'ann@example.com', ['agent'], ANN);
    await first.engine.pool.query(`update product."user" set created_at = '2026-01-01Z', updated_at = '2026-01-01Z'`);
    worlds.push({ test, mia, ann });
  }
});
afterAll(async () => {
  for (const { test } of worlds) {
    await test.server.close();
    await test.engine.close();
    await test.close();
  }
});

interface Step {
  readonly own: boolean;
  readonly place: number;
  readonly change: 'put' | 'drop' | 'close';
  readonly subject: string;
  readonly remark: string | null;
}
const step = fc.record<Step>({
  own: fc.boolean(),
  place: fc.nat({ max: 3 }),
  change: fc.constantFrom('put', 'put', 'drop', 'close'),
  subject: fc.constantFrom('Door', 'Desk', 'Dust'),
  remark: fc.constantFrom(null, 'secret'),
});

/** One change, as a statement: of Mia's own tickets, or of those of Max, which she may not read. */
function statementOf({ own, place, change, subject, remark }: Step): string {
  const id = `00000000-0000-4000-9000-0000000000${own ? 'a' : 'b'}${place}`;
  const owner = own ? MIA : MAX;
  if (change === 'drop') return `delete from product.ticket where id = '${id}'`;
  if (change === 'close') return `update product.ticket set status = 'closed' where id = '${id}'`;
  return `insert into product.ticket (id, number, subject, asker, remark, status, created_at, updated_at)
    values ('${id}', 'T-${own ? 1 : 2}${place}', '${subject}', '${owner}', ${remark === null ? 'null' : `'${remark}'`}, 'open', '2026-01-01Z', '2026-01-01Z')
    on conflict (id) do update set subject = excluded.subject, status = 'open', remark = excluded.remark`;
}

const LISTS = new URLSearchParams({
  a: 'tickets?order=subject,number&count=exact&can=close',
  b: 'tickets?status=open&limit=1&order=-number',
  c: 'tickets?q=d&order=-number',
  d: '-/dashboards/overview',
  e: 'users',
});

/**
 * The events that Mia gets during the steps. Each step also changes a ticket in its transaction that Ann sees, so that
 * she notices when it has arrived.
 */
async function heard({ test, mia, ann }: World, steps: readonly Step[]): Promise<string> {
  const { pool } = test.engine;
  await pool.query('delete from product.ticket');
  const stream = await EventStream.open(test, `/api/-/events?${LISTS}`, mia);
  const all = await EventStream.open(test, '/api/tickets/events?fields=subject', ann);
  await Promise.all([stream.next(0, 5), all.next(0)]);
  for (const [place, each] of steps.entries()) {
    const subject = `Fenced ${each.own ? steps.slice(0, place).filter(({ own }) => own).length : `off ${place}`}`;
    await pool.query(
      `${statementOf(each)};
       insert into product.ticket (id, number, subject, asker, status, created_at, updated_at)
       values ('00000000-0000-4000-9000-0000000000${each.own ? 'af' : 'bf'}', '${each.own ? 'T-19' : 'T-29'}', '${subject}', '${each.own ? MIA : MAX}', 'open', '2026-01-01Z', '2026-01-01Z')
       on conflict (id) do update set subject = excluded.subject`,
    );
    await all.until(() => all.text.includes(subject));
    if (each.own)
      await stream.until(() =>
        ['a', 'b', 'c', 'd'].every((list) =>
          stream.events.some(({ data }) => data['list'] === list && JSON.stringify(data).includes(subject)),
        ),
      );
  }
  stream.close();
  all.close();
  return stream.text.replaceAll(': still here\n\n', '');
}

test('a stream discloses no unreadable data, not even by the time of its messages', async () => {
  const [first, second] = worlds as [World, World];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 6 }),
      fc.array(step, { maxLength: 3 }),
      async (steps, others) => {
        const visible = steps.filter(({ own }) => own);
        // In the second database the hidden tickets differ, and so do their remarks on her tickets.
        const hidden = others.map((each) => ({ ...each, own: false }));
        const other = visible.flatMap((each, place) => [
          ...hidden.slice(place, place + 1),
          { ...each, remark: each.remark === null ? 'other' : null },
        ]);
        expect(await heard(second, other)).toBe(await heard(first, steps));
      },
    ),
    { numRuns: 7 },
  );
});
