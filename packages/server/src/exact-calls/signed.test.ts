import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';

const SECRET = 'what the payment service knows';
const NOW = '2026-03-02T10:00:00.000Z';

let town: TestServer;
let payer = '';
let number = '';
let fee = '';
let deliveries = 0;

beforeAll(async () => {
  town = await serve(
    planFrom('../fixtures/payments.md'),
    { metricsToken: 'open' },
    { environment: { PAY_SECRET: SECRET }, clock: () => NOW },
  );
  payer = await join(town, 'piet@example.com');
});
afterAll(() => town.close());
beforeEach(async () => {
  const body = { what: 'Stall', amount: '20.00' };
  const made = (await town.ask('POST', '/api/fees', { cookie: payer, body })).json<{ id: string; number: string }>();
  ({ id: fee, number } = made);
});

interface Sent {
  readonly id?: string;
  readonly at?: number;
  readonly secret?: string;
  readonly raw?: string;
}

const hmac = (encoding: 'hex' | 'base64', text: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(text).digest(encoding);

/** The headers of each form, as the services sign. */
const FORMS: Readonly<Record<string, (raw: string, sent: Sent) => Record<string, string>>> = {
  standard(raw, { id = `msg_${(deliveries += 1)}`, at = Date.parse(NOW), secret }) {
    const timestamp = String(Math.floor(at / 1000));
    const code = hmac('base64', `${id}.${timestamp}.${raw}`, secret);
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${code}` };
  },
  hex: (raw, { secret }) => ({ 'x-pay-signature': `sha256=${hmac('hex', raw, secret).toUpperCase()}` }),
  base64: (raw, { secret }) => ({ 'x-pay-signature': hmac('base64', raw, secret) }),
  timed(raw, { at = Date.parse(NOW), secret }) {
    const t = Math.floor(at / 1000);
    return { 'pay-signature': `t=${t}, v1=${hmac('hex', `${t}.${raw}`, secret)},v0=old` };
  },
};

async function deliver(form: string, body: unknown, sent: Sent = {}, headers: Record<string, string> = {}) {
  const raw = JSON.stringify(body);
  const signed = FORMS[form]?.(raw, sent) ?? {};
  return town.server.inject({
    method: 'POST',
    url: `/hooks/${form}`,
    headers: { 'content-type': 'application/json', ...signed, ...headers },
    payload: sent.raw ?? raw,
  });
}

const bodyOf = (form: string, id = `evt_${(deliveries += 1)}`) => {
  if (form === 'standard') return { type: 'paid', data: { reference: number } };
  return { id, reference: number, ...(form === 'timed' && { result: { number: 'R-1' } }) };
};
const stored = async () =>
  (await town.ask('GET', `/api/fees/${fee}`, { cookie: payer })).json<Record<string, unknown>>();

describe.each(Object.keys(FORMS))('a call signed by %s', (form) => {
  test('causes its event for whoever knows the secret, and the history names the call', async () => {
    const answer = await deliver(form, bodyOf(form));
    expect([answer.statusCode, answer.body]).toEqual(form === 'hex' ? [200, '{"taken":[1,null]}'] : [204, '']);
    expect(await stored()).toMatchObject({ status: 'paid', times: 1, paid_on: '2026-03-02' });
    expect(await stored()).toMatchObject({ receipt: form === 'timed' ? 'R-1' : null });
    const entries = (await town.ask('GET', `/api/fees/${fee}/history`, { cookie: payer })).json<readonly object[]>();
    expect(entries[0]).toMatchObject({ action: 'note_paid', clause: `7.post_${form}`, by: null });
  });

  test('is refused with another secret, another body, or no signature, and counted by its clause', async () => {
    const body = bodyOf(form);
    for (const answer of [
      await deliver(form, body, { secret: 'a guess' }),
      await deliver(form, body, { raw: JSON.stringify({ ...body, more: 1 }) }),
      await deliver('none', body).then(() =>
        town.server.inject({ method: 'POST', url: `/hooks/${form}`, payload: body }),
      ),
      await town.server.inject({ method: 'POST', url: `/hooks/${form}` }),
      // Before anything of the body is read.
      await deliver(form, body, { raw: '{"broken', secret: 'a guess' }),
    ]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    expect(await stored()).toMatchObject({ status: 'due', times: 0 });
    const metrics = await town.server.inject({ url: '/metrics', headers: { authorization: 'Bearer open' } });
    expect(metrics.body).toMatch(new RegExp(`code="UNAUTHENTICATED",clause="7.post_${form}.signed"\\} [1-9]`));
  });

  test('has its effect once, also for two deliveries at once', async () => {
    const body = bodyOf(form);
    const sent = { id: `msg_${(deliveries += 1)}` };
    const answers = await Promise.all([1, 2, 3].map(() => deliver(form, body, sent)));
    const first = await deliver(form, body, sent);
    for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([first.statusCode, first.body]);
    expect(await stored()).toMatchObject({ status: 'paid', times: 1 });
    await deliver(form, form === 'base64' ? { ...body, other: 1 } : bodyOf(form));
    expect(await stored()).toMatchObject({ status: 'paid', times: 2 });
  });

  test('counts for nobody who is signed in, and for no page of another site', async () => {
    const answer = await deliver(form, bodyOf(form), { secret: 'a guess' }, { cookie: payer });
    expect(answer.statusCode).toBe(401);
    const elsewhere = await deliver(form, bodyOf(form), {}, { origin: 'https://elsewhere.example' });
    expect(elsewhere.headers['access-control-allow-origin']).toBeUndefined();
  });
});

test.each([
  ['standard', 299, 204],
  ['standard', -299, 204],
  ['standard', 301, 401],
  ['standard', -301, 401],
  ['timed', 599, 204],
  ['timed', 601, 401],
])('%s, %s seconds old, is answered by %s', async (form, age, status) => {
  const answer = await deliver(form, bodyOf(form), { at: Date.parse(NOW) - age * 1000 });
  expect(answer.statusCode).toBe(status);
});

test('an event that was refused is tried again, and its refusal has no value of the record', async () => {
  const held = { type: 'held', data: { reference: number } };
  const large = { what: 'Fair', amount: '2000.00' };
  const other = (await town.ask('POST', '/api/fees', { cookie: payer, body: large })).json<{ number: string }>();
  const sent = { id: 'msg_held' };
  const refused = await deliver('standard', { ...held, data: { reference: other.number } }, sent);
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    { code: 'TOO_MUCH', message: 'The record does not allow this now.' },
  ]);
  expect((await deliver('standard', held, sent)).statusCode).toBe(204);
  expect(await stored()).toMatchObject({ status: 'due', times: 1 });
});

test('what no block takes is answered and does nothing; an unknown record is not found', async () => {
  const other = await deliver('standard', { type: 'shipped' });
  expect([other.statusCode, other.json()]).toEqual([202, { heard: true }]);
  expect((await deliver('refused', {}, {}, FORMS['standard']?.('{}', {}))).json()).toMatchObject({ code: 'TOO_MUCH' });
  const unknown = await deliver('standard', { type: 'paid', data: { reference: 'F-9999' } });
  expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
});

test('without the value that names the event it is refused', async () => {
  const answer = await deliver('hex', { reference: number });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'INVALID' }]);
});

test('without a secret in the deployment it is not available', async () => {
  const bare = await serve(planFrom('../fixtures/payments.md'), {}, { environment: {} });
  try {
    const answer = await bare.server.inject({ method: 'POST', url: '/hooks/hex', payload: { id: '1' } });
    expect(answer.statusCode).toBe(503);
  } finally {
    await bare.close();
  }
});
