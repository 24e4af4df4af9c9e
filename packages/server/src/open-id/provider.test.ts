import { startIssuer } from '@nonet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comeBack, OpenIdWorld, outcomeOf, RETURN_ADDRESS, sessionOf, whoHas } from '../fixtures/open-id.ts';
import { planFrom } from '../fixtures/plans.ts';
import { join } from '../fixtures/serve.ts';
import { createOpenIdProvider } from './provider.ts';

let world: OpenIdWorld;
beforeAll(async () => {
  world = await OpenIdWorld.make();
});
afterAll(async () => {
  await world?.issuer.close();
});

describe('a provider that does not answer', () => {
  test('stops nothing but itself, and is asked again by the next', async () => {
    const down = await startIssuer();
    const lines = world.logged.length;
    const shop = await world.serve(planFrom('desk.md'), down.url);
    try {
      const mia = await join(shop, 'mia@example.com');
      expect((await shop.ask('GET', '/api/tickets', { cookie: mia })).statusCode).toBe(200);
      const refused = await shop.ask('POST', '/api/-/open-id/company', { body: { next: '/' } });
      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
        503,
        expect.stringContaining('Company does not answer'),
      ]);
      expect(world.logged.slice(lines).join('')).toContain(`${down.url}/ does not say how to sign in with it`);
      const { rows } = await shop.engine.pool.query('select from nonet.login_attempt where not succeeded');
      expect(rows).toEqual([]);
      down.open(RETURN_ADDRESS);
      const begun = await world.begin(shop);
      await down.close();
      const back = new URL(RETURN_ADDRESS);
      back.search = new URLSearchParams({
        code: 'x',
        state: begun.address.searchParams.get('state') ?? '',
        iss: down.url,
      }).toString();
      expect(outcomeOf(await comeBack(shop, back, begun.cookie))).toBe('unavailable');
    } finally {
      await shop.close();
    }
  });

  test('with another secret signs nobody in, and the log says why', async () => {
    const lines = world.logged.length;
    const shop = await world.serve(planFrom('desk.md'), world.issuer.url, 'not-the-secret');
    try {
      expect(outcomeOf(await world.walk(shop, world.person('mia@example.com')))).toBe('failed');
      expect(world.logged.slice(lines).join('')).toContain('does not take the client id and secret');
    } finally {
      await shop.close();
    }
  });

  test('is not asked on this machine, unless the deployment allows private addresses', async () => {
    const settings = { name: 'x', label: 'X', issuer: new URL(world.issuer.url), clientId: 'x', clientSecret: 'x' };
    const asked = createOpenIdProvider(settings, false).addressFor(
      { codeVerifier: 'x', nonce: 'x', state: 'x' },
      RETURN_ADDRESS,
    );
    await expect(asked).rejects.toMatchObject({ name: 'OpenIdUnavailable' });
  });
});

/** A document with a sign-up; the User's fields decide what it requires. */
const club = (fields: string, asked = 'email, name') => `# Specification: Club

## 2. Screens and routes

### Come in \`/in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Join \`/join\`

| part | is |
| --- | --- |
| kind | sign up |
| for | everyone |
| fields | ${asked} |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| email | email | unique ignoring case |
${fields}

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| R1 | User | \`name != "Nobody"\` | RESERVED |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| visitor | anyone | |
| boss | assigned | |

### Permissions

#### User

| may | visitor | boss |
| --- | --- | --- |
| read | no | yes |
| create | yes | yes |
| update, update email, update roles, delete | no | yes |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| RESERVED | 422 | Nobody is called that. | R1 |
`;

describe('with a stated sign-up', () => {
  test('an unknown person is added with the values that the sign-up asks for, without a password, and is bound', async () => {
    const shop = await world.serve(planFrom('club.md', club('')));
    try {
      const subject = world.person('new@example.com');
      const cookie = sessionOf(await world.walk(shop, subject, '/x'));
      expect(await whoHas(shop, cookie)).toMatchObject({ email: 'new@example.com', name: 'Some Body', roles: [] });
      const { rows } = await shop.engine.pool.query('select from nonet.credential');
      expect(rows).toEqual([]);
      expect(await whoHas(shop, sessionOf(await world.walk(shop, subject)))).toMatchObject({
        email: 'new@example.com',
      });
      expect(outcomeOf(await world.walk(shop, world.person('else@example.com', false)))).toBe('unverified');
      expect(outcomeOf(await world.walk(shop, world.person('no@example.com', true, 'Nobody')))).toBe('incomplete');
    } finally {
      await shop.close();
    }
  });

  test('a person who has to enter more is redirected to it', async () => {
    const shop = await world.serve(planFrom('club.md', club('| town | text | |', 'email, name, town')));
    try {
      expect(outcomeOf(await world.walk(shop, world.person('more@example.com')))).toBe('incomplete');
      const { rows } = await shop.engine.pool.query(
        'select (select count(*) from product."user")::int as users, (select count(*) from nonet.identity)::int as bound',
      );
      expect(rows).toEqual([{ users: 0, bound: 0 }]);
    } finally {
      await shop.close();
    }
  });
});
