import type { EntityView, ProductView } from '@nonet/client';
import { seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { cookieOf, serve, type TestServer } from '../fixtures/serve.ts';

/** Signing up (2, 6), signing in by another field (3), and one's own password. */
const CLUB = `# Specification: Club

## 2. Screens and routes

### Come in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Join \`/join\`

| part | is |
| --- | --- |
| kind | sign up |
| for | everyone |

## 3. Entities and their fields

### User

| setting | is |
| --- | --- |
| sign in by | nick |

| field | type | rules |
| --- | --- | --- |
| email | email | |
| nick | text | unique ignoring case, 3..20 |
| town | text | optional |
| points | integer | default 0, by system |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| R1 | User | \`nick != "admin"\` | RESERVED |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| visitor | anyone | |
| member | signed in | |
| self | \`this == user\` | User |
| boss | assigned | |

### Permissions

#### User

| may | visitor | member | self | boss |
| --- | --- | --- | --- | --- |
| read | no | yes | yes | yes |
| create | yes | yes | | yes |
| update | no | no | yes | yes |
| read email | no | no | yes | yes |
| update email | no | no | yes | yes |
| update roles | no | no | no | yes |
| delete | no | no | no | no |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| RESERVED | 422 | Nobody is called that. | R1 |

## 9. Business constants and limits

| name | value |
| --- | --- |
| PASSWORD_LENGTH | 8 |
`;

const PASSWORD = 'a long enough password';
let club: TestServer;
let place = 0;
const someone = (more: object = {}) => {
  place += 1;
  return { email: `p${place}@example.com`, name: 'Somebody', nick: `nick${place}`, password: PASSWORD, ...more };
};
const signUp = (body: unknown, cookie?: string) =>
  club.ask('POST', '/api/-/sign-up', { body, ...(cookie === undefined ? {} : { cookie }) });
const signIn = (nick: string, password: string) => club.ask('POST', '/api/-/session', { body: { nick, password } });
const who = async (cookie: string) => (await club.ask('GET', '/api/-/session', { cookie })).json().user;

beforeAll(async () => {
  club = await serve(planFrom('club.md', CLUB));
  await seed(club.engine, { demo: false });
});
afterAll(() => club?.close());

describe('signing up', () => {
  test('makes an account, and signs it in', async () => {
    const answer = await signUp(someone({ email: 'Ann@example.com', nick: 'Ann', town: 'Delft' }));
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await who(cookieOf(answer))).toMatchObject({ email: 'Ann@example.com', roles: [] });
    const { rows } = await club.engine.pool.query(
      `select u.town, u.points::int, u.disabled, c.hash from product."user" u join nonet.credential c on c.user_id = u.id where u.nick = 'Ann'`,
    );
    expect(rows).toEqual([{ town: 'Delft', points: 0, disabled: false, hash: expect.stringMatching(/^\$argon2id\$/) }]);
    expect((await signIn('ANN', PASSWORD)).statusCode).toBe(200);
  });

  test.each<[string, object, number, object[]]>([
    [
      'no password',
      { password: undefined },
      422,
      [{ field: 'password', code: 'REQUIRED', clause: '9.PASSWORD_LENGTH' }],
    ],
    ['a short one', { password: '1234567' }, 422, [{ field: 'password', code: 'TOO_SHORT' }]],
    ['one of spaces', { password: ' '.repeat(20) }, 422, [{ field: 'password', code: 'REQUIRED' }]],
    ['one that is no text', { password: 12_345_678 }, 400, [{ field: 'password', code: 'INVALID' }]],
    [
      'one that everybody uses',
      { password: 'password1' },
      422,
      [{ field: 'password', code: 'NOT_ALLOWED', clause: '9.COMMON_PASSWORDS' }],
    ],
    ['no e-mail address', { email: undefined }, 422, [{ field: 'email', code: 'REQUIRED' }]],
    ['an ill one', { email: 'x' }, 400, [{ field: 'email', code: 'INVALID' }]],
    ['roles', { roles: ['boss'] }, 400, [{ field: 'roles', code: 'INVALID' }]],
    ['being disabled', { disabled: true }, 400, [{ field: 'disabled', code: 'INVALID' }]],
    ['what the system gives', { points: 9 }, 400, [{ field: 'points', code: 'INVALID' }]],
    ['an id', { id: '01a1fe63-0000-7000-8000-000000000000' }, 400, [{ field: 'id', code: 'INVALID' }]],
    [
      'what breaks a limit and a rule',
      { nick: 'admin', name: null },
      422,
      [{ code: 'REQUIRED' }, { code: 'RESERVED' }],
    ],
  ])('refuses %s', async (_what, more, status, errors) => {
    const before = await club.engine.pool.query('select count(*) from product."user"');
    const answer = await signUp(someone(more));
    expect([answer.statusCode, answer.json().errors], answer.body).toEqual([
      status,
      errors.map((error) => expect.objectContaining(error)),
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await club.engine.pool.query('select count(*) from product."user"')).rows).toEqual(before.rows);
  });

  test('a value in use is refused by the stated unique error, and nothing else discloses it', async () => {
    const first = someone();
    await signUp(first);
    for (const taken of [{ email: first.email.toUpperCase() }, { nick: first.nick.toUpperCase() }]) {
      const answer = await signUp(someone(taken));
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'NOT_UNIQUE']);
    }
  });

  test('two at once: one is made', async () => {
    const twin = someone();
    const answers = await Promise.all([signUp(twin), signUp(twin), signUp(twin)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  });

  test('a signed-in user makes another account, as a visitor, and is then signed in to it', async () => {
    const account = someone();
    const boss = cookieOf(await signUp(account));
    await club.engine.pool.query(`update product."user" set roles = '{boss}' where nick = $1`, [account.nick]);
    const answer = await signUp(someone({ roles: ['boss'] }), boss);
    expect(answer.statusCode).toBe(400);
    const made = await signUp(someone({ email: 'other@example.com' }), boss);
    expect(await who(cookieOf(made))).toMatchObject({ email: 'other@example.com' });
    expect(await who(boss)).toBeNull();
  });

  test('only where a screen for it is stated', async () => {
    const closed = await serve(planFrom('closed.md', CLUB.replace('| kind | sign up |', '| kind | page |')));
    try {
      expect((await closed.ask('POST', '/api/-/sign-up', { body: someone() })).statusCode).toBe(404);
    } finally {
      await closed.close();
    }
  });

  test('the screen asks for the e-mail address and for what is required', async () => {
    const product: ProductView = (await club.ask('GET', '/api/-/product')).json();
    const screen = product.screens.find(({ kind }) => kind === 'sign up');
    expect(screen?.groups.map(({ columns }) => columns.map(({ path, field }) => [path[0], field.onCreate]))).toEqual([
      [
        ['email', true],
        ['name', true],
        ['nick', true],
      ],
    ]);
    expect(product.settings.signInBy).toEqual({ name: 'nick', label: 'Nick' });
    const users = Object.values(product.entities).find(({ name }) => name === 'User') as EntityView;
    expect(users.fields.map(({ name }) => name)).not.toContain('roles');
  });
});

describe('signing in by another field', () => {
  test('takes that field, and says alike what is wrong', async () => {
    await signUp(someone({ nick: 'Bob' }));
    expect((await signIn(' bob ', PASSWORD)).statusCode).toBe(200);
    const [wrong, unknown] = [await signIn('bob', 'x'), await signIn('nobody', 'x')];
    expect(wrong.json()).toMatchObject({ code: 'WRONG_CREDENTIALS', detail: 'The nick or the password is wrong.' });
    expect(wrong.body).toBe(unknown.body);
    const byEmail = await club.ask('POST', '/api/-/session', { body: { email: 'x', password: 'x' } });
    expect(byEmail.statusCode).toBe(400);
  });
});

describe('one’s own password', () => {
  const change = (cookie: string | undefined, body: unknown) =>
    club.ask('POST', '/api/-/password', { body, ...(cookie === undefined ? {} : { cookie }) });

  test('is changed with the present one; other sessions end', async () => {
    const account = someone();
    const here = cookieOf(await signUp(account));
    const there = cookieOf(await signIn(account.nick, PASSWORD));
    const answer = await change(here, { current: PASSWORD, password: 'another password' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await who(cookieOf(answer))).toMatchObject({ email: account.email });
    expect([await who(here), await who(there)]).toEqual([null, null]);
    expect((await signIn(account.nick, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(account.nick, 'another password')).statusCode).toBe(200);
  });

  test.each<[string, unknown, number, string]>([
    ['a wrong one', { current: 'x', password: 'another password' }, 400, 'current'],
    ['a short new one', { current: PASSWORD, password: 'short' }, 422, 'password'],
    ['none', { password: 'another password' }, 400, 'current'],
    ['somebody else’s', { current: PASSWORD, password: 'another password', id: 'x' }, 400, 'id'],
  ])('refuses %s', async (_what, body, status, field) => {
    const account = someone();
    const answer = await change(cookieOf(await signUp(account)), body);
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([status, field]);
    expect((await signIn(account.nick, PASSWORD)).statusCode).toBe(200);
  });

  test('takes somebody who is signed in, and few attempts', async () => {
    expect((await change(undefined, { current: 'x', password: 'another password' })).statusCode).toBe(401);
    const cookie = cookieOf(await signUp(someone()));
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await change(cookie, { current: 'wrong', password: 'another password' })).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});
