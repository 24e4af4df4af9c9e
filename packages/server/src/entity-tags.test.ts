import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

/** The content that an answer's `ETag` covers, for two people in turn at one browser: a 304 only for an equal text. */
let jobs: TestServer;
let mia: string;
let boss: string;
let customer: string;
let tag: string;

beforeAll(async () => {
  jobs = await serve(planFrom('jobs.md'));
  mia = await join(jobs, 'mia@example.com');
  boss = await join(jobs, 'bea@example.com', ['boss']);
  customer = await create('/api/customers', { name: 'Ann' });
  tag = await create('/api/tags', { word: 'urgent' });
});
afterAll(() => jobs?.close());

async function create(url: string, body: unknown, cookie = mia): Promise<string> {
  const answer = await jobs.ask('POST', url, { cookie, body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

async function change(url: string, body: unknown): Promise<void> {
  const answer = await jobs.ask('PATCH', url, { cookie: mia, body, headers: { 'if-match': '*' } });
  expect(answer.statusCode, answer.body).toBe(200);
}

let count = 0;
async function newJob(): Promise<{ id: string; place: string; comment: string }> {
  count += 1;
  const place = `place-${count}`;
  const id = await create('/api/jobs', { subject: 'Roof', place, customer, tags: [tag], due: '2027-01-02' });
  return { id, place, comment: await create('/api/comments', { job: id, text: 'First' }) };
}

type Job = Awaited<ReturnType<typeof newJob>>;
const WHOLE = ({ id }: Job) => `/api/jobs/${id}`;
const WITH = (keys: string) => (job: Job) => `${WHOLE(job)}?${keys}`;
const COMMENTS = WITH('expand=customer,comments');

/** Each: what is asked, and what then changes in its answer. */
const CHANGES: Readonly<Record<string, [(job: Job) => string, (job: Job) => Promise<unknown>]>> = {
  'a record of a related list is added': [COMMENTS, ({ id }) => create('/api/comments', { job: id, text: 'Second' })],
  'a record of a related list is changed': [
    COMMENTS,
    ({ comment }) => change(`/api/comments/${comment}`, { text: 'X' }),
  ],
  'a record of a related list is deleted': [
    WITH('fields=comments'),
    ({ comment }) => jobs.ask('DELETE', `/api/comments/${comment}`, { cookie: mia, headers: { 'if-match': '*' } }),
  ],
  'a reference that is expanded': [COMMENTS, () => change(`/api/customers/${customer}`, { name: `Ann ${++count}` })],
  'a title through a reference': [WHOLE, () => change(`/api/customers/${customer}`, { name: `Ann ${++count}` })],
  'a record that a many holds': [WITH('expand=tags'), () => change(`/api/tags/${tag}`, { word: `urgent ${++count}` })],
  'a computed field over other records': [WHOLE, ({ id }) => create('/api/comments', { job: id, text: 'Second' })],
  'the record itself': [WHOLE, (job) => change(WHOLE(job), { size: 'big' })],
  'a list of an exact call': [() => '/exact/jobs?limit=1', () => newJob()],
  'a query of an exact call': [() => '/exact/jobs', () => create('/api/customers', { name: `Bo ${++count}` })],
  'a reference of an exact call': [
    ({ place }) => `/exact/jobs/${place}`,
    () => change(`/api/customers/${customer}`, { name: `Ann ${++count}` }),
  ],
};

describe('If-None-Match', () => {
  test.each(Object.entries(CHANGES))('what changed is sent: %s', async (_, [url, act]) => {
    const job = await newJob();
    const read = (headers = {}) => jobs.ask('GET', url(job), { cookie: mia, headers });
    const first = await read();
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await read(headers)).statusCode).toBe(304);
    await act(job);
    const second = await read(headers);
    expect(second.statusCode).toBe(200);
    expect(second.body).not.toBe(first.body);
    expect((await read({ 'if-none-match': String(second.headers.etag) })).statusCode).toBe(304);
  });

  test.each([
    ['a record', WHOLE],
    ['an exact call', ({ place }: Job) => `/exact/jobs/${place}`],
  ] as const)('who comes next gets what they may read: %s', async (_, url) => {
    const job = await newJob();
    await jobs.ask('PATCH', WHOLE(job), { cookie: boss, body: { hint: 'Costs more' }, headers: { 'if-match': '*' } });
    const read = (cookie: string, tagged = '"none"') =>
      jobs.ask('GET', url(job), { cookie, headers: { 'if-none-match': tagged } });
    const [hers, theirs] = [await read(boss), await read(mia)];
    expect([hers.body.includes('Costs more'), theirs.body.includes('Costs more')]).toEqual([true, false]);
    expect((await read(mia, String(hers.headers.etag))).body).toBe(theirs.body);
    expect((await read(boss, String(theirs.headers.etag))).body).toBe(hers.body);
  });

  test('answers without a tag are always sent: lists, history, possible actions, dashboards', async () => {
    const job = await newJob();
    for (const url of ['/api/jobs', `${WHOLE(job)}/history`, `${WHOLE(job)}/can`]) {
      const answer = await jobs.ask('GET', url, { cookie: mia });
      expect([url, answer.statusCode, answer.headers.etag]).toEqual([url, 200, undefined]);
    }
  });
});

describe('If-Match', () => {
  const patch = (job: Job, tagged: unknown, body: unknown = { subject: `Roof ${++count}` }) =>
    jobs.ask('PATCH', WHOLE(job), { cookie: mia, body, headers: { 'if-match': String(tagged) } });

  test('compares the record alone: what else an answer showed may have changed', async () => {
    const job = await newJob();
    const { headers } = await jobs.ask('GET', WITH('expand=customer,tags')(job), { cookie: mia });
    await change(`/api/customers/${customer}`, { name: `Ann ${++count}` });
    await change(`/api/tags/${tag}`, { word: `urgent ${++count}` });
    expect((await patch(job, headers.etag)).statusCode).toBe(200);
    expect((await patch(job, headers.etag)).statusCode).toBe(412);
  });

  test.each([
    ['the whole tag', (etag: string) => etag, 200],
    ['the record’s part of it', (etag: string) => etag.replace(/\..*"/, '"'), 200],
    ['one of several', (etag: string) => `"other", ${etag}`, 200],
    ['the record’s part with another answer’s', (etag: string) => etag.replace(/\..*"/, '.another"'), 200],
    ['the answer’s part', (etag: string) => etag.replace(/^.*\./, '"'), 412],
    ['a weak one', (etag: string) => `W/${etag}`, 412],
    ['none that is known', () => '"x.y"', 412],
  ] as const)('%s', async (_, sent, status) => {
    const job = await newJob();
    const { headers } = await jobs.ask('GET', COMMENTS(job), { cookie: mia });
    expect((await patch(job, sent(String(headers.etag)))).statusCode).toBe(status);
  });

  test('a write answers the tag that reading it has then, and several at once take it', async () => {
    const job = await newJob();
    const written = await patch(job, '*');
    expect((await jobs.ask('GET', WHOLE(job), { cookie: mia })).headers.etag).toBe(written.headers.etag);
    const items = [{ id: job.id, if_match: written.headers.etag }];
    const answer = await jobs.ask('POST', '/api/jobs/bulk', { cookie: mia, body: { action: 'delete', items } });
    expect(answer.json()).toMatchObject({ results: [{ status: 204 }] });
  });
});
