import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from '../records/begin.ts';
import { deriveRules } from './rules.ts';
import { DerivationContext } from '../derivation-context.ts';

const MEMBERS = `
# Specification: Members

## 1. What the product does and for whom

A club keeps its members, who keep their own addresses.

## 2. Screens and routes

none

## 3. Entities and their fields

### Member

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| born_on | date | |
| young | boolean | default false |
| since | date | default today() |
| account | User | optional |

#### Demo records

| name | born_on | account |
| --- | --- | --- |
| Mo | 1990-04-01 | mo@example.com |

### User

#### Demo records

| email | name | roles | password |
| --- | --- | --- | --- |
| mo@example.com | Mo | | demo |
| ada@example.com | Ada | board | demo |

## 4. States and transitions

none

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| R1 | Member create | \`not young or born_on > today() - 18 * 12 months\` | TOO_OLD |
| R2 | Member update | \`old == null or user is board or since == old.since\` | FIXED |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| board | assigned | |
| oneself | \`account == user\` | Member |

### Permissions

#### Member

| may | board | oneself | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create | yes | | no |
| update | yes | yes | no |
| delete | yes | no | no |

#### User

| may | board | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_OLD | 422 | Who is young is younger. | R1 |
| FIXED | 403 | Only the board changes since when somebody is a member. | R2 |

## 9. Business constants and limits

none
`;

/** The clauses that the cases of rules show. */
function shownBy(text: string, seed: number): readonly string[] {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const plan = planOf(text);
  const context = new DerivationContext({ plan, seed, now: '2026-03-16T09:00:00Z', environment: {}, capabilities });
  begin(context);
  return [...new Set([...deriveRules(context)].flatMap(({ clauses }) => clauses))];
}

test.each([1, 2, 3])(
  '5: a rule about an age, and one about who changes what, refuse somebody, whatever the seed (%i)',
  (seed) => {
    expect(shownBy(MEMBERS, seed)).toEqual(expect.arrayContaining(['8.TOO_OLD', '8.FIXED']));
  },
);

const LOANS = [
  ['| account | User | optional |', '| account | User | optional |\n| standing | state | |'],
  [
    '### User\n',
    '### Loan\n\n| field | type | rules |\n| --- | --- | --- |\n| member | Member | once |\n| renewals | integer | default 0, by system |\n| status | state | |\n\n### User\n',
  ],
  [
    '## 4. States and transitions\n\nnone',
    `## 4. States and transitions

### Member.standing

| state | kind |
| --- | --- |
| active | initial |
| blocked | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| block | active | blocked | board | |

### Loan.status

| state | kind |
| --- | --- |
| open | initial |
| back | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| renew | open | same | board | \`renewals = renewals + 1\` |
| bring | open | back | board | |`,
  ],
  [
    '\n## 6. Roles',
    `| R3 | Loan renew | \`renewals <= 2\` | TOO_OFTEN |
| R4 | Loan create, Loan renew | \`member.standing == "active"\` | BLOCKED |

## 6. Roles`,
  ],
  [
    '#### User\n\n| may',
    '#### Loan\n\n| may | board | others |\n| --- | --- | --- |\n| read, create, update, delete | yes | no |\n\n#### User\n\n| may',
  ],
  [
    '| FIXED | 403',
    '| TOO_OFTEN | 409 | That is often enough. | R3 |\n| BLOCKED | 409 | This member is blocked. | R4 |\n| FIXED | 403',
  ],
] as const;

// A rule about an event may be broken only by changes that happened since the record began.
test.each([1, 2, 3])(
  '5: a rule that looks at what has become of a record, or of the one to which it refers, refuses, whatever the seed (%i)',
  (seed) => {
    const text = LOANS.reduce((document, [from, to]) => document.replace(from, to), MEMBERS);
    const shown = shownBy(text.replace(', Loan renew |', ' |'), seed);
    expect(shown).toEqual(expect.arrayContaining(['5.R3.error', '5.R4.error']));
    expect(shownBy(text.replace('Loan create, Loan renew |', 'Loan renew |'), seed)).toContain('5.R4.error');
  },
);
