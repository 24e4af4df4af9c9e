import { addUser, createPasswordLinks, seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { cookieOf, serve, type TestServer } from '../fixtures/serve.ts';

/** Restated built-in fields of User (3): everything that `check` accepts works in all places that read it. */
const document = (rows: string, demo: string) => `# Specification: Club

## 1. What the product does and for whom
A club.

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

### Notes \`/\`
| part | is |
| --- | --- |
| kind | list of Note |
| for | one |
| columns | what, about, created_by |
| filters | about |
| actions | create, close |

## 3. Entities and their fields
### User
| field | type | rules |
| --- | --- | --- |
| first_name | text | ..40 |
| last_name | text | optional, ..40 |
${rows}

| setting | is |
| --- | --- |
| history | kept |

#### Demo records
${demo}

### Note
| field | type | rules |
| --- | --- | --- |
| what | text | ..40 |
| about | User | optional |
| writer | User | optional, = created_by |
| status | state | |

| setting | is |
| --- | --- |
| history | kept |
| title | {what} about {about.name} |

## 4. States and transitions
### Note.status
| state | kind |
| --- | --- |
| open | initial |
| closed | final |

| event | from | to | by |
| --- | --- | --- | --- |
| close | open | closed | writer |

## 5. Validation rules
none

## 6. Roles and permissions
### Roles
| role | is given to |
| --- | --- |
| visitor | anyone |
| one | signed in |

### Permissions
#### User
| may | visitor | one |
| --- | --- | --- |
| read, history | no | yes |
| create | yes | yes |
| update, update email | no | yes |
| delete, update roles, update disabled | no | no |

#### Note
| may | one | others |
| --- | --- | --- |
| read, create, history, update | yes | no |
| delete | no | no |

## 7. The calls it makes
### Answered
| call | by | does | answers |
| --- | --- | --- | --- |
| \`POST /users\` | visitor | \`sign up from body as Up\` | \`201 {"name": name}\` |

### Shapes
#### Up of User
| property | is |
| --- | --- |
| email | email |
| first_name | first_name |
| last_name | last_name |
| password | password |

## 8. Error catalogue
none

## 9. Business constants and limits
| name | value |
| --- | --- |
| PASSWORD_LENGTH | 8 |
`;

const DEMO = '| email | first_name | password |\n| --- | --- | --- |\n| ada@example.com | Ada | demo |';
const PASSWORD = 'a long enough password';
const VARIANTS: readonly [string, string, (first: string) => string | null][] = [
  ['a computed name', '| name | text | = first_name + " of the club" |', (first) => `${first} of the club`],
  [
    'a name that is computed by the day and by who else there is',
    '| name | text | = if today() > date("2020-01-01") and count(User) > 0 then first_name else "?" |',
    (first) => first,
  ],
  ['a name that may be missing', '| name | text | optional |', () => null],
  ['a name that is asked only of some', '| name | text | when first_name == "Nobody" |', () => null],
  ['a name with a default', '| name | text | default "Somebody" |', () => 'Somebody'],
  ['being disabled, or not known', '| name | text | optional |\n| disabled | boolean | optional |', () => null],
  ['a password, as it is', '| name | text | = first_name |\n| password | secret | |', (first) => first],
  ['everything that is set once', '| name | text | = first_name |\n| email | email | once |', (first) => first],
];

describe.each(VARIANTS)('with %s', (_variant, rows, named) => {
  let club: TestServer;
  const who = async (cookie: string) => (await club.ask('GET', '/api/-/session', { cookie })).json().user;
  const join = async (email: string) => {
    const answer = await club.ask('POST', '/api/-/sign-up', {
      body: { email, first_name: 'Eve', password: PASSWORD },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return cookieOf(answer);
  };

  beforeAll(async () => {
    club = await serve(planFrom('club.md', document(rows, DEMO)), { mode: 'dev' });
    await seed(club.engine, { demo: true });
  });
  afterAll(() => club?.close());

  test('demo people are listed, and act', async () => {
    const accounts = (await club.ask('GET', '/api/-/dev/accounts')).json();
    expect(accounts).toMatchObject([{ email: 'ada@example.com', name: named('Ada') ?? 'ada@example.com' }]);
    const acting = await club.ask('POST', '/api/-/dev/session', { body: { id: accounts[0].id } });
    expect(await who(cookieOf(acting))).toMatchObject({ email: 'ada@example.com', name: named('Ada') });
  });

  test('people sign up by the screen, by a call, with a provider and are added, and sign in', async () => {
    expect(await who(await join('eve@example.com'))).toMatchObject({ name: named('Eve') });
    const signIn = await club.ask('POST', '/api/-/session', { body: { email: 'eve@example.com', password: PASSWORD } });
    expect(signIn.json().user).toMatchObject({ name: named('Eve') });
    const body = { email: 'finn@example.com', first_name: 'Finn', last_name: 'L', password: PASSWORD };
    const called = await club.ask('POST', '/users', { body });
    expect([called.statusCode, called.json()]).toEqual([201, { name: named('Finn') }]);
    const identity = { issuer: 'https://id.example.com', subject: '1', verifiedEmail: 'gus@example.com' };
    await club.engine.signUpAs(identity, { email: 'gus@example.com', first_name: 'Gus' });
    await addUser(club.engine, {
      email: 'hal@example.com',
      name: null,
      roles: [],
      passwordHash: null,
      fields: { first_name: 'Hal' },
    });
    const links = createPasswordLinks(club.engine.pool, club.engine.index);
    const link = await links.forEmail('hal@example.com');
    expect(link?.account).toMatchObject({ email: 'hal@example.com', name: named('Hal') });
    expect(await links.use(link?.token ?? '', PASSWORD)).toMatchObject({ name: named('Hal') });
  });

  test('tokens, created_by, pickers, history and events know them', async () => {
    const cookie = await join('ida@example.com');
    const made = await club.ask('POST', '/api/-/tokens', { cookie, body: { name: 'Mine' } });
    const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` };
    const created = await club.ask('POST', '/api/notes', { headers, body: { what: 'A note' } });
    expect(created.statusCode, created.body).toBe(201);
    const { id } = created.json();
    const list = await club.ask('GET', '/api/notes?expand=created_by', { cookie });
    expect(list.json().items[0].created_by.name ?? null).toBe(named('Eve'));
    const picked = await club.ask('GET', `/api/users?for=Note.about&q=${encodeURIComponent(named('Eve') ?? '')}`, {
      cookie,
    });
    expect(picked.statusCode, picked.body).toBe(200);
    const closed = await club.ask('POST', `/api/notes/${id}/close`, { cookie, body: {} });
    expect(closed.statusCode, closed.body).toBe(200);
    const history = await club.ask('GET', `/api/notes/${id}/history`, { cookie });
    expect(history.statusCode).toBe(200);
    expect(JSON.stringify(history.json())).toContain(named('Eve') ?? 'close');
    const self = (await who(cookie)).id;
    expect((await club.ask('GET', `/api/users/${self}/history`, { cookie })).statusCode).toBe(200);
    expect((await club.ask('GET', `/api/notes/${id}/can`, { cookie })).statusCode).toBe(200);
  });
});
