import { message } from '@nonet/language';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfExample, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { expireFiles } from './expire.ts';

let story: Story;
let emma: Actor;
let mo: Actor;
let travel: string;
const none = { ifMatch: null };
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

beforeAll(async () => {
  story = await startStory(planOfExample('expenses'));
  [emma, mo] = (await Promise.all(['emma', 'mo'].map((name) => story.actor(`${name}@example.com`)))) as [Actor, Actor];
  travel = await story.find('category', 'name', 'Travel');
});
afterAll(() => story.end());

const store = (actor: Actor, name: string, content: Uint8Array) => story.engine.storeFile(actor, [content], name);
const claimWith = (receipt: unknown, actor = emma) =>
  story.engine.create(
    actor,
    'Claim',
    {
      purpose: 'Visit',
      from: '2026-11-09',
      to: '2026-11-12',
      lines: [{ date: '2026-11-10', category: travel, description: 'Train', amount: '50', receipt }],
    },
    none,
  );

test('its sender can read an upload, and then everyone who may read the field that holds it', async () => {
  const stored = await store(emma, 'C:\\tmp\\"receipt".pdf', pdf);
  expect(stored).toMatchObject({ name: 'receipt.pdf', type: 'application/pdf', size: pdf.length });
  expect((await story.engine.readFile(emma, stored.id)).content?.equals(pdf)).toBe(true);
  expect((await refusalOf(story.engine.readFile(mo, stored.id))).code).toBe('NOT_FOUND');
  const { record } = await claimWith(stored.id);
  expect((record.lines as { receipt: object }[])[0]?.receipt).toMatchObject({ id: stored.id, name: 'receipt.pdf' });
  expect((await refusalOf(story.engine.readFile(mo, stored.id))).code).toBe('NOT_FOUND');
  await story.engine.fire(emma, 'Claim', record.id, 'submit', {}, none);
  expect((await story.engine.readFile(mo, stored.id)).name).toBe('receipt.pdf');
});

test('a file is judged by its content, its owner and its use', async () => {
  const text = await store(emma, 'receipt.pdf', Buffer.from('not a pdf'));
  expect(text.type).toBe('text/plain');
  const types = ['pdf', 'png', 'jpg'];
  expect(await refusalOf(claimWith(text.id))).toMatchObject({
    code: 'INVALID',
    errors: [
      { field: 'lines.0.receipt', message: message('fileType', { label: 'Receipt', types, file: 'receipt.pdf' }) },
    ],
  });
  const own = await store(mo, 'a.pdf', pdf);
  expect((await refusalOf(claimWith(own.id))).code).toBe('INVALID');
  const mine = await store(emma, 'a.pdf', pdf);
  const { record, etag } = await claimWith(mine.id);
  expect((await refusalOf(claimWith(mine.id))).code).toBe('INVALID');
  const [line] = record.lines as { id: string }[];
  const again = await story.engine.update(
    emma,
    'Claim',
    record.id,
    { lines: [{ id: line?.id, receipt: mine.id, amount: '51' }] },
    { ifMatch: etag },
  );
  expect(again.record.total).toBe('51.00');
});

test('an upload that is too large is refused, and one that nobody attached is deleted after a day', async () => {
  const bytes = Buffer.alloc(story.engine.plan.settings.maximumUploadBytes + 1);
  const most = bytes.length - 1;
  const large = await refusalOf(store(emma, 'a.bin', bytes));
  expect(large).toMatchObject({ code: 'TOO_LARGE', status: 413, words: message('fileSize', { most }) });
  const loose = await store(emma, 'a.pdf', pdf);
  const held = await store(emma, 'b.pdf', pdf);
  await claimWith(held.id);
  story.time.now = '2026-11-22T10:00:01.000000Z';
  await expireFiles(story.engine);
  expect((await refusalOf(story.engine.readFile(emma, loose.id))).code).toBe('NOT_FOUND');
  expect((await story.engine.readFile(emma, held.id)).size).toBe(pdf.length);
});

test('uploads of people who are not signed in wait for an hour, with a limit on their size', async () => {
  const nobody: Actor = { userId: null, roles: [] };
  for (let count = 0; count < ENGINE_LIMITS.waitingUploads; count += 1) await store(nobody, 'a.pdf', pdf);
  expect((await refusalOf(store(nobody, 'a.pdf', pdf))).code).toBe('TOO_MANY_REQUESTS');
  expect((await store(emma, 'a.pdf', pdf)).size).toBe(pdf.length);
  story.time.now = '2026-11-22T11:00:02.000000Z';
  expect((await store(nobody, 'a.pdf', pdf)).size).toBe(pdf.length);
});

test('the uploads of a user that no record holds have a size limit, and saving a record frees it', async () => {
  for (let count = 1; count < ENGINE_LIMITS.waitingUploads; count += 1) await store(mo, 'a.pdf', pdf);
  const last = await store(mo, 'a.pdf', pdf);
  expect((await refusalOf(store(mo, 'a.pdf', pdf))).code).toBe('TOO_MANY_REQUESTS');
  expect((await store(emma, 'a.pdf', pdf)).size).toBe(pdf.length);
  await claimWith(last.id, mo);
  expect((await store(mo, 'a.pdf', pdf)).size).toBe(pdf.length);
});
