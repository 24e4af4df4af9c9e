import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listCalls } from '../calls/left.ts';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { listMails } from '../mails/list-mails.ts';
import type { MailPiece, OutgoingMail } from '../mails/queued-mail.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

// 08:00 in Amsterdam is 07:00 in UTC in winter.
const DOCUMENT = readFileSync(new URL('../fixtures/notices.md', import.meta.url), 'utf8').replace(
  '| NOTICES_KEPT | 30 days |',
  '| TIME_ZONE | "Europe/Amsterdam" |',
);
const none = { ifMatch: null };
const any = { ifMatch: '*' };
let story: Story;
let workers: Worker[];
let kees: Actor;
let nora: Actor;
let wim: Actor;
let sent: OutgoingMail[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  story = await startStory(planOfDocument(DOCUMENT));
  [kees, nora, wim] = [
    await story.actor('kees@example.com'),
    await story.actor('nora@example.com'),
    await story.actor('wim@example.com'),
  ];
  workers = [1, 2, 3].map(() =>
    startWorker(story.engine, {
      onFault: (error) => faults.push(error),
      deliverMail: async (mail) => void sent.push(mail),
    }),
  );
  // Something that they have got, so that they can choose how they get the next one.
  await lend({ helpers: [wim.userId] });
  for (const [actor, locale] of [
    [nora, 'nl-BE'],
    [wim, 'en'],
  ] as const)
    await story.engine.notices.choose({ ...actor, locale }, 'lent', 'digest');
});
let day = 0;
beforeEach(async () => {
  day += 1;
  await settleAt(`2026-11-${21 + day}T09:00:00.000000Z`);
  sent = [];
});
afterAll(async () => {
  await Promise.all((workers ?? []).map((worker) => worker.stop()));
  await story.end();
  if (faults.length > 0) throw new Error(`The workers had faults: ${faults.map(String).join('; ')}`);
});

const lend = async (more: Readonly<Record<string, unknown>> = {}) => {
  const body = { title: 'Momo', member: nora.userId, due: '2026-12-24', ...more };
  return (await story.engine.create(kees, 'Loan', body, none)).record.id;
};
/** Several processes look at the same time. */
const settleAt = async (now: string) => {
  story.time.now = now;
  await Promise.all(workers.map((worker) => worker.settle()));
};
const tomorrow = (time: string) => settleAt(`2026-11-${22 + day}T${time}:00.000000Z`);
const textOf = (body: readonly MailPiece[]) =>
  body.map((part) => (typeof part === 'string' ? part : Object.values(part)[0])).join('');
const received = () => sent.map(({ to, subject }) => `${to}: ${subject}`);

describe('a daily mail about notices', () => {
  test('tells once, at its time, what is new, with words and links, in the language of its reader', async () => {
    const id = await lend();
    await lend({ title: '<b>[x](/y)</b>' });
    await tomorrow('06:59');
    expect(sent).toEqual([]);
    await tomorrow('07:00');
    await tomorrow('07:01');
    expect(received()).toEqual(['nora@example.com: Lending desk with an inbox: 2 nieuwe meldingen']);
    const [mail] = sent;
    expect(mail?.call).toBe('daily digest');
    expect(textOf(mail?.body ?? [])).toContain(
      `## [Momo is lent by Kees to Nora](/loans/${id})\n\nBring it back on **Dec 24, 2026**. [All loans](/loans)\n\n`,
    );
    expect(mail?.body).toContainEqual({ value: '<b>[x](/y)</b> is lent by Kees to Nora' });
    expect(textOf(mail?.body ?? [])).toContain('[U krijgt deze mail één keer per dag,');
    await settleAt(`2026-11-${23 + day}T12:00:00.000000Z`);
    expect(sent).toHaveLength(1);
  });

  test('says what its reader may read then, and leaves out what is read already, deleted or unreadable', async () => {
    const [first, second] = [await lend({ title: 'A' }), await lend({ title: 'B' })];
    await lend({ title: 'C', helpers: [wim.userId] });
    await story.engine.delete(kees, 'Loan', first, any);
    await story.engine.update(kees, 'Loan', second, { title: 'B2' }, any);
    const { notices } = await story.engine.notices.list(nora, { unreadOnly: true, after: null, limit: 1 });
    await story.engine.notices.mark(nora, { ids: notices.map(({ id }) => id) }, true);
    await tomorrow('07:00');
    const toNora = sent.find(({ to }) => to === 'nora@example.com');
    expect(textOf(toNora?.body ?? []).match(/## .*/g)).toEqual([
      expect.stringContaining('[B2 is lent by Kees to Nora](/loans/'),
    ]);
    // A helper may not read the loan.
    expect(textOf(sent.find(({ to }) => to === 'wim@example.com')?.body ?? [])).not.toContain('C is lent');
  });

  test('is not written where there is nothing, or where its reader wants them otherwise by now', async () => {
    await lend();
    await story.engine.notices.choose(nora, 'lent', 'inbox');
    await tomorrow('07:00');
    expect(sent).toEqual([]);
    await story.engine.notices.choose({ ...nora, locale: 'en' }, 'lent', 'digest');
    await lend({ title: 'Later' });
    await settleAt(`2026-11-${23 + day}T07:00:00.000000Z`);
    expect(received()).toEqual(['nora@example.com: Lending desk with an inbox: 1 new notice']);
  });

  test('is one after an outage, and none that a disabled user gets', async () => {
    const disable = (isDisabled: boolean) =>
      story.engine.pool.query('update product."user" set disabled = $2 where id = $1', [wim.userId, isDisabled]);
    await lend({ title: 'One', helpers: [wim.userId] });
    await disable(true);
    day += 3;
    story.time.now = `2026-11-${21 + day}T05:00:00.000000Z`;
    await lend({ title: 'Two' });
    await settleAt(`2026-11-${21 + day}T12:00:00.000000Z`);
    expect(sent.map(({ to }) => to)).toEqual(['nora@example.com']);
    expect(textOf(sent[0]?.body ?? []).match(/## .*/g)).toHaveLength(2);
    await disable(false);
  });

  test('waits in the queue like other mails, and is told what it has no room for', async () => {
    await workers[0]?.stop();
    await Promise.all(workers.map((worker) => worker.stop()));
    for (let at = 0; at < 52; at++) await lend({ title: `Nr ${at}` });
    const waiting = startWorker(story.engine, { onFault: (error) => faults.push(error) });
    story.time.now = `2026-11-${22 + day}T07:00:00.000000Z`;
    await waiting.settle();
    await waiting.stop();
    const { engine } = story;
    const [mail] = await listMails(engine.index, engine.pool, 10);
    expect(mail).toMatchObject({ call: 'daily digest', state: 'waiting', to: 'nora@example.com' });
    expect(textOf(mail?.body ?? [])).toContain('[and 2 more in your inbox](/-/inbox)');
    expect(await listCalls(engine.index, engine.pool, 'waiting', 10)).toMatchObject([
      { call: 'daily digest', entity: 'User', record: nora.userId, to: 'nora@example.com' },
    ]);
  });
});
