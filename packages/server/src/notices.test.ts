import type { InboxStateView, InboxView, NoticePreferenceView } from '@nonet/client';
import { seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventStream } from './fixtures/event-stream.ts';
import { planFrom } from './fixtures/plans.ts';
import { cookieOf, serve, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
const cookies = new Map<string, string>();
const ids = new Map<string, string>();

beforeAll(async () => {
  desk = await serve(planFrom('../../../engine/src/fixtures/notices.md'), { mode: 'dev' });
  await seed(desk.engine, { demo: true });
  const people: { id: string; email: string }[] = (await desk.ask('GET', '/api/-/dev/accounts')).json();
  for (const { id, email } of people) {
    const name = email.split('@')[0] ?? '';
    ids.set(name, id);
    cookies.set(name, cookieOf(await desk.ask('POST', '/api/-/dev/session', { body: { id } })));
  }
});
afterAll(() => desk?.close());

const as = (name: string) => ({ cookie: cookies.get(name) ?? '' });
const lend = async (title: string) => {
  const body = { title, member: ids.get('nora'), due: '2999-01-01', helpers: [ids.get('wim')] };
  const answer = await desk.ask('POST', '/api/loans', { ...as('kees'), body });
  expect(answer.statusCode, answer.body).toBe(201);
};
const inbox = async (name: string, query = ''): Promise<InboxView> =>
  (await desk.ask('GET', `/api/-/notices${query}`, as(name))).json();

describe('the inbox', () => {
  test('is read page by page, marked, and told to those who follow it', async () => {
    const stream = await EventStream.open(desk, '/api/-/events?inbox=-%2Fnotices%2Fstate', as('nora'));
    const followed = async (place: number) => (await stream.next(place))[0]?.data;
    expect(await followed(0)).toEqual({ list: 'inbox', unread: 0, newest: null });
    await lend('Momo');
    const { items, ...state } = await inbox('nora', '?unread=true&limit=1');
    expect(items).toMatchObject([
      {
        notice: 'lent',
        read: false,
        subject: 'Momo is lent by Kees to Nora',
        link: expect.stringContaining('/loans/'),
      },
    ]);
    expect(state).toEqual({ unread: 1, newest: items[0]?.id, next: null });
    expect(await followed(1)).toEqual({ list: 'inbox', unread: 1, newest: items[0]?.id });
    await lend('Jim');
    expect(await followed(2)).toMatchObject({ unread: 2 });
    const first = await inbox('nora', '?limit=1');
    const second = await inbox('nora', `?limit=1&cursor=${first.next}`);
    expect([first, second].map((page) => page.items[0]?.subject.split(' ')[0])).toEqual(['Jim', 'Momo']);

    const mark = async (path: string, body: object) =>
      (await desk.ask('POST', `/api/-/notices/${path}`, { ...as('nora'), body })).json<InboxStateView>().unread;
    expect(await mark('read', { until: first.newest })).toBe(0);
    expect(await followed(3)).toMatchObject({ unread: 0 });
    expect(await mark('unread', { ids: [second.items[0]?.id] })).toBe(1);
    stream.close();
  });

  test('is nobody else’s, and says to each what they may read', async () => {
    const { items } = await inbox('wim');
    expect(items.map(({ subject }) => subject)).not.toContain('Momo is lent by Kees to Nora');
    expect(JSON.stringify(items)).not.toContain('Momo');
    expect((await desk.ask('GET', '/api/-/notices')).statusCode).toBe(401);
    expect((await desk.ask('GET', '/api/-/events?inbox=-%2Fnotices%2Fstate')).statusCode).toBe(401);
    const [own] = (await inbox('nora')).items;
    const answer = await desk.ask('POST', '/api/-/notices/read', { ...as('wim'), body: { ids: [own?.id] } });
    expect(answer.json<InboxStateView>().unread).toBe((await inbox('wim')).unread);
    expect((await inbox('nora')).unread).toBe(1);
    const product = async (name: string) => (await desk.ask('GET', '/api/-/product', as(name))).json();
    expect([(await product('wim')).getsNotices, (await product('nobody')).getsNotices]).toEqual([true, false]);
  });

  test('has preferences for what somebody has got', async () => {
    const preferences = async () =>
      (await desk.ask('GET', '/api/-/notices/preferences', as('nora'))).json<NoticePreferenceView[]>();
    const lent = { notice: 'lent', label: 'Lent', description: '', way: 'inbox', necessary: false };
    expect(await preferences()).toEqual([lent]);
    const choose = (notice: string, body: object) =>
      desk.ask('PATCH', `/api/-/notices/preferences/${notice}`, { ...as('nora'), body });
    expect((await choose('lent', { way: 'off' })).json()).toEqual({ ...lent, way: 'off' });
    expect(await preferences()).toEqual([{ ...lent, way: 'off' }]);
    const before = (await inbox('nora')).items.length;
    await lend('Silent');
    expect((await inbox('nora')).items).toHaveLength(before);
    expect((await choose('late', { way: 'off' })).statusCode).toBe(404);
  });

  test.each([
    ['GET', '?limit=101', undefined, '`limit` is a whole number from 1 to 100.'],
    ['GET', '?unread=yes', undefined, '`unread` takes `true` or `false`.'],
    ['GET', '?other=1', undefined, 'other'],
    ['POST', '/read', {}, 'It has `ids`, a list of 100 at most, or `until`, one id.'],
    ['POST', '/read', { ids: ['a'], until: 'b' }, 'one id'],
    ['POST', '/unread', { ids: [1] }, 'one id'],
    ['POST', '/unread', { ids: [], other: 1 }, 'other'],
    ['PATCH', '/preferences/lent', { way: 'letter' }, '`way` is `inbox`, `mail`, `digest` or `off`.'],
    ['PATCH', '/preferences/lent', [], 'object'],
  ] as const)('refuses %s %s %j', async (method, url, body, words) => {
    const answer = await desk.ask(method, `/api/-/notices${url}`, { ...as('nora'), ...(body ? { body } : {}) });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(words);
  });

  test('is described to those who have one', async () => {
    const described = (await desk.ask('GET', '/api/openapi.json', as('nora'))).json<{ paths: object }>();
    expect(Object.keys(described.paths).filter((path) => path.includes('notices'))).toHaveLength(6);
  });
});

/** 3: what the list of a loan's comments says to its readers, and what those who are mentioned find in their inbox. */
describe('comments', () => {
  const texts = async (loan: string, name: string) => {
    const address = `/api/loan-comments?about=${loan}&expand=created_by,mentions`;
    const { items } = (await desk.ask('GET', address, as(name))).json<{ items: Comment[] }>();
    return items.map(({ text, created_by: by, mentions }) => [
      text,
      by?._title,
      ...mentions.map(({ _title }) => _title),
    ]);
  };
  const write = (name: string, body: object) => desk.ask('POST', '/api/loan-comments', { ...as(name), body });

  test('are read, written and changed as point 6 says, counted for each reader, and gone with their record', async () => {
    await lend('Comments');
    const { items } = (await desk.ask('GET', '/api/loans?q=&title=Comments', as('kees'))).json<{
      items: { id: string }[];
    }>();
    const about = items[0]?.id ?? '';
    const said = await write('nora', { about, text: 'It is *torn*.', mentions: [ids.get('kees')] });
    expect(said.statusCode, said.body).toBe(201);
    expect(
      (await write('kees', { about, text: 'Hers?', internal: true, mentions: [ids.get('nora')] })).statusCode,
    ).toBe(201);
    expect((await write('nora', { about, text: 'Secretly', internal: true })).statusCode).toBe(403);
    // A record that may not be read is answered like an unknown one.
    expect((await write('wim', { about, text: 'Me too' })).json()).toMatchObject({ code: 'INVALID' });
    expect((await write('kees', { about, text: 'x'.repeat(201) })).json()).toMatchObject({ code: 'TOO_LONG' });

    expect(await texts(about, 'kees')).toEqual([
      ['It is *torn*.', 'Nora', 'Kees'],
      ['Hers?', 'Kees', 'Nora'],
    ]);
    expect(await texts(about, 'nora')).toEqual([['It is *torn*.', 'Nora', 'Kees']]);
    const loan = async (name: string) =>
      (await desk.ask('GET', `/api/loans/${about}?fields=comments`, as(name))).json<{ comments: unknown[] }>();
    expect([(await loan('kees')).comments.length, (await loan('nora')).comments.length]).toEqual([2, 1]);

    expect((await inbox('kees')).items[0]).toMatchObject({
      notice: 'mentioned',
      subject: 'Nora mentioned you: It is *torn*.',
    });
    // Who is mentioned where they may not read learns nothing of what was said.
    expect((await inbox('nora')).items.find(({ notice }) => notice === 'mentioned')?.subject).not.toContain('Hers');

    const { id } = said.json<{ id: string }>();
    const change = (name: string) =>
      desk.ask('PATCH', `/api/loan-comments/${id}`, {
        ...as(name),
        body: { text: 'Mended.' },
        headers: { 'if-match': '*' },
      });
    expect((await change('kees')).statusCode).toBe(403);
    expect((await change('nora')).statusCode).toBe(200);
    expect(
      (await desk.ask('DELETE', `/api/loans/${about}`, { ...as('kees'), headers: { 'if-match': '*' } })).statusCode,
    ).toBe(204);
    expect(await texts(about, 'kees')).toEqual([]);
  });
});

interface Comment {
  readonly text: string;
  readonly created_by: { readonly _title: string } | null;
  readonly mentions: readonly { readonly _title: string }[];
}
