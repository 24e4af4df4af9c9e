import { createHmac } from 'node:crypto';
import { seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { serve, type TestServer } from './fixtures/serve.ts';

const SECRET = 'a secret of the provider and the deployment';
const VERIFIED = 'Authentication-Results: mx.example.net; dmarc=pass header.from=example.com';

let desk: TestServer;
let count = 0;

beforeAll(async () => {
  desk = await serve(planFrom('received.md'), { receivedMail: { secret: SECRET, verifiedBy: 'mx.example.net' } });
  await seed(desk.engine, { demo: true });
});
afterAll(() => desk?.close());

interface Written {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly id?: string;
  readonly headers?: readonly string[];
  readonly body?: readonly string[];
}

/** A mail as a mail server hands it over. */
function mailOf({
  from = 'nora@example.com',
  to = 'desk@example.com',
  subject = 'Help',
  id,
  headers,
  body,
}: Written): string {
  count += 1;
  return [
    ...(headers ?? [VERIFIED]),
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${id ?? `<${count}@example.com>`}`,
    'Date: Fri, 27 Nov 2026 10:00:00 +0100',
    ...(body ?? ['Content-Type: text/plain; charset=utf-8', '', 'It does not work.']),
    '',
  ].join('\r\n');
}

function signed(raw: string, { secret = SECRET, at = Date.now() } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const code = createHmac('sha256', secret).update(`one.${timestamp}.${raw}`).digest('base64');
  return { 'webhook-id': 'one', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${code}` };
}

async function deliver(mail: Written, query = ''): Promise<string> {
  const raw = mailOf(mail);
  const answer = await desk.server.inject({
    method: 'POST',
    url: `/api/-/received${query}`,
    headers: { 'content-type': 'message/rfc822', ...signed(raw) },
    payload: raw,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ state: string }>().state;
}

const questions = async (title: string) =>
  (
    await desk.engine.pool.query<Record<string, unknown>>(
      `select q.title, q.text, q.contact, q.sent, u.email as by, f.name as scan,
         array(select g.name from product.picture p join nonet.file g on g.id = p.picture where p._parent = q.id order by p._position) as pictures
       from product.question q left join product."user" u on u.id = q.created_by left join nonet.file f on f.id = q.scan
       where q.title = $1`,
      [title],
    )
  ).rows;

const last = async (state: 'taken' | 'refused' | 'ignored') => (await desk.engine.listReceived(state, 1))[0];

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n').toString('base64');

function attached(...files: readonly (readonly [name: string, type: string, base64: string])[]): readonly string[] {
  const part = ([name, type, base64]: readonly [string, string, string]) => [
    '--b',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64,
  ];
  return [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See below.',
    ...files.flatMap(part),
    '--b--',
  ];
}

describe('a mail becomes a record', () => {
  test('as its sender would create it, with the parts that its fields take', async () => {
    expect(await deliver({ from: '=?utf-8?q?No=C3=B6ra?= <Nora@Example.com>', subject: '=?utf-8?q?Caf=C3=A9?=' })).toBe(
      'taken',
    );
    expect(await questions('Café')).toEqual([
      {
        title: 'Café',
        text: 'It does not work.',
        contact: 'Nora@example.com',
        sent: '2026-11-27T09:00:00.000000Z',
        by: 'nora@example.com',
        scan: null,
        pictures: [],
      },
    ]);
  });

  test('with attachments where they fit; the others are left out, and listed', async () => {
    const files = attached(
      ['a.png', 'image/png', PNG],
      ['b.pdf', 'image/png', PDF],
      ['c.txt', 'text/plain', 'aGVsbG8='],
      ['d.png', 'image/png', PNG],
    );
    expect(await deliver({ subject: 'Files', body: files })).toBe('taken');
    expect(await questions('Files')).toMatchObject([
      { text: 'See below.', scan: 'b.pdf', pictures: ['a.png', 'd.png'] },
    ]);
    expect(await last('taken')).toMatchObject({ call: 'question_mail', entity: 'Question', leftOut: 'c.txt' });
  });

  test('from its HTML, if it has nothing else', async () => {
    const html = '<style>p { color: red }</style><p>Hello <b>you</b></p><script>alert(1)</script>';
    expect(await deliver({ subject: 'HTML', body: ['Content-Type: text/html; charset=utf-8', '', html] })).toBe(
      'taken',
    );
    expect(await questions('HTML')).toMatchObject([{ text: 'Hello you' }]);
  });

  test('once, however often it is delivered, also at the same time', async () => {
    const mail = { subject: 'Once', id: '<once@example.com>' };
    expect(await Promise.all([deliver(mail), deliver(mail), deliver(mail)])).toEqual(['taken', 'taken', 'taken']);
    expect(await deliver(mail)).toBe('taken');
    expect(await questions('Once')).toHaveLength(1);
  });

  test('by the recipient that the mail server names, and with a tag behind the name', async () => {
    expect(await deliver({ subject: 'Copied', to: 'others@example.com' }, '?to=desk@example.com')).toBe('taken');
    expect(await deliver({ subject: 'Tagged', to: 'DESK+summer@example.com' })).toBe('taken');
    expect(await deliver({ subject: 'Elsewhere', to: 'others@example.com' })).toBe('refused');
    expect(await questions('Elsewhere')).toEqual([]);
  });

  test('by the item that is for its sender: a stranger may write to the shop', async () => {
    expect(await deliver({ subject: 'Prices', from: 'x@elsewhere.org', to: 'shop@example.com', headers: [] })).toBe(
      'taken',
    );
    const { rows } = await desk.engine.pool.query('select who, created_by from product.enquiry');
    expect(rows).toEqual([{ who: 'x@elsewhere.org', created_by: null }]);
  });
});

describe('a mail that is refused', () => {
  test.each([
    [
      'a stranger',
      { from: 'x@elsewhere.org', headers: ['Authentication-Results: mx.example.net; dmarc=pass'] },
      '7.question_mail.by',
    ],
    ['a person without a role', { from: 'olga@example.com' }, '7.question_mail.by'],
    ['a sender whom nobody has verified', { headers: [] }, '7.question_mail.by'],
    [
      'a sender whom another server has verified',
      { headers: ['Authentication-Results: other.net; dmarc=pass'] },
      '7.question_mail.by',
    ],
    [
      'a forged header below the own one',
      { headers: ['Authentication-Results: mx.example.net; dmarc=fail', VERIFIED] },
      '7.question_mail.by',
    ],
    [
      'a pass in words of others',
      {
        headers: ['Authentication-Results: mx.example.net; spf=fail reason="; dmarc=pass"; dmarc=fail (; dmarc=pass )'],
      },
      '7.question_mail.by',
    ],
    [
      'a domain that is not the sender’s',
      { headers: ['Authentication-Results: mx.example.net; dmarc=pass header.from=example.org'] },
      '7.question_mail.by',
    ],
    ['two senders', { from: 'nora@example.com, kees@example.com' }, '7.question_mail.by'],
    ['what a rule refuses', { subject: 'Spam' }, '5.V1'],
    ['what a field refuses', { subject: 'x'.repeat(61) }, '3.Question.title'],
    ['a mail without a subject', { subject: '' }, '3.Question.title'],
  ])('from %s is listed with the clause', async (_rule, mail, clause) => {
    const before = await desk.engine.pool.query('select count(*) from product.question');
    expect(await deliver(mail)).toBe('refused');
    expect(await last('refused')).toMatchObject({ clause, record: null });
    const after = await desk.engine.pool.query('select count(*) from product.question');
    expect(after.rows).toEqual(before.rows);
  });

  test('is tried again with the rights of then', async () => {
    expect(await deliver({ from: 'olga@example.com', subject: 'Later', headers: [VERIFIED] })).toBe('refused');
    const id = (await last('refused'))?.id ?? '';
    expect(await desk.engine.retryMail(id)).toMatchObject({ state: 'refused', clause: '7.question_mail.by' });
    await desk.engine.pool.query(`update product."user" set roles = '{customer}' where email = 'olga@example.com'`);
    expect(await desk.engine.retryMail(id)).toMatchObject({ state: 'taken', entity: 'Question', clause: null });
    await desk.engine.pool.query(`update product."user" set roles = '{}' where email = 'olga@example.com'`);
    expect(await desk.engine.retryMail(id)).toBeNull();
    expect(await questions('Later')).toMatchObject([{ by: 'olga@example.com' }]);
  });

  test.each([
    ['an automatic answer', ['Auto-Submitted: auto-replied (vacation)']],
    ['a bounce', ['Return-Path: <>']],
    ['an older automatic answer', ['Precedence: auto_reply']],
  ])('%s is ignored', async (_rule, headers) => {
    expect(await deliver({ subject: 'Away', headers: [VERIFIED, ...headers] })).toBe('ignored');
    expect(await questions('Away')).toEqual([]);
  });
});

describe('an answer', () => {
  const remarks = async (title: string) =>
    (
      await desk.engine.pool.query<{ text: string; by: string }>(
        `select r.text, u.email as by from product.remark r join product.question q on q.id = r.about
         join product."user" u on u.id = r.created_by where q.title = $1 order by r.id`,
        [title],
      )
    ).rows;

  test('to a mail of the product is a comment on its record, without what it answers', async () => {
    await deliver({ subject: 'Broken' });
    const { rows } = await desk.engine.pool.query<{ key: string }>(
      `select c.idempotency_key as key from nonet.outbound_call c join product.question q on q.id = c.record where q.title = 'Broken'`,
    );
    const body = ['', 'Did you turn it on?', '', 'On Fri, 27 Nov 2026 Desk wrote:', '> A question came: Broken'];
    const answer = { from: 'kees@example.com', subject: 'Re: Broken', body };
    const headers = [VERIFIED, `In-Reply-To: <${rows[0]?.key}@desk.example.com>`];
    expect(await deliver({ ...answer, headers })).toBe('taken');
    expect(await remarks('Broken')).toEqual([{ text: 'Did you turn it on?', by: 'kees@example.com' }]);
  });

  test('to a mail that became a record is a comment on it, by those alone who may comment', async () => {
    await deliver({ subject: 'Mine', id: '<mine@example.com>' });
    const headers = [VERIFIED, 'References: <older@example.com> <mine@example.com>'];
    expect(await deliver({ from: 'wim@example.com', subject: 'Re: Mine', headers })).toBe('refused');
    expect(await last('refused')).toMatchObject({ entity: 'Remark' });
    expect(await deliver({ subject: 'Re: Mine', headers })).toBe('taken');
    expect(await remarks('Mine')).toEqual([{ text: 'It does not work.', by: 'nora@example.com' }]);
  });

  test('to an unknown mail is a new record', async () => {
    expect(await deliver({ subject: 'Re: Unknown', headers: [VERIFIED, 'In-Reply-To: <nothing@example.com>'] })).toBe(
      'taken',
    );
    expect(await questions('Re: Unknown')).toHaveLength(1);
  });

  test('that is the product’s own mail is ignored', async () => {
    const { rows } = await desk.engine.pool.query<{ key: string }>(
      'select idempotency_key as key from nonet.outbound_call limit 1',
    );
    expect(await deliver({ id: `<${rows[0]?.key}@desk.example.com>` })).toBe('ignored');
  });
});

describe('the route', () => {
  const post = (raw: string, headers: Record<string, string>) =>
    desk.server.inject({
      method: 'POST',
      url: '/api/-/received',
      headers: { 'content-type': 'message/rfc822', ...headers },
      payload: raw,
    });
  const raw = mailOf({ subject: 'Signed' });

  test.each([
    ['no signature', {}],
    ['another secret', signed(raw, { secret: 'another secret' })],
    ['an old signature', signed(raw, { at: Date.now() - 3_600_000 })],
    ['a signature of another mail', signed(`${raw}!`)],
    ['another password', { authorization: `Basic ${Buffer.from('nonet:other').toString('base64')}` }],
  ])('refuses %s', async (_rule, headers) => {
    expect((await post(raw, headers)).statusCode).toBe(401);
    expect(await questions('Signed')).toEqual([]);
  });

  test('takes the secret as a password', async () => {
    const authorization = `Basic ${Buffer.from(`nonet:${SECRET}`).toString('base64')}`;
    expect((await post(raw, { authorization })).json()).toEqual({ id: expect.any(String), state: 'taken' });
  });

  test('is not there where the deployment has no secret', async () => {
    const without = await serve(planFrom('received.md'));
    const answer = await without.server.inject({
      method: 'POST',
      url: '/api/-/received',
      headers: { 'content-type': 'message/rfc822', ...signed(raw) },
      payload: raw,
    });
    await without.close();
    expect(answer.statusCode).toBe(415);
  });
});
