import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotateKeys } from '../encryption/rotate.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { claimRun, forgetRuns } from './run-log.ts';
import { workAt } from './run-feeds.ts';

const DOCUMENT = readFileSync(new URL('../../../server/src/fixtures/feeds.md', import.meta.url), 'utf8');
const HEADER = 'ISBN,Title of the book,Price,Publisher,Published\n';
const TWO = `${HEADER}1,Max Havelaar,12.50,Querido,1860-05-17\n2,Turks Fruit,9.5,,\n`;

let story: Story;
let workers: Worker[] = [];
let server: http.Server;
const asked: http.IncomingHttpHeaders[] = [];
let answer: (response: http.ServerResponse, request: http.IncomingMessage) => void;
const environment: Record<string, string> = { SUPPLIER_TOKEN: 'token', PRICES_SECRET: 'a secret of prices' };

beforeAll(async () => {
  server = http.createServer((request, response) => {
    asked.push(request.headers);
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  environment['SUPPLIER_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server?.close());
beforeEach(async () => {
  asked.length = 0;
  story = await startStory(planOfDocument(DOCUMENT), environment);
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  workers = [];
  await story?.end();
});

const work = (more: Partial<Parameters<typeof startWorker>[1]> = {}) => {
  const worker = startWorker(story.engine, {
    allowPrivateTargets: true,
    onFault: (error) => {
      throw error;
    },
    ...more,
  });
  workers.push(worker);
  return worker;
};
const csv = (text: string, headers: http.OutgoingHttpHeaders = {}) => {
  answer = (response) => response.writeHead(200, headers).end(text);
};
const bytes = async function* (text: string) {
  yield Buffer.from(text);
};
const books = async () =>
  (
    await story.engine.pool.query(
      'select b.isbn, b.title, b.price::text, p.name as publisher, b.published::text, b.status, b.version from product.book b left join product.publisher p on p.id = b.publisher order by b.isbn',
    )
  ).rows;
const last = async () => (await story.engine.feeds.runs(null, 1))[0];

/** Fetches once more, and answers the run. */
async function fetched(worker: Worker) {
  await story.engine.feeds.fetchNow('catalogue');
  worker.wake();
  await worker.settle();
  const run = await last();
  return { ...run, refusals: await story.engine.feeds.refusals(run?.id ?? '') };
}

describe('a table that is fetched', () => {
  test('makes, changes and leaves records, and lets the event happen to those that are missing', async () => {
    const worker = work();
    csv(TWO);
    expect(await fetched(worker)).toMatchObject({ state: 'done', read: 2, made: 2, changed: 0, same: 0, refused: 0 });
    expect(asked[0]).toMatchObject({ authorization: 'Bearer token' });
    const havelaar = { isbn: '1', price: '12.50', publisher: 'Querido', published: '1860-05-17', status: 'sold' };
    expect(await books()).toMatchObject([havelaar, { isbn: '2', price: '9.50', publisher: null, published: null }]);
    csv(`${HEADER}1,Max Havelaar,12.5,Querido,\n3,Ik Jan Cremer,1,van oorschot,\n`);
    expect(await fetched(worker)).toMatchObject({ read: 2, made: 0, changed: 1, same: 0, refused: 1, missing: 1 });
    expect(await books()).toMatchObject([
      { isbn: '1', published: null, status: 'sold', version: 2 },
      { isbn: '2', status: 'withdrawn' },
    ]);
    expect(await fetched(worker)).toMatchObject({ read: 2, same: 1, refused: 1, missing: 0 });
    expect((await books())[0]).toMatchObject({ version: 2 });
    const { rows } = await story.engine.pool.query(
      `select distinct u.email from product.book b join product."user" u on u.id = b.created_by`,
    );
    expect(rows).toEqual([{ email: 'supplier@example.com' }]);
  });

  test('is judged row by row, each with its reason', async () => {
    csv(
      `${HEADER}1,Spam,1,,\n2,Good,-1,,\n3,Fine,,Nobody,\n,No key,,,\n5,Right,1,,\n5,Twice,1,,\n6,Dear,much,,\n7,${'x'.repeat(101)},,,\n`,
    );
    const { refusals, ...run } = await fetched(work());
    expect(run).toMatchObject({ read: 8, made: 1, refused: 7 });
    expect(refusals.map(({ line, key, clause }) => [line, key, clause])).toEqual([
      [2, '1', '5.V1'],
      [3, '2', '3.Book.price'],
      [4, '3', '3.Book.publisher'],
      [5, null, '3.Book.isbn'],
      [7, '5', '3.Book.isbn'],
      [8, '6', '3.Book.price'],
      [9, '7', '3.Book.title'],
    ]);
    expect(await books()).toMatchObject([{ isbn: '5', title: 'Right' }]);
  });

  test('names the lines in which its rows begin', async () => {
    csv(`${HEADER}1,"On two\nlines",-1,,\n2,"On\r\nthree\r\nlines",-1,,\n3,Good,-1,,\n`);
    const { refusals } = await fetched(work());
    expect(refusals.map(({ line, key }) => [line, key])).toEqual([
      [2, '1'],
      [4, '2'],
      [7, '3'],
    ]);
  });

  test('is brought with the rights of its user', async () => {
    const worker = work();
    csv(TWO);
    await fetched(worker);
    csv(`${HEADER}2,Turks Fruit,9.50,,\n`);
    await fetched(worker);
    // 6: what is withdrawn is changed by clerks alone.
    csv(`${HEADER}1,Another title,1,,\n2,Turks Fruit,9.50,,\n`);
    expect(await fetched(worker)).toMatchObject({ same: 1, refusals: [{ key: '1', code: 'FORBIDDEN' }] });
    await story.engine.pool.query(`update product."user" set email = 'other@example.com' where name = 'Supplier'`);
    expect(await fetched(worker)).toMatchObject({
      state: 'failed',
      problem: 'Nobody who may sign in has the address supplier@example.com.',
    });
  });

  test('tries the event again that was refused', async () => {
    const worker = work();
    csv(TWO);
    await fetched(worker);
    await story.engine.pool.query(`update product.book set shelf = 'keep' where isbn = '2'`);
    csv(`${HEADER}1,Max Havelaar,12.50,Querido,1860-05-17\n`);
    expect(await fetched(worker)).toMatchObject({ missing: 0, refused: 1, refusals: [{ line: null, code: 'KEPT' }] });
    await story.engine.pool.query(`update product.book set shelf = null where isbn = '2'`);
    expect(await fetched(worker)).toMatchObject({ missing: 1, refused: 0 });
    // A table without rows may be one that is being written.
    csv(HEADER);
    expect(await fetched(worker)).toMatchObject({ state: 'done', read: 0, missing: 0 });
    expect((await books())[0]).toMatchObject({ isbn: '1', status: 'sold' });
  });

  test('is asked for only where it has changed, unless rows were refused', async () => {
    const worker = work();
    csv(TWO, { etag: '"one"', 'last-modified': 'Sat, 21 Nov 2026 09:00:00 GMT' });
    await fetched(worker);
    answer = (response) => response.writeHead(304).end();
    expect(await fetched(worker)).toMatchObject({ state: 'unchanged', read: 0 });
    expect(asked[1]).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Sat, 21 Nov 2026 09:00:00 GMT',
    });
    csv(`${HEADER}1,Spam,,,\n`, { etag: '"two"' });
    await fetched(worker);
    await fetched(worker);
    expect(asked[3]).not.toHaveProperty('if-none-match');
  });

  test.each<[problem: string, how: (response: http.ServerResponse) => void]>([
    ['It was answered 404.', (response) => response.writeHead(404).end()],
    ['It was answered 302.', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    [
      'aborted',
      (response) => response.writeHead(200, { 'content-length': '900' }).write(TWO, () => response.destroy()),
    ],
  ])('that is not answered (%s) is tried again, and then has failed', async (problem, how) => {
    answer = how;
    const worker = work();
    await fetched(worker);
    for (let hour = 11; hour < 14; hour += 1) {
      expect(await last()).toMatchObject({ state: 'waiting', problem });
      story.time.now = `2026-11-21T${hour}:00:00.000000Z`;
      worker.wake();
      await worker.settle();
    }
    expect(await last()).toMatchObject({ state: 'failed', problem });
    expect(await books()).toEqual([]);
  });

  test.each<[problem: string, text: string | Buffer]>([
    ['It has no column “Price”', 'ISBN,Title of the book,Publisher,Published\n'],
    ['It is no text in UTF-8.', Buffer.from([0x49, 0xff, 0x0a])],
    ['It is not CSV as expected', `${HEADER}1,"open\n`],
    ['It is empty', ''],
  ])('that can’t be read has failed at once: %s', async (problem, text) => {
    answer = (response) => response.writeHead(200).end(text);
    expect(await fetched(work())).toMatchObject({ state: 'failed', problem: expect.stringContaining(problem) });
  });

  test('does not come from this machine, unless the deployment allows it', async () => {
    csv(TWO);
    expect(await fetched(work({ allowPrivateTargets: false }))).toMatchObject({
      state: 'waiting',
      problem: '127.0.0.1 is not a public address.',
    });
    expect(asked).toEqual([]);
  });

  test('is fetched at its times, once for all processes', async () => {
    csv(TWO);
    const both = [work(), work()];
    const settle = async (now: string) => {
      story.time.now = now;
      for (const worker of both) worker.wake();
      await Promise.all(both.map((worker) => worker.settle()));
    };
    await settle('2026-11-21T10:00:00.000000Z');
    expect(asked).toHaveLength(0);
    await settle('2026-11-22T03:00:01.000000Z');
    await settle('2026-11-22T10:00:00.000000Z');
    expect(asked).toHaveLength(1);
    // Days that passed while nothing ran count once.
    await settle('2026-11-25T10:00:00.000000Z');
    expect(asked).toHaveLength(2);
    const runs = await story.engine.feeds.runs('catalogue', 10);
    expect(runs.map(({ cause, state, made, same }) => [cause, state, made, same])).toEqual([
      ['schedule', 'done', 0, 2],
      ['schedule', 'done', 2, 0],
    ]);
  });
});

describe('a run that stops', () => {
  const many = `${HEADER}${Array.from({ length: 130 }, (_, place) => `${place},Book ${place},1,,\n`).join('')}`;

  test('is continued behind the rows that are written, which are counted once', async () => {
    csv(many);
    await story.engine.feeds.fetchNow('catalogue');
    const { pool, clock, feeds } = story.engine;
    let rows = 0;
    // As if the process had been killed: what was written stays, and its lease runs out.
    class Killed extends Error {}
    const killed = {
      ...feeds.taker,
      create: async (...given: Parameters<typeof feeds.taker.create>) => {
        const made = await feeds.taker.create(...given);
        if ((rows += 1) === 115) throw new Killed();
        return made;
      },
    };
    const leased = await claimRun(pool, clock());
    if (leased === null) throw new Error('No run waits.');
    await workAt(killed, leased, { allowPrivateTargets: true, isStopped: () => false });
    expect(await last()).toMatchObject({ state: 'taken', made: 100 });
    expect(await claimRun(pool, clock())).toBe(null);
    story.time.now = '2026-11-21T11:00:00.000000Z';
    const worker = work();
    await worker.settle();
    expect(await last()).toMatchObject({ state: 'done', read: 130, made: 130, same: 0, refused: 0 });
    expect(await books()).toHaveLength(130);
    expect(asked).toHaveLength(1);
  });

  test('is left to another process where the worker stops, and its rows stay encrypted', async () => {
    csv(many);
    environment['ENCRYPTION_KEY'] = randomBytes(32).toString('base64');
    await story.end();
    story = await startStory(planOfDocument(DOCUMENT), environment);
    await story.engine.feeds.fetchNow('catalogue');
    const { pool, clock, feeds, index } = story.engine;
    const leased = await claimRun(pool, clock());
    if (leased === null) throw new Error('No run waits.');
    await workAt(feeds.taker, leased, { allowPrivateTargets: true, isStopped: () => true });
    expect(await last()).toMatchObject({ state: 'taken', read: 130, made: 0 });
    const parts = async () =>
      (await pool.query<{ content: string }>('select content::text from nonet.feed_part')).rows.map(
        ({ content }) => content,
      );
    expect((await parts()).join()).not.toContain('Book 1');
    environment['ENCRYPTION_FORMER_KEYS'] = environment['ENCRYPTION_KEY'];
    environment['ENCRYPTION_KEY'] = randomBytes(32).toString('base64');
    await rotateKeys(pool, index);
    delete environment['ENCRYPTION_FORMER_KEYS'];
    await work().settle();
    expect(await last()).toMatchObject({ state: 'done', made: 130 });
    delete environment['ENCRYPTION_KEY'];
  });

  test('is not continued by two', async () => {
    await story.engine.feeds.fetchNow('catalogue');
    expect(await story.engine.feeds.fetchNow('catalogue')).toBe(null);
    const { pool, clock } = story.engine;
    const claimed = await Promise.all([1, 2, 3, 4].map(() => claimRun(pool, clock())));
    expect(claimed.filter((one) => one !== null)).toHaveLength(1);
  });
});

describe('a table that is received', () => {
  const table = (items: readonly object[]) => JSON.stringify({ data: { items } });

  test('changes what is there, and is one run for each delivery', async () => {
    const kees = await story.actor('kees@example.com');
    await story.engine.create(kees, 'Price', { code: '10', amount: '1.00' }, { ifMatch: null });
    const items = table([
      { article: { code: 10 }, amount: 'AMOUNT' },
      { article: { code: 11 }, amount: 1 },
      { article: null, amount: 1 },
    ]).replace('"AMOUNT"', '2.50');
    const { feeds } = story.engine;
    const first = await feeds.receive('prices', bytes(items), 'one');
    expect(first).toMatchObject({ state: 'taken', cause: 'received', read: 3 });
    await work().settle();
    expect(await feeds.receive('prices', bytes(items), 'one')).toMatchObject({
      id: first.id,
      state: 'done',
      changed: 1,
      ignored: 1,
      refused: 1,
    });
    const { rows } = await story.engine.pool.query('select code, amount::text from product.price');
    expect(rows).toEqual([{ code: 10, amount: '2.50' }]);
  });

  test('that can’t be read may come again', async () => {
    const { feeds } = story.engine;
    await expect(feeds.receive('prices', bytes('{'), 'two')).rejects.toThrow('It is no JSON');
    await expect(feeds.receive('prices', bytes('{"data": {}}'), 'two')).rejects.toThrow('no list at data.items');
    expect(await feeds.receive('prices', bytes(table([])), 'two')).toMatchObject({ state: 'taken', read: 0 });
  });

  test('is forgotten after the days that the document states', async () => {
    const { feeds, pool, plan } = story.engine;
    await feeds.receive('prices', bytes(table([])), null);
    await work().settle();
    await forgetRuns(pool, plan.feeds, '2027-02-18T10:00:00.000000Z');
    expect(await feeds.runs('prices', 5)).toHaveLength(1);
    await forgetRuns(pool, plan.feeds, '2027-02-20T10:00:00.000000Z');
    expect(await feeds.runs('prices', 5)).toHaveLength(0);
  });
});
