import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { isPublic, pinAddress } from './address.ts';
import { thinCalls } from './thin.ts';

interface Received {
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: unknown;
}

let story: Story;
let server: http.Server;
let worker: Worker;
let emma: Actor;
let mo: Actor;
let finn: Actor;
let travel: string;
let received: Received[] = [];
let answer: (url: string) => { status: number; body: string; location?: string };
const environment: Record<string, string> = { LEDGER_TOKEN: 'canary-secret' };
const none = { ifMatch: null };
const faults: unknown[] = [];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        url: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
      const { status, body, location } = answer(request.url ?? '');
      response
        .writeHead(status, { 'content-type': 'application/json', ...(location === undefined ? {} : { location }) })
        .end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  environment.MAIL_URL = origin;
  environment.LEDGER_URL = `${origin}/ledger`;
  const text = readFileSync(new URL('../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
  const effects = ['then', 'fails']
    .map((part) => `| ${part} | rejection_reason = "This was what ${part} says" |`)
    .join('\n');
  story = await startStory(planOfDocument(text.replace('| fails | none |', effects)), environment);
  [emma, mo, finn] = (await Promise.all(['emma', 'mo', 'finn'].map((name) => story.actor(`${name}@example.com`)))) as [
    Actor,
    Actor,
    Actor,
  ];
  travel = await story.find('category', 'name', 'Travel');
  worker = startWorker(story.engine, {
    allowPrivateTargets: true,
    random: () => 0,
    onFault: (error) => faults.push(error),
  });
});
afterAll(async () => {
  await worker.stop();
  server.close();
  await story.end();
  if (faults.length > 0) throw new Error(`The worker had faults: ${faults.map(String).join('; ')}`);
});
beforeEach(() => {
  received = [];
  answer = (url) =>
    url.startsWith('/ledger') ? { status: 201, body: '{"reference":"L-77"}' } : { status: 202, body: '' };
});

const at = (seconds: number) => {
  story.time.now = new Date(Date.parse(story.time.now) + seconds * 1000).toISOString();
};
const fire = (actor: Actor, id: string, event: string, body: unknown = {}) =>
  story.engine.fire(actor, 'Claim', id, event, body, none);
const paid = async () => {
  const line = { date: '2026-11-10', category: travel, description: 'Train to Utrecht', amount: '12.5' };
  const { record } = await story.engine.create(
    emma,
    'Claim',
    { purpose: 'Visit', from: '2026-11-09', to: '2026-11-12', lines: [line] },
    none,
  );
  await fire(emma, record.id, 'submit');
  await fire(mo, record.id, 'approve');
  await fire(finn, record.id, 'pay', { payment_reference: 'BANK-1' });
  return record;
};
const calls = async (record: string) =>
  (
    await story.engine.pool.query<{ call: string; state: string; attempts: number; problem: string | null }>(
      'select call, state, attempts, problem from nonet.outbound_call where record = $1 order by sequence',
      [record],
    )
  ).rows;

describe('calls', () => {
  test('are made in order with the record as it was, and the answer is booked with the clause', async () => {
    const record = await paid();
    await worker.settle();
    expect(received.map(({ url }) => url)).toEqual(['/messages', '/ledger/bookings']);
    expect(received[0]?.body).toEqual({
      to: 'mo@example.com',
      subject: `Claim ${String(record.number)} from Emma Employee`,
      text: 'Visit: 12.50',
    });
    expect(received[1]?.body).toEqual({ claim: record.number, cost_centre: 'NL200', amount: '12.50', currency: 'EUR' });
    expect(received[1]?.headers.authorization).toBe('Bearer canary-secret');
    const read = await story.engine.read(finn, 'Claim', record.id, { fields: null, expand: null });
    expect(read.record).toMatchObject({ booking: 'L-77', rejection_reason: 'This was what then says' });
    const [latest] = (await story.engine.history(finn, 'Claim', record.id)) as {
      clause: string;
      by: unknown;
      action: string;
    }[];
    expect(latest).toMatchObject({ clause: '7.book_payment', by: null });
    const { rows } = await story.engine.pool.query(
      "select count(*)::int as n from nonet.outbound_call c where c::text like '%canary%'",
    );
    expect(rows[0].n).toBe(0);
  });

  test('are tried again under one key, later and later', async () => {
    answer = () => ({ status: 500, body: 'no' });
    const record = await paid();
    await worker.settle();
    expect(await calls(record.id)).toMatchObject([
      { state: 'waiting', attempts: 1, problem: 'It was answered 500.' },
      { state: 'waiting', attempts: 0 },
    ]);
    at(1.5);
    await worker.settle();
    expect(received).toHaveLength(1);
    at(0.6);
    await worker.settle();
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    answer = (url) =>
      url.startsWith('/ledger') ? { status: 201, body: '{"reference":"L-78"}' } : { status: 200, body: '' };
    at(10);
    await worker.settle();
    expect(await calls(record.id)).toMatchObject([
      { state: 'done', attempts: 3 },
      { state: 'done', attempts: 1 },
    ]);
  });

  test('count as tried, whatever bytes the answer has', async () => {
    answer = () => ({ status: 500, body: '\0\x01\ud800\0' });
    const record = await paid();
    await worker.settle();
    const { rows } = await story.engine.pool.query(
      'select a.number, a.status, a.answer from nonet.call_attempt a join nonet.outbound_call c on c.id = a.call where c.record = $1',
      [record.id],
    );
    expect(rows).toEqual([{ number: 1, status: 500, answer: '\uFFFD\x01\uFFFD\uFFFD' }]);
    expect((await calls(record.id))[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  test('end if their answer does not fit: the consequence is NOT_SPECIFIED, and counts a hit', async () => {
    answer = (url) =>
      url.startsWith('/ledger') ? { status: 201, body: '{"reference":7}' } : { status: 200, body: '' };
    const record = await paid();
    await worker.settle();
    const [, booking] = await calls(record.id);
    expect(booking).toMatchObject({ state: 'failed' });
    expect(booking?.problem).toContain('not specified');
    expect((await story.engine.hits()).get('7.book_payment.fails')).toBe(1);
  });

  test('are not repeated for ever if the product itself has a fault: it counts as an attempt, and is reported', async () => {
    await story.engine.pool.query(`
      create function break_booking() returns trigger language plpgsql as
        $$ begin raise exception 'broken' using errcode = 'XX000'; end $$;
      create trigger break_booking before update of booking on product.claim
        for each row when (new.booking is not null) execute function break_booking();`);
    const record = await paid();
    for (let attempt = 0; attempt < 14; attempt++) {
      await worker.settle();
      at(3600);
    }
    await story.engine.pool.query('drop trigger break_booking on product.claim; drop function break_booking');
    const [, booking] = await calls(record.id);
    expect(booking).toMatchObject({ state: 'failed', attempts: 13 });
    expect(booking?.problem).toContain('by a fault of the product');
    expect(received.filter(({ body }) => (body as { claim?: unknown }).claim === record.number)).toHaveLength(13);
    expect(new Set(faults.splice(0).map(String))).toEqual(new Set(['error: broken']));
  });

  test('follow no redirect, and give up when retries are spent', async () => {
    answer = (url) =>
      url.startsWith('/ledger')
        ? { status: 201, body: '{"reference":"L-79"}' }
        : { status: 302, body: '', location: 'http://127.0.0.1:1/' };
    const record = await paid();
    for (let attempt = 0; attempt < 7; attempt++) {
      await worker.settle();
      at(120);
    }
    expect(await calls(record.id)).toMatchObject([{ state: 'failed', attempts: 6 }, { state: 'done' }]);
    const read = await story.engine.read(finn, 'Claim', record.id, { fields: null, expand: null });
    expect(read.record.rejection_reason).toBe('This was what fails says');
  });

  test('wait while the environment lacks a value that they need, and report it', async () => {
    const origin = environment.MAIL_URL as string;
    delete environment.MAIL_URL;
    const record = await paid();
    await worker.settle();
    expect((await calls(record.id))[0]).toMatchObject({
      state: 'waiting',
      attempts: 0,
      problem: expect.stringContaining('MAIL_URL'),
    });
    environment.MAIL_URL = origin;
    at(31);
    await worker.settle();
    expect(await calls(record.id)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  });
});

test('the request and answer of a call are removed 30 days after it succeeded, and never after it failed', async () => {
  const { pool } = story.engine;
  const kept = async () => {
    const { rows } = await pool.query<{ done: number; failed: number }>(
      `select count(*) filter (where state = 'done' and request <> 'null') as done,
         count(*) filter (where state <> 'done' and request = 'null') as failed from nonet.outbound_call`,
    );
    return rows[0];
  };
  const { rows } = await pool.query<{ last: string; done: number }>(
    `select max(ended_at)::text as last, count(*) as done from nonet.outbound_call where state = 'done'`,
  );
  const day = (count: number) => new Date(Date.parse(rows[0]?.last ?? '') + count * 86_400_000).toISOString();
  expect(rows[0]?.done).toBeGreaterThan(0);
  await pool.query(`update nonet.outbound_call set ended_at = $1 where state = 'done'`, [day(0)]);
  await thinCalls(pool, day(29));
  expect(await kept()).toEqual({ done: rows[0]?.done, failed: 0 });
  await thinCalls(pool, day(31));
  expect(await kept()).toEqual({ done: 0, failed: 0 });
  const answers = await pool.query(
    `select from nonet.call_attempt a join nonet.outbound_call c on c.id = a.call where c.state = 'done' and a.answer is not null`,
  );
  expect(answers.rowCount).toBe(0);
});

describe('addresses', () => {
  test.each([
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['169.254.169.254', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:0001::', false],
    ['fd00::1', false],
    ['0.0.0.0', false],
    ['::7f00:1', false],
    ['::127.0.0.1', false],
    ['2001:0:7f00:1::', false],
    ['fec0::1', false],
    ['4000::1', false],
    ['100.64.0.1', false],
    ['93.184.216.34', true],
    ['2606:4700:4700::1111', true],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublic(address)).toBe(expected);
  });

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', '[::ffff:7f00:1]', '0x7f.1', '2130706433', '0177.1', '0'])(
    '%s is not called in production',
    async (host) => {
      await expect(pinAddress(host, false)).rejects.toThrow('is not a public address');
    },
  );
});
