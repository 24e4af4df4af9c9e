import { addUser, loadRows } from '@nonet/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { cookieOf, join, serve, type TestServer } from '../fixtures/serve.ts';

/** Rows of point 4 named `create` run for every new User, however it is created (4). */
const CLUB = `# Specification: Club

## 1. What the product does and for whom
A club gives whoever joins what it promised.

## 2. Screens and routes
### Join \`/join\`
| part | is |
| --- | --- |
| kind | sign up |
| for | everyone |
| fields | email, name, gift |

## 3. Entities and their fields
### User
| field | type | rules |
| --- | --- | --- |
| gift | integer | once, default 0, 0..100 |
| purse | integer | by system, default 0, 0.. |

| setting | is |
| --- | --- |
| history | kept |

### Note
| field | type | rules |
| --- | --- | --- |
| who | User | once |
| what | text | once, ..40 |

## 4. States and transitions
### User
| event | by | when | then |
| --- | --- | --- | --- |
| create | boss | | \`create Note(who: this, what: "invited")\` |
| create | visitor | \`gift == 0\` | \`purse = 1\`; \`create Note(who: this, what: "small")\` |
| create | visitor, provider | | \`purse = gift\`; \`create Note(who: this, what: "welcome")\` |
| create | system | | \`create Note(who: this, what: "by the operator")\` |

## 5. Validation rules
none

## 6. Roles and permissions
### Roles
| role | is given to |
| --- | --- |
| visitor | anyone |
| one | signed in |
| boss | assigned |
| provider | assigned |

### Permissions
#### User
| may | visitor | boss | others |
| --- | --- | --- | --- |
| read, create | yes | yes | no |
| history | no | yes | no |
| update, delete, update roles, update disabled | no | no | no |
| update email | no | yes | no |

#### Note
| may | one | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete | no | no |

## 7. The calls it makes
### Answered
| call | by | does | answers |
| --- | --- | --- | --- |
| \`POST /users\` | visitor | \`sign up from body as Up\` | \`201 {"purse": purse, "gift": gift}\` |

### Shapes
#### Up of User
| property | is |
| --- | --- |
| email | email |
| name | name |
| password | password |
| gift | gift |

## 8. Error catalogue
none

## 9. Business constants and limits
| name | value |
| --- | --- |
| PASSWORD_LENGTH | 8 |
`;

const PASSWORD = 'a long enough password';
let club: TestServer;
let boss: string;
beforeAll(async () => {
  club = await serve(planFrom('club.md', CLUB));
  boss = await join(club, 'boss@example.com', ['boss']);
});
afterAll(() => club?.close());

const identity = (email: string) => ({ issuer: 'https://id.example.com', subject: email, verifiedEmail: email });
const WAYS: readonly [string, (email: string) => Promise<unknown>, { purse: number; notes: string[] }][] = [
  [
    'the sign-up screen',
    (email) => club.ask('POST', '/api/-/sign-up', { body: { email, name: 'A', gift: 7, password: PASSWORD } }),
    { purse: 7, notes: ['welcome'] },
  ],
  [
    'the sign-up screen, where a guard chooses another row',
    (email) => club.ask('POST', '/api/-/sign-up', { body: { email, name: 'A', password: PASSWORD } }),
    { purse: 1, notes: ['small'] },
  ],
  [
    'an exact call',
    async (email) => {
      const answer = await club.ask('POST', '/users', { body: { email, name: 'A', gift: 5, password: PASSWORD } });
      expect([answer.statusCode, answer.json()]).toEqual([201, { purse: 5, gift: 5 }]);
    },
    { purse: 5, notes: ['welcome'] },
  ],
  [
    'a sign-in provider',
    (email) => club.engine.signUpAs(identity(email), { email, name: 'A' }),
    { purse: 1, notes: ['small'] },
  ],
  [
    'somebody who may create users, `by` choosing their row',
    (email) => club.ask('POST', '/api/users', { cookie: boss, body: { email, name: 'A', gift: 5 } }),
    { purse: 0, notes: ['invited'] },
  ],
  [
    'nonet user add',
    (email) => addUser(club.engine, { email, name: 'A', roles: [], passwordHash: null, fields: { gift: '5' } }),
    { purse: 0, notes: ['by the operator'] },
  ],
  [
    'nonet load',
    (email) => loadRows(club.engine, 'User', [{ email, name: 'A' }]),
    { purse: 0, notes: ['by the operator'] },
  ],
];

test.each(WAYS)('an account that comes into being by %s has what follows from it', async (_way, add, expected) => {
  const email = `p${WAYS.findIndex(([, way]) => way === add)}@example.com`;
  await add(email);
  const { rows } = await club.engine.pool.query(
    `select u.purse::int, array(select n.what from product.note n where n.who = u.id order by n.what) as notes
     from product."user" u where u.email = $1`,
    [email],
  );
  expect(rows).toEqual([expected]);
});

test('a refused effect refuses the sign-up, and leaves nothing', async () => {
  const body = { email: 'rich@example.com', name: 'A', gift: 101, password: PASSWORD };
  const answer = await club.ask('POST', '/api/-/sign-up', { body });
  expect(answer.statusCode).toBe(422);
  const { rows } = await club.engine.pool.query(`select from product."user" where email = 'rich@example.com'`);
  expect(rows).toEqual([]);
});

test('nobody causes `create` by itself, past what point 6 allows', async () => {
  const joined = await club.ask('POST', '/api/-/sign-up', {
    body: { email: 'eve@example.com', name: 'Eve', password: PASSWORD },
  });
  const cookie = cookieOf(joined);
  const { id } = (await club.ask('GET', '/api/-/session', { cookie })).json().user;
  for (const path of ['/api/users/create', `/api/users/${id}/create`])
    expect([path, (await club.ask('POST', path, { cookie, body: {} })).statusCode]).toEqual([path, 404]);
});
