import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { keyRingOf, UnreadableKey } from './key-ring.ts';
import { rotateKeys } from './rotate.ts';
import { BrokenSeal, MissingKey, open, seal } from './seal.ts';
import { KeysMissing, plainTextNote } from './stored-keys.ts';

const TEXT = readFileSync(new URL('../fixtures/vault.md', import.meta.url), 'utf8');
const DOCUMENT = planOfDocument(TEXT);
const none = { ifMatch: null } as const;
const any = { ifMatch: '*' } as const;
const newKey = () => randomBytes(32).toString('base64');

interface Received {
  readonly authorization: string | undefined;
  readonly body: unknown;
}

let story: Story;
let worker: Worker;
let server: http.Server;
let piet: Actor;
const received: Received[] = [];
const faults: unknown[] = [];
const first = newKey();
const environment: Record<string, string> = { ENCRYPTION_KEY: first };

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"session":"canary answer"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  environment.SERVICE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  story = await startStory(DOCUMENT, environment);
  piet = await story.actor('piet@example.com');
  worker = startWorker(story.engine, { allowPrivateTargets: true, random: () => 0, onFault: (f) => faults.push(f) });
});
afterAll(async () => {
  await worker?.stop();
  server?.close();
  await story?.end();
  if (faults.length > 0) throw new Error(`The worker had faults: ${faults.map(String).join('; ')}`);
});
beforeEach(() => received.splice(0));

/** Everything that the database holds, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await story.engine.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('nonet', 'product')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    // The document itself states its own records.
    if (name === 'nonet.product' || name === 'nonet.version') continue;
    const { rows } = await story.engine.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

const make = async (values: Record<string, unknown>) => {
  const { record } = await story.engine.create(piet, 'Account', { service: 'Any', ...values }, none);
  return record.id;
};
const act = (id: string, event: string, body: Record<string, unknown>) =>
  story.engine.fire(piet, 'Account', id, event, body, any);
/** The message that is sent for an account. */
const sent = async (account: string) => {
  received.splice(0);
  await story.engine.create(piet, 'Use', { account }, none);
  await worker.settle();
  return received.map(({ authorization, body }) => ({
    token: authorization?.replace('Bearer ', ''),
    ...(body as object),
  }));
};
const stored = async (id: string) => {
  const { rows } = await story.engine.pool.query<Record<string, string | null>>(
    'select token, spare, made from product.account where id = $1',
    [id],
  );
  return rows[0];
};

describe('a secret', () => {
  test('is stored encrypted however it came, and sent as it is', async () => {
    const id = await make({ token: 'canary one', keys: [{ label: 'A', code: 'canary child' }] });
    expect(await sent(id)).toEqual([{ token: 'canary one', made: 'by default', spare: 'Any' }]);
    await story.engine.update(piet, 'Account', id, { token: 'canary two' }, any);
    await act(id, 'renew', { word: 'canary three' });
    expect(await sent(id)).toEqual([{ token: 'canary two', made: 'by default', spare: 'renewed canary three' }]);
    await act(id, 'replace', { token: 'canary four' });
    expect(await sent(id)).toMatchObject([{ token: 'canary four' }]);
    await act(id, 'copy', { word: 'canary five' });
    expect(await sent(await story.find('account', 'service', 'Copy'))).toMatchObject([{ token: 'canary five' }]);
    expect(await sent(await story.find('account', 'service', 'Mail'))).toMatchObject([{ token: 'stated token' }]);
    const held = await dump();
    expect(held).not.toMatch(/canary (?:one|two|three|four|five|child)|stated token|by default/);
    // The answer of a call is in a field that is no secret.
    expect(held.match(/canary answer/g)).toHaveLength(5);
  });

  test('keeps its limits, and what it is compared with', async () => {
    expect((await refusalOf(make({ token: 'abc' }))).errors).toMatchObject([{ field: 'token', code: 'TOO_SHORT' }]);
    expect((await refusalOf(make({ token: 'é'.repeat(21) }))).errors).toMatchObject([
      { field: 'token', code: 'TOO_LONG' },
    ]);
    const id = await make({ token: 'é'.repeat(20), spare: 'x' });
    const read = await story.engine.read(piet, 'Account', id, { fields: null, expand: null });
    expect(read.record).toMatchObject({ is_set: true });
    await story.engine.update(piet, 'Account', id, { spare: null }, any);
    expect((await stored(id))?.spare).toBeNull();
  });

  test('that looks encrypted is refused, for it could not be told from one that is', async () => {
    expect((await refusalOf(make({ token: ' nonet:1:abc' }))).errors).toMatchObject([
      { field: 'token', code: 'INVALID' },
    ]);
  });

  test('opens in no other record and in no other field', async () => {
    const [one, other] = [await make({ token: 'canary', spare: 'spare' }), await make({ token: 'other' })];
    const swap = (text: string) => story.engine.pool.query(text, [one, other]);
    await swap('update product.account set token = (select token from product.account where id = $1) where id = $2');
    await expect(story.engine.create(piet, 'Use', { account: other }, none)).rejects.toThrow(BrokenSeal);
    await swap('update product.account set token = spare where id = $1 and $2::uuid is not null');
    await expect(story.engine.create(piet, 'Use', { account: one }, none)).rejects.toThrow(BrokenSeal);
  });
});

describe('the key', () => {
  test('is replaced while the product runs; what is there in plain text is taken along', async () => {
    const id = await make({ token: 'canary' });
    const plain = await make({ token: 'other' });
    await story.engine.pool.query(`update product.account set token = 'in plain text' where id = $1`, [plain]);
    await story.engine.pool.query(
      `insert into nonet.outbound_call (call, clause, entity, record, event, idempotency_key, request, state, due_at, queued_at)
       values ('use', '7.use', 'Use', $1, 'create', 'old', '{"method":"GET"}', 'failed', now(), now())`,
      [plain],
    );
    const second = newKey();
    Object.assign(environment, { ENCRYPTION_KEY: second, ENCRYPTION_FORMER_KEYS: first });
    expect(await sent(id)).toMatchObject([{ token: 'canary' }]);
    expect(await sent(plain)).toMatchObject([{ token: 'in plain text' }]);
    const { pool, index } = story.engine;
    // Values that somebody has moved are broken, and are not passed over.
    await expect(rotateKeys(pool, index)).rejects.toThrow(BrokenSeal);
    await pool.query(`delete from product.account where service = 'Any' and id <> all($1)`, [[id, plain]]);
    const done = await rotateKeys(pool, index);
    expect(done.secrets).toBeGreaterThan(0);
    expect(done.released).toEqual([keyRingOf({ ENCRYPTION_KEY: first }).current?.id]);
    expect(await rotateKeys(pool, index)).toEqual({ secrets: 0, calls: 0, released: [] });
    delete environment.ENCRYPTION_FORMER_KEYS;
    expect(await sent(id)).toMatchObject([{ token: 'canary' }]);
    expect(await sent(plain)).toMatchObject([{ token: 'in plain text' }]);
    expect(await dump()).not.toContain('in plain text');
  });

  test('is asked for at the start, as long as a value needs it', async () => {
    const start = (own: Record<string, string>) =>
      createEngine({ plan: DOCUMENT, pool: story.engine.pool, environment: own });
    await expect(start({})).rejects.toThrow(KeysMissing);
    await expect(start({ ENCRYPTION_KEY: newKey() })).rejects.toThrow(KeysMissing);
    await expect(start({ ENCRYPTION_KEY: 'short' })).rejects.toThrow(UnreadableKey);
  });

  test('whose absence leaves something in plain text is missed in one line', () => {
    expect(plainTextNote(DOCUMENT, keyRingOf({}))).toBe(
      'Without ENCRYPTION_KEY, Account.token, Account.spare, Account.made, Key.code and what outbound calls send are stored in plain text: `nonet key new` prints a key.',
    );
    expect(plainTextNote(DOCUMENT, keyRingOf({ ENCRYPTION_KEY: first }))).toBeNull();
  });

  test('of another deployment opens nothing, and no bit may differ', () => {
    const ring = keyRingOf({ ENCRYPTION_KEY: newKey() });
    if (ring.current === null) throw new Error('There is no key.');
    const place = { name: 'A.b', record: 'r' };
    const sealed = seal('text é', place, ring.current);
    expect(open(sealed, 'r', ring)).toBe('text é');
    expect(() => open(sealed, 'r', keyRingOf({ ENCRYPTION_KEY: newKey() }))).toThrow(MissingKey);
    for (const damaged of [sealed.replace(':6:', ':7:'), sealed.replace('A.b', 'A.c'), `${sealed.slice(0, -2)}AA`])
      expect(() => open(damaged, 'r', ring)).toThrow(BrokenSeal);
    expect(() => open(sealed, 'other', ring)).toThrow(BrokenSeal);
  });
});

test('a field may be renamed: what was encrypted before opens under its new name', async () => {
  const former = newKey();
  const own = await startStory(DOCUMENT, { ENCRYPTION_KEY: former });
  try {
    const { pool } = own.engine;
    const renamed = planOfDocument(
      TEXT.replace('| token | secret | 4..20 |', '| pass | secret | 4..20, was token |')
        .replace('| service | token |', '| service | pass |')
        .replaceAll('token: word', 'pass: word')
        .replace('| replace | member | token |', '| replace | member | pass |')
        .replace('{account.token}', '{account.pass}')
        .replace('| update token, spare |', '| update pass, spare |'),
    );
    const keys = { ENCRYPTION_KEY: newKey(), ENCRYPTION_FORMER_KEYS: former };
    const engine = await createEngine({ plan: renamed, pool, environment: keys });
    const read = async () => (await pool.query<{ pass: string }>('select pass from product.account')).rows;
    expect(await read()).toEqual([{ pass: expect.stringMatching(/^nonet:1:.*:Account\.token:/) }]);
    expect(await rotateKeys(pool, engine.index)).toMatchObject({ secrets: 2 });
    expect(await read()).toEqual([{ pass: expect.stringMatching(/^nonet:1:.*:Account\.pass:/) }]);
    await engine.close();
  } finally {
    await own.end();
  }
});
