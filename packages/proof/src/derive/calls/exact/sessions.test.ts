import { expect, test } from 'vitest';
import { planOf } from '../../../fixtures/plan.ts';
import { DerivationContext } from '../../derivation-context.ts';
import { begin } from '../../records/begin.ts';
import { deriveSignUps } from './sessions.ts';

const WELCOME = `
# Specification: Welcome

## 1. What the product does and for whom

Whoever signs up gets a purse and a note.

## 2. Screens and routes

none

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| gift | integer | once, default 0, 0.. |
| purse | integer | by system, default 0, 0.. |

### Note

| field | type | rules |
| --- | --- | --- |
| who | User | once |
| what | text | once, ..40 |

## 4. States and transitions

### User

| event | by | then |
| --- | --- | --- |
| create | visitor | \`purse = gift\`<br>\`create Note(who: this, what: "welcome")\` |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |
| member | signed in |

### Permissions

#### User

| may | visitor | member |
| --- | --- | --- |
| read | no | yes |
| create | yes | yes |
| update, delete, update email, update roles, update disabled | no | no |

#### Note

| may | visitor | member |
| --- | --- | --- |
| read | no | yes |
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

function shownIn(text: string): ReadonlySet<string> {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const plan = planOf(text);
  const context = new DerivationContext({ plan, seed: 1, now: '2026-03-16T09:00:00Z', environment: {}, capabilities });
  begin(context);
  return new Set([...deriveSignUps(context)].flatMap(({ clauses }) => clauses));
}

test('4: a sign-up shows the row that it takes, with its effects', () => {
  expect([...shownIn(WELCOME)]).toEqual(expect.arrayContaining(['4.User', '4.User.create']));
});

test('4: a sign-up does not show a row that only others take', () => {
  const shown = shownIn(WELCOME.replace('| create | visitor |', '| create | member |'));
  expect([...shown].filter((clause) => clause.startsWith('4.'))).toEqual([]);
});

test('9: a sign-up shows the password that many people use', () => {
  const stated = WELCOME.replace(
    '| PASSWORD_LENGTH | 8 |',
    '| PASSWORD_LENGTH | 8 |\n| COMMON_PASSWORDS | "allowed" |',
  );
  expect([...shownIn(stated)]).toContain('9.COMMON_PASSWORDS');
});
