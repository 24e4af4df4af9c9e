import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLBACK, comeBack, OpenIdWorld, outcomeOf } from '../fixtures/open-id.ts';
import { planFrom } from '../fixtures/plans.ts';
import { join, type TestServer } from '../fixtures/serve.ts';

let world: OpenIdWorld;
let desk: TestServer;
beforeAll(async () => {
  world = await OpenIdWorld.make();
  desk = await world.serve(planFrom('desk.md'));
});
afterAll(async () => {
  await desk?.close();
  await world?.issuer.close();
});

describe('nobody is signed in', () => {
  let subject: string;
  let email: string;
  beforeAll(async () => {
    email = 'hal@example.com';
    await join(desk, email);
    subject = world.person(email);
  });

  test('if the provider has not verified the address', async () => {
    expect(outcomeOf(await world.walk(desk, world.person(email, false)))).toBe('unverified');
  });

  test('if nobody has the address, and no account is added', async () => {
    expect(outcomeOf(await world.walk(desk, world.person('stranger@example.com')))).toBe('unknown');
    const { rows } = await desk.engine.pool.query(`select from product."user" where email = 'stranger@example.com'`);
    expect(rows).toEqual([]);
  });

  test('if the account is disabled or deleted', async () => {
    await join(desk, 'ivo@example.com');
    const ivo = world.person('ivo@example.com');
    await desk.engine.pool.query(`update product."user" set disabled = true where email = 'ivo@example.com'`);
    expect(outcomeOf(await world.walk(desk, ivo))).toBe('closed');
    await desk.engine.pool.query(`delete from product."user" where email = 'ivo@example.com'`);
    expect(outcomeOf(await world.walk(desk, ivo))).toBe('unknown');
  });

  test('if the person cancels', async () => {
    const answer = await world.walk(desk, null, '/tickets');
    expect(outcomeOf(answer)).toBe('cancelled');
    expect(answer.headers.location).toBe('/sign-in?refused=cancelled&next=%2Ftickets');
  });

  test('with another state, another browser, or no cookie', async () => {
    const mine = await world.begin(desk);
    const theirs = await world.begin(desk);
    const back = await world.visit(mine, subject);
    // Another person's sign-in in my browser would sign me in as them.
    expect(outcomeOf(await comeBack(desk, back, theirs.cookie))).toBe('stale');
    expect(outcomeOf(await comeBack(desk, back, ''))).toBe('stale');
    const other = new URL(back);
    other.searchParams.set('state', theirs.address.searchParams.get('state') ?? '');
    expect(outcomeOf(await comeBack(desk, other, mine.cookie))).toBe('stale');
    // These attempts have not used it up.
    expect(outcomeOf(await comeBack(desk, back, mine.cookie))).toBe('signed in');
  });

  test('by a code that was used, with its own state or with a fresh one', async () => {
    const begun = await world.begin(desk);
    const back = await world.visit(begun, subject);
    expect(outcomeOf(await comeBack(desk, back, begun.cookie))).toBe('signed in');
    expect(outcomeOf(await comeBack(desk, back, begun.cookie))).toBe('stale');
    const fresh = await world.begin(desk);
    back.searchParams.set('state', fresh.address.searchParams.get('state') ?? '');
    expect(outcomeOf(await comeBack(desk, back, fresh.cookie))).toBe('failed');
  });

  test.each([
    ['nonce', 'another'],
    ['code_challenge', createHash('sha256').update('another').digest('base64url')],
  ])('by an answer to another %s', async (parameter, value) => {
    const begun = await world.begin(desk);
    begun.address.searchParams.set(parameter, value);
    expect(outcomeOf(await comeBack(desk, await world.visit(begun, subject), begun.cookie))).toBe('failed');
  });

  test.each([
    ['an error of the provider', { error: 'server_error', code: null }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no code', { code: null }],
    ['a code of nobody', { code: 'made-up' }],
  ])('by %s', async (_what, changes: Record<string, string | null>) => {
    const begun = await world.begin(desk);
    const back = await world.visit(begun, subject);
    for (const [name, value] of Object.entries(changes)) {
      back.searchParams.delete(name);
      if (value !== null) back.searchParams.set(name, value);
    }
    expect(outcomeOf(await comeBack(desk, back, begun.cookie))).toBe('failed');
  });

  test('ten minutes after they began', async () => {
    const begun = await world.begin(desk);
    const back = await world.visit(begun, subject);
    await desk.engine.pool.query(`update nonet.open_id_attempt set expires_at = now()`);
    expect(outcomeOf(await comeBack(desk, back, begun.cookie))).toBe('stale');
  });

  test('by a request of another site, with HEAD, or of an unknown provider', async () => {
    const forged = { headers: { 'sec-fetch-site': 'cross-site' }, body: { next: '/' } };
    expect((await desk.ask('POST', '/api/-/open-id/company', forged)).statusCode).toBe(403);
    expect((await desk.ask('HEAD', CALLBACK)).statusCode).toBe(405);
    expect((await desk.ask('POST', '/api/-/open-id/other', { body: { next: '/' } })).statusCode).toBe(404);
    expect((await desk.ask('GET', '/api/-/open-id/other/callback')).statusCode).toBe(404);
    expect((await desk.ask('POST', '/api/-/open-id/company', { body: { to: '/' } })).statusCode).toBe(400);
  });

  test('after too many tries that came to nothing from one network address', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    const tries = desk.engine.plan.settings.loginAttempts.count * 10;
    for (let count = 0; count < tries; count += 1) await world.begin(desk, '/', headers);
    const over = await desk.ask('POST', '/api/-/open-id/company', { body: { next: '/' }, headers });
    expect([over.statusCode, over.json<{ clause: string }>().clause]).toEqual([429, '9.LOGIN_ATTEMPTS']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(3500);
    await world.begin(desk);
  });
});
