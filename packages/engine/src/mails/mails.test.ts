import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { type MailPiece, type OutgoingMail, RefusedMail } from './queued-mail.ts';

const PLAN = planOfDocument(readFileSync(new URL('../fixtures/mails.md', import.meta.url), 'utf8'));
const none = { ifMatch: null };
let story: Story;
let worker: Worker;
let kees: Actor;
let sent: OutgoingMail[] = [];
let deliver: (mail: OutgoingMail) => void = () => {};
const faults: unknown[] = [];

beforeAll(async () => {
  story = await startStory(PLAN);
  kees = await story.actor('kees@example.com');
  worker = startWorker(story.engine, {
    random: () => 0,
    makePaper: async (paper) => Buffer.from(JSON.stringify(paper.body)),
    onFault: (error) => faults.push(error),
    deliverMail: async (mail) => {
      deliver(mail);
      sent.push(mail);
    },
  });
});
afterEach(() => {
  sent = [];
  deliver = () => {};
});
afterAll(async () => {
  await worker.stop();
  await story.end();
  if (faults.length > 0) throw new Error(`The worker had faults: ${faults.map(String).join('; ')}`);
});

const person = (name: string) => story.find('user', 'name', name);
const lend = async (more: Readonly<Record<string, unknown>> = {}) => {
  const body = { title: 'Momo', fee: '2.5', member: await person('Nora'), due: '2026-12-01', ...more };
  return (await story.engine.create(kees, 'Loan', body, none)).record.id;
};
const wordsOf = (body: readonly MailPiece[]) =>
  body
    .map((piece) => (typeof piece === 'string' ? piece : 'value' in piece ? `‹${piece.value}›` : `→${piece.link}`))
    .join('')
    .trim();
const settled = async () => {
  await worker.settle();
  return sent.map(({ to, subject, body }) => `${to} | ${subject} | ${wordsOf(body)}`).toSorted();
};
const at = (seconds: number) => {
  story.time.now = new Date(Date.parse(story.time.now) + seconds * 1000).toISOString();
};
const states = async (record: string) =>
  (
    await story.engine.pool.query<{ call: string; state: string; problem: string | null }>(
      'select call, state, problem from nonet.outbound_call where record = $1 order by sequence',
      [record],
    )
  ).rows.map(({ call, state, problem }) => `${call} ${state}${problem === null ? '' : `: ${problem}`}`);

describe('mails', () => {
  test('go to each recipient once, with values as screens show them, and links to records', async () => {
    const id = await lend({ desk: 'DESK@example.com', title: '<b>[x](https://e.example)</b>' });
    const words = (to: string) =>
      `Dear ‹${to}›,\n\nthank you for **‹<b>[x](https://e.example)</b>›**, due ‹Dec 1, 2026›. Fee: ‹€2.50›.\n\n[Your loan](→/loans/${id}) · [All loans](/loans)`;
    expect(await settled()).toEqual([
      `DESK@example.com | <b>[x](https://e.example)</b> is back | ${words('DESK@example.com')}`,
      `nora@example.com | <b>[x](https://e.example)</b> is back | ${words('nora@example.com')}`,
    ]);
    expect(sent.map(({ replyTo }) => replyTo)).toEqual(['desk@library.example', 'desk@library.example']);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
    expect(await states(id)).toEqual(['brought_back done', 'brought_back done']);
  });

  test('an address that is also a user’s gets one mail, and who is not there none', async () => {
    await lend({ desk: 'Nora@Example.com' });
    expect((await settled()).map((mail) => mail.split(' ')[0])).toEqual(['nora@example.com']);
  });

  test('say only what their recipient may read, and tell what was left out', async () => {
    const wim = await person('Wim');
    const id = await lend({ helpers: [wim] });
    expect((await settled()).find((mail) => mail.startsWith('wim'))).toBe(
      'wim@example.com | needs help | ‹Wim›, would you bring ‹› to ‹›? It is ‹›, and of ‹›.',
    );
    expect((await states(id)).find((state) => state.startsWith('ask_helpers'))).toBe(
      'ask_helpers done: Left out, because its recipient may not read it: member.name, title, id, member.id.',
    );
    const listed = (await story.engine.listMails(10)).find(({ call }) => call === 'ask_helpers');
    expect(listed).toMatchObject({ to: 'wim@example.com', subject: 'needs help', state: 'done' });
  });

  test('a timer’s event causes them, each with its reader’s rights', async () => {
    const id = await lend({ note: 'Torn', due: '2026-11-20' });
    await settled();
    const all = await settled();
    expect(all.filter((mail) => mail.includes('Note') || mail.includes('still'))).toEqual([
      'kees@example.com | Momo is late | ‹Kees›: ‹Nora› has ‹Momo› still, since ‹Nov 20, 2026›.\n\n> ‹Torn›',
      `nora@example.com | Bring back Momo | Note: ‹›. See [the loan](→/loans/${id}).`,
    ]);
    const papers = sent.flatMap(({ files }) => files.map(({ content }) => Buffer.from(content).toString()));
    expect(papers).toEqual([expect.stringContaining('{"leftOut":"note"}')]);
  });

  test('are tried again under the same key, and `fails` follows', async () => {
    const keys: string[] = [];
    deliver = ({ to, key }) => {
      if (to !== 'kees@example.com') return;
      keys.push(key);
      throw new Error('The mail server is away.');
    };
    const id = await lend({ due: '2026-11-20' });
    await settled();
    for (const seconds of [2, 4]) {
      at(seconds);
      await settled();
    }
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(await states(id)).toContain('for_keepers failed: The mail server is away.');
    expect((await story.engine.read(kees, 'Loan', id, { fields: null, expand: null })).record.note).toBe('not sent');
    const failed = (await story.engine.listCalls('failed', 10)).find(({ call }) => call === 'for_keepers');
    expect(failed).toMatchObject({ to: 'kees@example.com', attempts: [{}, {}, {}] });
    deliver = () => {};
    sent = [];
    await story.engine.sendCallAgain(failed?.id ?? '');
    expect((await settled()).map((mail) => mail.split(' ')[0])).toEqual(['kees@example.com']);
    expect(sent[0]?.key).toBe(keys[0]);
  });

  test('one that is refused for good is not tried again, and delays no other of the record', async () => {
    deliver = ({ to }) => {
      if (to === 'nora@example.com') throw new RefusedMail('550 No such mailbox', 550);
    };
    const id = await lend({ desk: 'desk@example.com' });
    expect((await settled()).map((mail) => mail.split(' ')[0])).toEqual(['desk@example.com']);
    expect((await states(id)).toSorted()).toEqual(['brought_back done', 'brought_back failed: 550 No such mailbox']);
  });

  test('`then` follows once a mail is taken', async () => {
    const id = await lend();
    await settled();
    expect((await story.engine.read(kees, 'Loan', id, { fields: null, expand: null })).record.mailed_at).not.toBeNull();
  });

  test('wait where nothing delivers them', async () => {
    const waiting = startWorker(story.engine, { onFault: (error) => faults.push(error) });
    await worker.stop();
    const id = await lend();
    await waiting.settle();
    expect(await states(id)).toEqual(['brought_back waiting']);
    await waiting.stop();
  });
});
