import { readFileSync } from 'node:fs';
import type { BulkRequest, BulkResultView } from '@nonet/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
let mia: string;
let max: string;
let ann: string;
const UNKNOWN_ID = '01a1fe63-0000-7000-8000-000000000000';

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  mia = await join(desk, 'mia@example.com');
  max = await join(desk, 'max@example.com');
  ann = await join(desk, 'ann@example.com', ['agent']);
});
afterAll(() => desk?.close());

async function ticket(cookie: string, subject = 'A stuck door'): Promise<string> {
  return (await desk.ask('POST', '/api/tickets', { cookie, body: { subject } })).json().id;
}

async function bulk(
  cookie: string,
  body: BulkRequest,
  headers: Record<string, string> = {},
): Promise<BulkResultView[]> {
  const answer = await desk.ask('POST', '/api/tickets/bulk', { cookie, body, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().results;
}

const problemsOf = (results: readonly BulkResultView[]) =>
  results.map((each) => ('problem' in each ? each.problem : null));
const statusesOf = (results: readonly BulkResultView[]) => results.map(({ status }) => status);

test('each has the answer that it would have had alone, and none decides about another', async () => {
  const [open, closed, other] = [await ticket(mia), await ticket(mia), await ticket(mia)];
  await desk.ask('POST', `/api/tickets/${closed}/answer`, { cookie: ann, body: { reply: 'Here' } });
  const twins = [await ticket(mia), closed, UNKNOWN_ID, await ticket(mia)];
  const body = { reply: 'Look below' };
  const results = await bulk(ann, {
    action: 'event',
    event: 'answer',
    body,
    items: [open, closed, UNKNOWN_ID, other].map((id) => ({ id })),
  });
  const singles = await Promise.all(
    twins.map((id) => desk.ask('POST', `/api/tickets/${id}/answer`, { cookie: ann, body })),
  );
  expect(statusesOf(results)).toEqual([200, 409, 404, 200]);
  expect(statusesOf(results)).toEqual(singles.map(({ statusCode }) => statusCode));
  expect(problemsOf(results)).toEqual(singles.map((single) => (single.statusCode < 300 ? null : single.json())));
  expect(results[0]).toMatchObject({ id: open, record: { status: 'answered', reply: 'Look below' } });
  const read = await desk.ask('GET', `/api/tickets/${open}`, { cookie: ann });
  expect(results[0]).toMatchObject({ etag: read.headers.etag, record: read.json() });
});

test('an unreadable record is refused like an unknown one', async () => {
  const hidden = await ticket(max);
  for (const request of [
    { action: 'event', event: 'close' },
    { action: 'event', event: 'answer', body: { reply: 'Here' } },
    { action: 'delete' },
    { action: 'restore' },
  ] as const) {
    const results = await bulk(mia, { ...request, items: [hidden, UNKNOWN_ID].map((id) => ({ id, if_match: '*' })) });
    const [first, second] = problemsOf(results);
    expect(first?.status).toBeGreaterThanOrEqual(400);
    expect(first).toEqual(second);
  }
});

test('records are deleted, each as it was seen, and restored', async () => {
  const ids = [await ticket(mia), await ticket(mia), await ticket(mia)];
  const tag = (id: string) =>
    desk.ask('GET', `/api/tickets/${id}`, { cookie: mia }).then(({ headers }) => String(headers.etag));
  const [first, second, third] = await Promise.all(ids.map(async (id) => ({ id, if_match: await tag(id) })));
  if (!first || !second || !third) throw new Error('There are three.');
  await desk.ask('PATCH', `/api/tickets/${second.id}`, {
    cookie: mia,
    body: { subject: 'Changed meanwhile' },
    headers: { 'if-match': '*' },
  });
  const deleted = await bulk(mia, { action: 'delete', items: [first, second, { id: third.id }] });
  expect(statusesOf(deleted)).toEqual([204, 412, 428]);
  expect(statusesOf(await bulk(mia, { action: 'restore', items: [{ id: first.id }] }))).toEqual([200]);
  const { can } = (await desk.ask('GET', `/api/tickets?id=${first.id}&can=close,delete`, { cookie: mia })).json();
  expect(can).toEqual([['delete']]);
});

test('one key covers all of them: a repetition gets the same answer, and other requests are refused', async () => {
  const ids = [await ticket(mia), await ticket(mia)];
  const headers = { 'idempotency-key': `bulk-${ids[0]}` };
  const request: BulkRequest = {
    action: 'event',
    event: 'answer',
    body: { reply: 'Once' },
    items: ids.map((id) => ({ id })),
  };
  const results = await bulk(ann, request, headers);
  expect(statusesOf(results)).toEqual([200, 200]);
  expect(await bulk(ann, request, headers)).toEqual(results);
  const copies = await Promise.all([1, 2, 3].map(() => bulk(ann, request, headers)));
  expect(copies).toEqual([results, results, results]);
  const history = (await desk.ask('GET', `/api/tickets/${ids[0]}/history`, { cookie: ann })).json();
  expect(history.filter(({ action }: { action: string }) => action === 'answer')).toHaveLength(1);
  const other = await desk.ask('POST', '/api/tickets/bulk', {
    cookie: ann,
    body: { ...request, items: request.items.slice(0, 1) },
    headers,
  });
  expect(other.json()).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
});

test.each<[string, unknown]>([
  ['no action', { items: [{ id: UNKNOWN_ID }] }],
  ['an unknown one', { action: 'create', items: [{ id: UNKNOWN_ID }] }],
  ['an event without a name', { action: 'event', items: [{ id: UNKNOWN_ID }] }],
  ['no records', { action: 'delete', items: [] }],
  ['too many', { action: 'delete', items: Array.from({ length: 101 }, () => ({ id: UNKNOWN_ID })) }],
  ['a record without an id', { action: 'delete', items: [{ if_match: '*' }] }],
  ['an unknown key', { action: 'delete', items: [{ id: UNKNOWN_ID, version: 1 }] }],
  ['what only events have', { action: 'delete', body: {}, items: [{ id: UNKNOWN_ID }] }],
  ['a list', []],
])('%s is refused as a whole', async (_what, body) => {
  const answer = await desk.ask('POST', '/api/tickets/bulk', { cookie: mia, body });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID']);
});

test('an event of a point that is not shown is refused as a whole, as alone', async () => {
  const text = readFileSync(new URL('fixtures/desk.md', import.meta.url), 'utf8');
  const states = text.slice(text.indexOf('### Ticket.status'), text.indexOf('## 5. '));
  const open = await serve(
    planFrom(
      'open.md',
      text.replace(states, 'not shown\n\n').replace('| actions | edit, delete, answer, close |\n', ''),
    ),
  );
  try {
    const cookie = await join(open, 'mia@example.com');
    const body = { action: 'event', event: 'close', items: [{ id: UNKNOWN_ID }] };
    const answers = await Promise.all([
      open.ask('POST', '/api/tickets/bulk', { cookie, body }),
      open.ask('POST', `/api/tickets/${UNKNOWN_ID}/close`, { cookie, body: {} }),
    ]);
    expect(answers.map((answer) => answer.json())).toEqual(
      [1, 2].map(() => expect.objectContaining({ code: 'NOT_SPECIFIED', clause: '4' })),
    );
  } finally {
    await open.close();
  }
});

test('an update is judged for each record as the single one would be', async () => {
  const [first, second] = [await ticket(mia), await ticket(max)];
  const items = [first, second, UNKNOWN_ID].map((id) => ({ id, if_match: '*' }));
  const results = await bulk(mia, { action: 'update', body: { subject: 'A stuck window' }, items });
  const singles = await Promise.all(
    items.map(({ id, if_match }) =>
      desk.ask('PATCH', `/api/tickets/${id}`, {
        cookie: mia,
        body: { subject: 'A stuck window' },
        headers: { 'if-match': if_match },
      }),
    ),
  );
  expect(statusesOf(results)).toEqual([200, ...singles.slice(1).map(({ statusCode }) => statusCode)]);
  expect(
    statusesOf(results)
      .slice(1)
      .every((status) => status >= 400),
  ).toBe(true);
  expect(results[0]).toMatchObject({ id: first, record: { subject: 'A stuck window' } });
  const [untagged] = await bulk(mia, { action: 'update', body: { subject: 'No tag' }, items: [{ id: first }] });
  expect(untagged).toMatchObject({ status: 428 });
});
