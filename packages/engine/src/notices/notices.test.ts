import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import type { OutgoingMail } from '../mails/queued-mail.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

const DOCUMENT = readFileSync(new URL('../fixtures/notices.md', import.meta.url), 'utf8');
const PLAN = planOfDocument(DOCUMENT);
const none = { ifMatch: null };
const any = { ifMatch: '*' };
let story: Story;
let worker: Worker;
let kees: Actor;
let nora: Actor;
let wim: Actor;
let sent: OutgoingMail[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  story = await startStory(PLAN);
  [kees, nora, wim] = [
    await story.actor('kees@example.com'),
    await story.actor('nora@example.com'),
    await story.actor('wim@example.com'),
  ];
  worker = startWorker(story.engine, {
    onFault: (error) => faults.push(error),
    deliverMail: async (mail) => void sent.push(mail),
  });
});
beforeEach(async () => {
  sent = [];
  await story.engine.pool.query('delete from nonet.notice');
  await story.engine.pool.query('delete from nonet.notice_way');
});
afterAll(async () => {
  await worker.stop();
  await story.end();
  if (faults.length > 0) throw new Error(`The worker had faults: ${faults.map(String).join('; ')}`);
});

const lend = async (more: Readonly<Record<string, unknown>> = {}) => {
  const body = { title: 'Momo', member: nora.userId, due: '2026-12-24', ...more };
  return (await story.engine.create(kees, 'Loan', body, none)).record.id;
};
const inbox = async (actor: Actor, query: { unreadOnly?: boolean; after?: string | null; limit?: number } = {}) =>
  story.engine.notices.list(actor, { unreadOnly: false, after: null, limit: 20, ...query });
const subjects = async (actor: Actor) => (await inbox(actor)).notices.map(({ subject }) => subject);
const update = (record: string, values: Readonly<Record<string, unknown>>) =>
  story.engine.update(kees, 'Loan', record, values, any);

const disable = (isDisabled: boolean) =>
  story.engine.pool.query('update product."user" set disabled = $2 where id = $1', [wim.userId, isDisabled]);
const wordsOf = ({ body }: OutgoingMail) =>
  body.map((part) => (typeof part === 'string' ? part : Object.values(part)[0])).join('');

describe('notices', () => {
  test('go to each recipient once, the newest first, with values, words and a link', async () => {
    const id = await lend({ helpers: [nora.userId, wim.userId], title: '<b>[x](/y)</b>' });
    const { notices, unread, next, newest } = await inbox(nora);
    expect(notices.map(({ notice, subject, link, isRead }) => ({ notice, subject, link, isRead }))).toEqual([
      { notice: 'asked', subject: 'Nora, Nora needs help', link: null, isRead: false },
      { notice: 'lent', subject: '<b>[x](/y)</b> is lent by Kees to Nora', link: `/loans/${id}`, isRead: false },
    ]);
    expect(notices[1]?.body).toEqual(['Bring it back on **', { value: 'Dec 24, 2026' }, '**. [All loans](/loans)']);
    expect({ unread, next, newest }).toEqual({ unread: 2, next: null, newest: notices[0]?.id });
    expect(await subjects(kees)).toEqual([]);
  });

  test('say what their reader may read when they look, and what the record says then', async () => {
    const id = await lend({ helpers: [wim.userId] });
    expect(await subjects(wim)).toEqual(['Wim, needs help', 'is lent by Kees to Wim']);
    expect((await inbox(wim)).notices.map(({ link }) => link)).toEqual([null, null]);
    await update(id, { title: 'Jim Button' });
    expect(await subjects(nora)).toEqual(['Jim Button is lent by Kees to Nora']);
    await story.engine.fire(kees, 'Loan', id, 'bring_back', {}, any);
    expect(await subjects(nora)).toEqual(['is back', 'is lent by Kees to Nora']);
  });

  test('a condition and a refusal leave nothing', async () => {
    const id = await lend({ note: 'Torn' });
    await story.engine.fire(kees, 'Loan', id, 'bring_back', {}, any);
    expect(await subjects(nora)).toHaveLength(1);
    await refusalOf(lend({ title: 'x'.repeat(61) }));
    expect(await subjects(nora)).toHaveLength(1);
  });

  test('times cause them, for people of a role', async () => {
    const id = await lend({ due: '2026-11-19' });
    await worker.settle();
    expect(await subjects(kees)).toContain('Nora has Momo still (remind)');
    expect((await inbox(kees)).notices[0]?.link).toBe('/loans');
    await story.engine.delete(kees, 'Loan', id, any);
  });

  test('go with their record, and come back with it', async () => {
    const id = await lend();
    await story.engine.delete(kees, 'Loan', id, any);
    expect(await inbox(nora)).toEqual({ notices: [], unread: 0, newest: null, next: null });
    await story.engine.restore(kees, 'Loan', id, any);
    expect(await subjects(nora)).toEqual(['Momo is lent by Kees to Nora']);
  });

  test('are marked as read and unread, one by one and up to one', async () => {
    await lend({ title: 'A' });
    await lend({ title: 'B' });
    const seen = await inbox(nora);
    await lend({ title: 'C' });
    const [b, a] = seen.notices.map(({ id }) => id);
    expect((await story.engine.notices.mark(nora, { until: seen.newest ?? '' }, true)).unread).toBe(1);
    expect((await inbox(nora)).notices.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect((await story.engine.notices.mark(nora, { ids: [b ?? '', a ?? '', 'no id'] }, false)).unread).toBe(3);
    expect((await story.engine.notices.mark(wim, { ids: [b ?? ''] }, true)).unread).toBe(0);
    expect((await story.engine.notices.mark(nora, { ids: [b ?? ''] }, true)).unread).toBe(2);
    const unread = await inbox(nora, { unreadOnly: true });
    expect(unread.notices.map(({ subject }) => subject[0])).toEqual(['C', 'A']);
  });

  test('are read page by page', async () => {
    for (const title of ['A', 'B', 'C']) await lend({ title });
    const first = await inbox(nora, { limit: 2 });
    const second = await inbox(nora, { limit: 2, after: first.next });
    expect([first, second].map(({ notices }) => notices.map(({ subject }) => subject[0]).join(''))).toEqual([
      'CB',
      'A',
    ]);
    expect(second.next).toBeNull();
    expect((await inbox(nora, { after: 'no id' })).notices).toEqual([]);
  });

  test('are chosen for each kind: off, by mail as well, and never off where necessary', async () => {
    expect(await story.engine.notices.preferences(nora)).toEqual([]);
    expect((await refusalOf(story.engine.notices.choose(nora, 'lent', 'off'))).code).toBe('NOT_FOUND');
    await lend({ due: '2026-11-19' });
    await worker.settle();
    expect(await story.engine.notices.preferences(nora)).toEqual([
      { notice: 'lent', description: '', way: 'inbox', isNecessary: false },
    ]);
    await story.engine.notices.choose(nora, 'lent', 'mail');
    const id = await lend({ title: 'By mail' });
    await worker.settle();
    expect(sent.map((mail) => [mail.to, mail.subject, wordsOf(mail)])).toEqual([
      [
        'nora@example.com',
        'By mail is lent by Kees to Nora',
        `Bring it back on **Dec 24, 2026**. [All loans](/loans)\n\n[By mail is lent by Kees to Nora](/loans/${id})\n`,
      ],
    ]);
    await story.engine.notices.choose(nora, 'lent', 'off');
    await lend({ title: 'Silent' });
    expect(await subjects(nora)).not.toContain('Silent is lent by Kees to Nora');
    await story.engine.notices.choose(nora, 'lent', 'inbox');
    await lend({ title: 'Loud' });
    expect(await subjects(nora)).toContain('Loud is lent by Kees to Nora');
    expect(
      (await refusalOf(story.engine.notices.choose(kees, 'late', 'off'))).errors.map(({ clause }) => clause),
    ).toEqual(['7.late.necessary']);
  });

  test('a disabled user gets none, and time ends them', async () => {
    await disable(true);
    const id = await lend({ helpers: [wim.userId] });
    const { rows } = await story.engine.pool.query('select recipient from nonet.notice where record = $1', [id]);
    expect(rows).toEqual([{ recipient: nora.userId }]);
    await disable(false);
    const before = story.time.now;
    story.time.now = '2026-12-22T10:00:00.000000Z';
    expect(await inbox(nora)).toMatchObject({ notices: [], unread: 0 });
    await worker.settle();
    const kept = await story.engine.pool.query('select from nonet.notice where record = $1', [id]);
    expect(kept.rowCount).toBe(0);
    story.time.now = before;
  });

  // The last test: it puts another document to use.
  test('follow their new name, and go where they are stated as gone', async () => {
    await lend({ helpers: [nora.userId] });
    await story.engine.notices.choose(nora, 'lent', 'mail');
    await worker.stop();
    const text = DOCUMENT.replace('#### lent', '#### handed_out (was: lent)').replace(/#### asked[^]*?(?=####)/, '');
    const put = (document: string) =>
      createEngine({
        plan: planOfDocument(document),
        pool: story.engine.pool,
        clock: () => story.time.now,
        change: 'newer',
      });
    await expect(put(text)).rejects.toThrow('the notice `asked` is gone: it stands in an inbox');
    const engine = await put(text.replace('## 8.', '### Gone\n\n| call |\n| --- |\n| asked |\n\n## 8.'));
    expect(engine.migration.steps).toContain('the notice asked is gone, and disappears from an inbox');
    const { notices } = await engine.notices.list(nora, { unreadOnly: false, after: null, limit: 20 });
    expect(notices.map(({ notice, subject }) => [notice, subject])).toEqual([
      ['handed_out', 'Momo is lent by Kees to Nora'],
    ]);
    expect((await engine.notices.preferences(nora)).map(({ notice, way }) => [notice, way])).toEqual([
      ['handed_out', 'mail'],
    ]);
    await engine.close();
  });
});
