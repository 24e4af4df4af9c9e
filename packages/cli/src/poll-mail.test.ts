import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createEngine, type IncomingMail, type RunningEngine, seed } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import imapServer from 'hoodiecrow-imap';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mailbox, mailboxOf, receiveUnread } from './poll-mail.ts';

const raw = (id: number, subject: string, flags: readonly string[] = []) => ({
  raw: [
    'Authentication-Results: mx.example.net; dmarc=pass',
    'From: nora@example.com',
    'To: desk@example.com',
    `Subject: ${subject}`,
    `Message-ID: <${id}@example.com>`,
    '',
    'It does not work.',
  ].join('\r\n'),
  flags,
});

const server = imapServer({
  plugins: ['ID', 'IDLE', 'UIDPLUS'],
  storage: { INBOX: { messages: [raw(1, 'First'), raw(2, 'Read before', ['\\Seen']), raw(3, 'Second')] } },
});
let mailbox: Mailbox;
let engine: RunningEngine;
let drop: () => Promise<void>;
const faults: unknown[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const known = mailboxOf(`imap://testuser:testpass@127.0.0.1:${port}`);
  if (known === null) throw new Error('The mailbox has no address.');
  mailbox = known;
  const text = readFileSync(new URL('../../server/src/fixtures/received.md', import.meta.url), 'utf8');
  const { plan } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (plan === null) throw new Error('The document has errors.');
  const database = await createTestDatabase();
  engine = await createEngine({ plan, databaseUrl: database.url });
  await seed(engine, { demo: true });
  drop = async () => {
    await engine.close();
    await database.drop();
  };
});
afterAll(async () => {
  await drop?.();
  await new Promise<void>((resolve) => server.close(resolve));
});

const poll = (by: Pick<RunningEngine, 'receiveMail'> = engine) =>
  receiveUnread({ mailbox, verifiedBy: 'mx.example.net', engine: by, onFault: (fault) => faults.push(fault) });

const subjects = async () => (await engine.listReceived('taken', 10)).map(({ subject }) => subject).toReversed();

test('a mail stays unread while the product can do nothing with it', async () => {
  const receiveMail = async ({ subject, ...mail }: IncomingMail) => {
    if (subject === 'First') throw new Error('The database is away.');
    return engine.receiveMail({ ...mail, subject });
  };
  expect(await poll({ receiveMail })).toBe(1);
  expect(faults.splice(0).map(String)).toEqual(['Error: The database is away.']);
  expect(await subjects()).toEqual(['Second']);
});

test('unread mail is received once, and marked as read', async () => {
  expect(await poll()).toBe(1);
  expect(await poll()).toBe(0);
  expect(await subjects()).toEqual(['Second', 'First']);
  expect(faults).toEqual([]);
});

test('a mailbox that does not let the product in is a fault of the round', async () => {
  mailbox = { ...mailbox, password: 'other' };
  await expect(poll()).rejects.toThrow('Command failed');
});

test.each([
  [
    'imaps://desk%40example.com:a%3Ab@mail.example.com',
    { port: 993, isSecure: true, user: 'desk@example.com', password: 'a:b', folder: 'INBOX' },
  ],
  [
    'imap://desk:x@mail.example.com:1143/Orders',
    { port: 1143, isSecure: false, user: 'desk', password: 'x', folder: 'Orders' },
  ],
])('the address %s is read', (address, parts) => {
  expect(mailboxOf(address)).toEqual({ host: 'mail.example.com', ...parts });
});

test.each(['mail.example.com', 'https://desk:x@mail.example.com', 'imaps://mail.example.com'])(
  '%s is no address of a mailbox',
  (address) => {
    expect(() => mailboxOf(address)).toThrow('imaps://user:password@host:993/INBOX');
  },
);
