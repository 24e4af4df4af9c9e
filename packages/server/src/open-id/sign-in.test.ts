import { createIdentities } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comeBack, cookiesOf, OpenIdWorld, outcomeOf, RETURN_ADDRESS, sessionOf, whoHas } from '../fixtures/open-id.ts';
import { planFrom } from '../fixtures/plans.ts';
import { join, signIn, type TestServer } from '../fixtures/serve.ts';

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

describe('signing in with a provider', () => {
  test('begins with PKCE, state and nonce, and ends where the person was going, with a session', async () => {
    await join(desk, 'ada@example.com', ['agent']);
    const subject = world.person('Ada@Example.com');
    const begun = await world.begin(desk, '/tickets?status=open');
    expect(Object.fromEntries(begun.address.searchParams)).toMatchObject({
      client_id: world.issuer.clientId,
      redirect_uri: RETURN_ADDRESS,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const answer = await comeBack(desk, await world.visit(begun, subject), begun.cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/tickets?status=open']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(cookiesOf(answer)).toEqual([
      expect.stringMatching(/^nonet_open_id=;/),
      expect.stringMatching(/^nonet_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await whoHas(desk, sessionOf(answer))).toMatchObject({ email: 'ada@example.com', roles: ['agent'] });
  });

  test('counts from then on by issuer and subject, whatever becomes of addresses', async () => {
    await join(desk, 'bob@example.com');
    const subject = world.person('bob@example.com');
    expect(outcomeOf(await world.walk(desk, subject))).toBe('signed in');
    const known = world.issuer.people.findIndex((each) => each.subject === subject);
    world.issuer.people[known] = { subject, email: 'robert@example.com', verified: false, name: 'Bob' };
    expect(await whoHas(desk, sessionOf(await world.walk(desk, subject)))).toMatchObject({ email: 'bob@example.com' });
    // The address was given on to somebody else, who comes in once the operator has unbound its user.
    const other = world.person('bob@example.com');
    expect(outcomeOf(await world.walk(desk, other))).toBe('taken');
    const identities = createIdentities(desk.engine.pool, desk.engine.index);
    expect([await identities.forget(' Bob@example.com'), await identities.forget('bob@example.com')]).toEqual([1, 0]);
    expect(outcomeOf(await world.walk(desk, other))).toBe('signed in');
    expect(outcomeOf(await world.walk(desk, subject))).toBe('unverified');
  });

  test('ends whatever opened the account before: who had it need not be who has the address', async () => {
    const cookie = await join(desk, 'cleo@example.com');
    const made = await desk.ask('POST', '/api/-/tokens', { cookie, body: { name: 'Mine' } });
    expect(made.statusCode).toBe(201);
    const subject = world.person('cleo@example.com');
    const session = sessionOf(await world.walk(desk, subject));
    expect(await whoHas(desk, cookie)).toBeNull();
    const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` };
    expect((await desk.ask('GET', '/api/tickets', { headers })).statusCode).toBe(401);
    await expect(signIn(desk, 'cleo@example.com')).rejects.toThrow("can't sign in");
    // After it is bound, signing in again ends nothing.
    expect(outcomeOf(await world.walk(desk, subject))).toBe('signed in');
    expect(await whoHas(desk, session)).not.toBeNull();
  });

  test('gives a session like any other: changed roles, disabling and signing out count at once', async () => {
    await join(desk, 'dora@example.com');
    const subject = world.person('dora@example.com');
    const cookie = sessionOf(await world.walk(desk, subject));
    const rate = () => desk.ask('POST', '/api/ratings', { cookie, body: { points: 3 } });
    expect((await rate()).statusCode).toBe(403);
    await desk.engine.pool.query(`update product."user" set roles = '{agent}' where email = 'dora@example.com'`);
    expect((await rate()).statusCode).toBe(201);
    await desk.engine.pool.query(`update product."user" set disabled = true where email = 'dora@example.com'`);
    expect((await rate()).statusCode).toBe(401);
    expect(outcomeOf(await world.walk(desk, subject))).toBe('closed');
    await desk.engine.pool.query(`update product."user" set disabled = false where email = 'dora@example.com'`);
    const again = sessionOf(await world.walk(desk, subject));
    expect((await desk.ask('DELETE', '/api/-/session', { cookie: again })).statusCode).toBe(204);
    expect(await whoHas(desk, again)).toBeNull();
  });

  test('replaces the session that the browser came with', async () => {
    const former = await join(desk, 'ella@example.com');
    await join(desk, 'fay@example.com');
    const begun = await world.begin(desk);
    const back = await world.visit(begun, world.person('fay@example.com'));
    expect(await whoHas(desk, sessionOf(await comeBack(desk, back, `${begun.cookie}; ${former}`)))).toMatchObject({
      email: 'fay@example.com',
    });
    expect(await whoHas(desk, former)).toBeNull();
  });

  test('two first sign-ins at once bind once', async () => {
    await join(desk, 'gil@example.com');
    const subject = world.person('gil@example.com');
    const ways = await Promise.all([world.begin(desk), world.begin(desk)]);
    const answers = await Promise.all(
      ways.map(async (way) => comeBack(desk, await world.visit(way, subject), way.cookie)),
    );
    expect(answers.map(outcomeOf)).toEqual(['signed in', 'signed in']);
  });

  test('leads nowhere but into the product', async () => {
    await join(desk, 'ian@example.com');
    const subject = world.person('ian@example.com');
    for (const next of ['https://evil.example/', '//evil.example', '/.//evil.example', '/\\evil.example'])
      expect((await world.walk(desk, subject, next)).headers.location).toBe('/');
  });

  test('leaves no secret, address or code in the log', () => {
    expect(world.logged.length).toBeGreaterThan(10);
    expect(world.logged.join('')).not.toMatch(/canary|@example\.com|code=|state=/);
  });
});
