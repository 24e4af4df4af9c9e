import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

const DOCUMENT = `# Specification: Post

## 3. Entities and their fields

### User

#### Demo records

| name | email | roles |
| --- | --- | --- |
| Piet Post | piet@example.com | none |

### Parcel

| field | type | rules |
| --- | --- | --- |
| to | text | |

### Letter

| field | type | rules |
| --- | --- | --- |
| to | text | |

### Crate

| field | type | rules |
| --- | --- | --- |
| to | long text | |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | signed in |

### Permissions

#### Parcel, Letter, Crate

| may | member |
| --- | --- |
| read, create, update, delete | yes |

## 7. The calls it makes

### Made

#### bring

| part | is |
| --- | --- |
| when | Parcel create |
| request | \`POST {DEPOT_URL}/parcels/{to}\` |
| retry | 3 times, from 10 s |
| fails | none |

#### drop

| part | is |
| --- | --- |
| when | Letter create |
| request | \`POST {BOX_URL}/letters/{to}\` |
| retry | 40 times, from 10 s, doubling |
| fails | none |

#### haul

| part | is |
| --- | --- |
| when | Crate create |
| request | \`POST {DEPOT_URL}/hauls/{to}\` |
| expects | 2xx within 60 s |
| fails | none |

#### announce

| part | is |
| --- | --- |
| when | Crate create |
| request | \`POST {BOX_URL}/crates/{to}\` |
| headers | \`X-To: {to}\` |
| fails | none |

## 9. Business constants and limits

| name | value |
| --- | --- |
| DEPOT_URL | env DEPOT_URL |
| BOX_URL | env BOX_URL |
`;

const PARCELS = 40;
const none = { ifMatch: null };
let story: Story;
let piet: Actor;
let worker: Worker;
let depot: http.Server;
let box: http.Server;
let depotAnswers: number | null;
let boxAnswers: number;
const asked: string[] = [];
const held: http.ServerResponse[] = [];
const faults: unknown[] = [];
const failed: string[] = [];

/** `answer`: a status; null: it hangs. */
async function serve(answer: () => number | null): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const status = answer();
    if (status === null) held.push(response);
    else response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const addressOf = (server: http.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  [depot, box] = await Promise.all([serve(() => depotAnswers), serve(() => boxAnswers)]);
  story = await startStory(planOfDocument(DOCUMENT), { DEPOT_URL: addressOf(depot), BOX_URL: addressOf(box) });
  piet = await story.actor('piet@example.com');
});
afterAll(async () => {
  await worker?.stop();
  depot?.close();
  box?.close();
  await story?.end();
  if (faults.length > 0) throw new Error(`The worker had faults: ${faults.map(String).join('; ')}`);
});
beforeEach(async () => {
  await worker?.stop();
  asked.length = 0;
  failed.length = 0;
  depotAnswers = 503;
  boxAnswers = 200;
  await story.engine.pool.query('delete from nonet.outbound_call');
});

const start = (random: () => number) => {
  worker = startWorker(story.engine, {
    allowPrivateTargets: true,
    random,
    onFault: (error) => faults.push(error),
    onFailedCall: (call, problem) => failed.push(`${call}: ${problem}`),
  });
};
/** Another process on the same database, which does not know what the first one has learnt. */
const anotherProcess = async () => {
  const { plan, pool, clock, index } = story.engine;
  return createEngine({ plan, pool, clock, environment: index.environment });
};
const later = async (seconds: number) => {
  story.time.now = new Date(Date.parse(story.time.now) + seconds * 1000).toISOString();
  await worker.settle();
};
const create = (entity: string, to: string) => story.engine.create(piet, entity, { to }, none);
const counts = async () => {
  const { rows } = await story.engine.pool.query<{ state: string; attempts: number; count: number }>(
    'select state, attempts, count(*)::int as count from nonet.outbound_call group by state, attempts order by state, attempts',
  );
  return rows;
};

describe('a target that is away', () => {
  test('is tried by one call at a time, the others lose no attempt, and calls to other targets do not wait', async () => {
    start(() => 0);
    await worker.settle();
    for (let count = 0; count < PARCELS; count += 1) await create('Parcel', `p${count}`);
    await worker.settle();
    // Only calls that were in flight when the target counted as dead.
    const first = asked.length;
    expect(first).toBeGreaterThanOrEqual(ENGINE_LIMITS.outboundSilences);
    expect(first).toBeLessThan(ENGINE_LIMITS.outboundSilences + ENGINE_LIMITS.outboundInFlight);
    await create('Letter', 'l1');
    await worker.settle();
    expect(asked.slice(first)).toEqual(['/letters/l1']);
    expect(failed).toEqual(Array.from({ length: first }, () => 'bring: It was answered 503.'));

    asked.length = 0;
    for (let second = 0; second < 60; second += 1) await later(1);
    // The pauses are 1, 2, 4 and 8 seconds, and then the 10 that the document states.
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length).toBeLessThan(12);
    const kept = (await counts()).filter(({ state }) => state === 'waiting');
    expect(kept.reduce((sum, { attempts, count }) => sum + attempts * count, 0)).toBe(first + asked.length);

    depotAnswers = 200;
    await later(60);
    expect((await counts()).every(({ state }) => state === 'done')).toBe(true);
    expect(new Set(asked).size).toBe(PARCELS);
  });

  test('is called at the stated times if it has only one call, however long it is away', async () => {
    start(() => 0);
    await create('Parcel', 'alone');
    await worker.settle();
    const at: number[] = [];
    for (let second = 1; second <= 40; second += 1) {
      const before = asked.length;
      await later(1);
      if (asked.length > before) at.push(second);
    }
    expect(at).toEqual([10, 20, 30]);
    expect(await counts()).toEqual([{ state: 'failed', attempts: 4, count: 1 }]);
  });
});

test('a target that hangs delays neither calls to other targets nor other work on the same record, in several processes', async () => {
  depotAnswers = null;
  const announced = () => asked.filter((url) => url.startsWith('/crates/'));
  start(() => 0);
  const other = startWorker(await anotherProcess(), {
    allowPrivateTargets: true,
    onFault: (error) => faults.push(error),
  });
  for (let count = 0; count < PARCELS; count += 1) {
    await create('Crate', `c${count}`);
    (count % 2 === 0 ? worker : other).wake();
  }
  await expect.poll(() => new Set(announced()).size, { timeout: 120_000 }).toBe(PARCELS);
  expect(announced()).toHaveLength(PARCELS);
  expect(held.length).toBeGreaterThan(0);
  expect(held.length).toBeLessThanOrEqual(2 * ENGINE_LIMITS.outboundInFlight);
  depotAnswers = 204;
  const stopping = [worker.stop(), other.stop()];
  for (const response of held) response.writeHead(204).end();
  await Promise.all(stopping);
});

test('a call that nobody can send fails at once, and says nothing about its target', async () => {
  depotAnswers = 200;
  start(() => 0);
  for (let count = 0; count <= ENGINE_LIMITS.outboundSilences; count += 1) await create('Crate', `${count}\nand more`);
  await create('Crate', 'last');
  await worker.settle();
  const failed = await story.engine.listCalls('failed', 20);
  expect(failed.map(({ call, problem }) => `${call} ${problem}`)).toEqual(
    Array.from({ length: ENGINE_LIMITS.outboundSilences + 1 }, () =>
      expect.stringMatching(/^announce The header x-to/),
    ),
  );
  expect(asked.filter((url) => url.startsWith('/crates/'))).toEqual(['/crates/last']);
});

test('calls that failed together are retried at different times, and none earlier than stated', async () => {
  depotAnswers = 500;
  let place = 0;
  start(() => (place++ % 10) / 10);
  for (let count = 0; count < 10; count += 1) await create('Parcel', `p${count}`);
  await worker.settle();
  const { rows } = await story.engine.pool.query<{ pause: string }>(
    `select extract(epoch from due_at - queued_at)::numeric(9, 3)::text as pause from nonet.outbound_call order by due_at`,
  );
  expect(rows.map(({ pause }) => Number(pause))).toEqual([10, 10.25, 10.5, 10.75, 11, 11.25, 11.5, 11.75, 12, 12.25]);
});

test.each([
  [8, 2560],
  [9, ENGINE_LIMITS.outboundPauseSeconds],
  [30, ENGINE_LIMITS.outboundPauseSeconds],
])('after %i tries a call comes back after %i seconds', async (tries, seconds) => {
  boxAnswers = 500;
  start(() => 0);
  await worker.settle();
  await worker.stop();
  await create('Letter', 'l1');
  await story.engine.pool.query('update nonet.outbound_call set attempts = $1', [tries]);
  start(() => 0);
  await worker.settle();
  const { rows } = await story.engine.pool.query<{ pause: number }>(
    'select extract(epoch from due_at - $1)::int as pause from nonet.outbound_call',
    [story.time.now],
  );
  expect(rows).toEqual([{ pause: seconds }]);
});
