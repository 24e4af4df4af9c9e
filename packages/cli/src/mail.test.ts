import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { RefusedMail } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boot } from './boot.ts';
import { smtpMail } from './mail.ts';

const received: { from: string; to: string[]; mail: string }[] = [];
/** The codes that the server answers to these recipients. */
const REFUSED: Record<string, number> = { 'nobody@example.com': 550, 'later@example.com': 451 };
let server: SMTPServer;
let url: string;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const reply = REFUSED[address];
      done(reply === undefined ? null : Object.assign(new Error('Not here'), { responseCode: reply }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const mail = Buffer.concat(chunks).toString();
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), mail });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

describe('mail by SMTP', () => {
  test('is delivered from the sender that is stated, or the public origin’s', async () => {
    const publicOrigin = 'https://shop.example';
    for (const from of [undefined, 'help@shop.example']) {
      const send = smtpMail({ smtpUrl: url, from, publicOrigin });
      await send?.({ to: 'ada@example.com', subject: 'Welcome to Shöp', text: 'https://shop.example/-/password#x\n' });
    }
    expect(received.map(({ from, to }) => [from, to])).toEqual([
      ['no-reply@shop.example', ['ada@example.com']],
      ['help@shop.example', ['ada@example.com']],
    ]);
    expect(received[0]?.mail).toContain('https://shop.example/-/password#x');
    expect(received[0]?.mail).toContain('=?UTF-8?');
  });

  test('has HTML beside its text, where answers go, and a Message-ID of its key', async () => {
    const send = smtpMail({ smtpUrl: url, from: 'Shöp <help@shop.example>', publicOrigin: 'https://shop.example' });
    const [text, html] = ['In words', '<p>In HTML</p>'];
    await send?.({ to: 'ada@example.com', subject: 'Due', text, html, replyTo: 'desk@shop.example', key: 'k-1' });
    const { mail = '' } = received.at(-1) ?? {};
    for (const part of [
      'Message-ID: <k-1@shop.example>',
      'Reply-To: desk@shop.example',
      'Content-Type: multipart/alternative',
      'Auto-Submitted: auto-generated',
      text,
      html,
    ])
      expect(mail.toLowerCase()).toContain(part.toLowerCase());
  });

  test('brings files, the same bytes under the same key', async () => {
    const send = smtpMail({ smtpUrl: url, from: undefined, publicOrigin: 'https://shop.example' });
    const pdf = Buffer.from('%PDF-1.7 \u0000\u00ff of a paper');
    const files = [
      { name: 'Mietvertrag für Döner.pdf', type: 'application/pdf', content: pdf },
      { name: 'plan.txt', type: 'text/plain', content: Buffer.from('The plan') },
    ];
    const mail = { to: 'ada@example.com', subject: 'Due', text: 'In words', html: '<p>In HTML</p>', files, key: 'k-2' };
    await send?.(mail);
    await send?.(mail);
    const [first = '', second = ''] = received.slice(-2).map((each) => each.mail.replace(/^Date: .*$/m, ''));
    expect(second).toBe(first);
    expect(first).toContain('Message-ID: <k-2@shop.example>');
    expect(first.replaceAll(/\s/g, '')).toContain(pdf.toString('base64'));
    expect(first).toMatch(/Content-Type: application\/pdf[^]*Content-Disposition: attachment/);
    expect(first).toContain(encodeURIComponent('für'));
  });

  test.each([
    ['nobody@example.com', true],
    ['later@example.com', false],
  ])('%s: refused for good is %s', async (to, forGood) => {
    const send = smtpMail({ smtpUrl: url, from: undefined, publicOrigin: 'https://shop.example' });
    const sent = send?.({ to, subject: 'Due', text: '' }).catch((error: unknown) => error);
    const error = await sent;
    expect(error).toBeInstanceOf(RefusedMail);
    expect(error instanceof RefusedMail && error.isForGood).toBe(forGood);
  });

  test('is off without a server', () => {
    expect(smtpMail({ smtpUrl: undefined, from: undefined, publicOrigin: undefined })).toBeNull();
  });

  test.each([
    ['http://mail.example', 'https://shop.example', /smtp:\/\/user/],
    ['smtp://mail.example', undefined, /--public-origin/],
  ])('%s with the origin %s is called wrongly', (smtpUrl, publicOrigin, message) => {
    expect(() => smtpMail({ smtpUrl, from: undefined, publicOrigin })).toThrow(message);
  });
});

describe('the mails of a document', () => {
  const publicOrigin = 'https://desk.example';
  const senderOf = () => {
    const send = smtpMail({ smtpUrl: url, from: undefined, publicOrigin });
    if (send === null) throw new Error('There is no mail server.');
    return send;
  };
  /** Boots a document of the engine's tests, whose first mail is taken by the server, while the answer gets lost. */
  const whileLosing = async (
    document: string,
    [was, is]: readonly [string, string],
    work: (booted: Awaited<ReturnType<typeof boot>>, id: (email: string) => Promise<string>) => Promise<void>,
  ) => {
    const text = readFileSync(new URL(`../../engine/src/fixtures/${document}`, import.meta.url), 'utf8');
    const { plan } = checkDocument({ path: 'spec.md', text: text.replace(was, is) }, () => ({ kind: 'missing' }));
    if (plan === null) throw new Error('The document has errors.');
    const database = await createTestDatabase();
    const send = senderOf();
    const faults: unknown[] = [];
    let lost = 1;
    const booted = await boot({
      plan,
      databaseUrl: database.url,
      environment: {},
      place: 'HERE',
      mode: 'dev',
      allowPrivateTargets: false,
      onFault: (fault) => faults.push(fault),
      mail: {
        origin: () => publicOrigin,
        send: async (mail) => {
          await send(mail);
          if (lost-- > 0) throw new Error('The connection was closed.');
        },
      },
    });
    try {
      received.length = 0;
      await work(booted, async (email) => {
        const found = await booted.engine.pool.query<{ id: string }>('select id from product."user" where email = $1', [
          email,
        ]);
        return found.rows[0]?.id ?? '';
      });
      expect(faults).toEqual([]);
    } finally {
      await booted.close();
      await database.drop();
    }
  };
  const arrived = async (count: number) => {
    await expect.poll(() => received.length, { timeout: 60_000, interval: 200 }).toBe(count);
  };

  test('are handed to the mail server, once for each recipient, and again under the same Message-ID', () =>
    whileLosing(
      'mails.md',
      ['| then | `mailed_at = now()` |', '| retry | 3 times, from 500 ms |'],
      async ({ engine }, id) => {
        const [member, keeper] = [await id('nora@example.com'), await id('kees@example.com')];
        const body = { title: 'Momo <3', member, due: '2999-01-01' };
        await engine.create({ userId: keeper, roles: ['keeper'] }, 'Loan', body, { ifMatch: null });
        await arrived(2);
        const ids = received.map(({ mail }) => /^message-id: (.+)$/im.exec(mail)?.[1]);
        expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@desk\.example>$/);
        expect(ids[1]).toBe(ids[0]);
        expect(received[1]).toMatchObject({ from: 'no-reply@desk.example', to: ['nora@example.com'] });
        expect(received[1]?.mail).toContain('Subject: Momo <3 is back');
        expect(received[1]?.mail).toContain('Momo &lt;3');
        expect(received[1]?.mail).toContain('(https://desk.example/loans)');
      },
    ));

  test('bring papers as PDF, the same bytes at each try, and those of the file that the event has kept', () =>
    whileLosing(
      'leases.md',
      ['| retry | 2 times, from 2 s, doubling |', '| retry | 3 times, from 500 ms |'],
      async ({ engine }, id) => {
        const lena = { userId: await id('lena@example.com'), roles: ['landlord'] };
        const tenant = await id('tom@example.com');
        const flat = (await engine.pool.query<{ id: string }>('select id from product.flat')).rows[0]?.id;
        const body = { flat, tenant, rent: '900', furniture: [] };
        const { record } = await engine.create(lena, 'Lease', body, { ifMatch: null });
        await engine.fire(lena, 'Lease', record.id, 'sign', {}, { ifMatch: null });
        await arrived(2);
        const [first = [], second = []] = received.map(({ mail }) => filesIn(mail));
        expect(second).toEqual(first);
        expect(first.map(({ name }) => name)).toEqual(['Lease of Attic.pdf', 'Lease of Attic.pdf']);
        const contract = first[1]?.content ?? Buffer.alloc(0);
        expect(contract.subarray(0, 5).toString()).toBe('%PDF-');
        // Its recipient may read all of it, so that what is made for them is what is kept.
        expect(first[0]?.content.equals(contract)).toBe(true);
        const read = await engine.read(lena, 'Lease', record.id, { fields: null, expand: null });
        const kept = await engine.readFile(lena, (read.record.contract as { id: string }).id);
        expect(kept.content?.equals(contract)).toBe(true);
      },
    ));
});

/** The files that a mail brings. */
function filesIn(mail: string): { name: string; content: Buffer }[] {
  const parts = mail.split(/^--.*$/m).filter((part) => /^content-disposition: attachment/im.test(part));
  return parts.map((part) => {
    const [head = '', body = ''] = part.trim().split(/\r?\n\r?\n/);
    return { name: /filename="([^"]+)"/.exec(head)?.[1] ?? '', content: Buffer.from(body, 'base64') };
  });
}
