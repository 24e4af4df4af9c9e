import { describe, expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { deriveCalls } from './calls/calls.ts';
import { deriveSchedules } from './calls/schedules.ts';
import { type Cases, DerivationContext } from './derivation-context.ts';
import { begin } from './records/begin.ts';
import { derivePrerequisites } from './records/prerequisites.ts';
import { deriveRules } from './rules/rules.ts';
import { deriveBrowser } from './screens/browser.ts';
import { deriveStates } from './states/states.ts';

const VISITS = `
# Specification: Visits

## 1. What the product does and for whom

Donors visit a bus that stands in the town for a day.

## 2. Screens and routes

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Visits \`/\`

| part | is |
| --- | --- |
| kind | board of Visit by status |
| for | nurse |
| columns | donor.name, looked_after_by.name |
| actions | look_after |

### Visit \`/visits/{visit}\`

| part | is |
| --- | --- |
| kind | record of Visit |
| for | nurse |
| fields | donor, urgency |
| related | \`notes: text; cards: until_day\` |
| actions | sort, call_up, finish, reopen, replace |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| born_on | date | optional |

#### Demo records

| email | name | roles | born_on | password |
| --- | --- | --- | --- | --- |
| nina@example.com | Nina | nurse | | demo |
| ada@example.com | Ada | | 1990-04-01 | demo |

### Stop

| field | type | rules |
| --- | --- | --- |
| name | text | ..40, unique |

### Visit

| field | type | rules |
| --- | --- | --- |
| donor | User | once, default user |
| stop | Stop | once |
| urgency | enum(low, high) | optional |
| due_day | date | optional, by system |
| closed_at | datetime | optional, by system |
| looked_after_by | User | optional |
| replaces | Visit | optional |
| notes | list of Note | ..9 |
| cards | all Card by visit | |
| status | state | |

### Note

| field | type | rules |
| --- | --- | --- |
| text | text | ..40 |

### Card

| field | type | rules |
| --- | --- | --- |
| visit | Visit | once |
| until_day | date | once |

## 4. States and transitions

### Visit.status

| state | kind |
| --- | --- |
| booked | initial |
| over | |
| replaced | final |

| event | from | to | by | when | asks | then | error |
| --- | --- | --- | --- | --- | --- | --- | --- |
| sort | booked | same | nurse | | urgency | \`due_day = today() + (if urgency == "high" then SOON else LATER)\` | |
| call_up | booked | same | nurse | | | | |
| look_after | booked | same | nurse | | looked_after_by | | |
| note | booked | same | nurse | | notes + (text) | | |
| finish | booked | over | nurse | | | \`closed_at = now(); create Card(visit: this, until_day: today() + CARD_TIME)\` | |
| reopen | over | booked | nurse | \`closed_at != null and now() <= closed_at + 30 days\` | | \`closed_at = null\` | TOO_LATE |
| replace | booked | replaced | nurse | \`replaces != this\` | replaces | | ITSELF |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Visit create | \`donor.born_on != null and donor.born_on + 18 years <= today()\` | TOO_YOUNG |
| V2 | Visit create | \`count(Visit where donor == this.donor and status == "booked") <= 1\` | TWICE |
| V3 | Visit look_after | \`count(Visit where looked_after_by == this.looked_after_by and status == "booked") <= AT_ONCE\` | BUSY |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | signed in |
| nurse | assigned |

### Permissions

#### Stop

| may | nurse | member |
| --- | --- | --- |
| read | yes | yes |
| create, update | yes | no |
| delete | no | no |

#### Visit

| may | nurse | member |
| --- | --- | --- |
| read | yes | no |
| create | yes | \`donor == user\` |
| update, delete | no | no |

#### Card

| may | nurse | member |
| --- | --- | --- |
| read | yes | no |
| create, update, delete | no | no |

#### User

| may | nurse | member |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

### Answered

none

### Made

#### tell

| part | is |
| --- | --- |
| when | Visit call_up |
| request | POST {MAIL_URL}/messages |
| expects | 2xx within 5 s |
| retry | 2 times, from 2 s, doubling |
| fails | none |

\`\`\`json
{ "to": "{donor.email}" }
\`\`\`

#### remind

| part | is |
| --- | --- |
| when | every day at 08:00 for Card where until_day - today() in REMIND_BEFORE |
| request | POST {MAIL_URL}/reminders |
| expects | 2xx within 5 s |
| retry | 2 times, from 2 s, doubling |
| fails | none |

\`\`\`json
{ "to": "{visit.donor.email}" }
\`\`\`

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_YOUNG | 422 | Donors are grown up. | V1 |
| TWICE | 409 | One visit at a time. | V2 |
| BUSY | 409 | Nobody looks after more visits. | V3 |
| TOO_LATE | 409 | It was over 30 days ago. | Visit reopen |
| ITSELF | 409 | A visit does not replace itself. | Visit replace |

## 9. Business constants and limits

| name | value |
| --- | --- |
| SOON | 2 working days |
| LATER | 20 working days |
| CARD_TIME | 3 days |
| AT_ONCE | 2 |
| REMIND_BEFORE | [1, 2] |
| MAIL_URL | env MAIL_URL |
`;

/** A case has a fee, which its own way has made and somebody else pays, before it goes on. */
const FEES = `
# Specification: Fees

## 1. What the product does and for whom

People file cases, and pay for them.

## 2. Screens and routes

none

## 3. Entities and their fields

### User

#### Demo records

| email | name | roles |
| --- | --- | --- |
| nina@example.com | Nina | clerk |
| cas@example.com | Cas | cashier |

### File

| field | type | rules |
| --- | --- | --- |
| title | text | ..40 |
| fees_due | integer | = count(Fee where of_file == this and status == "due") |
| status | state | |

### Fee

| field | type | rules |
| --- | --- | --- |
| of_file | File | once |
| status | state | |

## 4. States and transitions

### File.status

| state | kind |
| --- | --- |
| draft | initial |
| submitted | |
| reviewed | |
| closed | final |

| event | from | to | by | when | then |
| --- | --- | --- | --- | --- | --- |
| submit | draft | submitted | clerk | | \`create Fee(of_file: this)\` |
| review | submitted | reviewed | clerk | \`fees_due == 0\` | |
| close | reviewed | closed | clerk | | |

### Fee.status

| state | kind |
| --- | --- |
| due | initial |
| paid | final |

| event | from | to | by |
| --- | --- | --- | --- |
| pay | due | paid | cashier |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |
| cashier | assigned |

### Permissions

#### File

| may | clerk | cashier |
| --- | --- | --- |
| read | yes | yes |
| create | yes | no |
| update, delete | no | no |

#### Fee

| may | clerk | cashier |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | no | no |

#### User

| may | clerk | cashier |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

/** The clauses that a derivation shows. */
function shownBy(derive: (context: DerivationContext) => Cases, seed: number, text = VISITS): ReadonlySet<string> {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: true, derived: true };
  const environment = { MAIL_URL: 'http://mail.example' };
  const context = new DerivationContext({
    plan: planOf(text),
    seed,
    now: '2026-03-16T09:00:00Z',
    environment,
    capabilities,
  });
  begin(context);
  const cases = [...derivePrerequisites(context), ...derive(context)];
  expect(context.broken).toEqual([]);
  return new Set(cases.flatMap(({ clauses }) => clauses));
}

const EVENTS = ['sort', 'call_up', 'look_after', 'finish', 'reopen', 'replace'].map(
  (event) => `4.Visit.status.${event}`,
);
const OPENED = ['related.notes.text', 'related.cards.until_day', 'actions.reopen', 'actions.replace'];
const CARDS = ['2.visits.columns.looked_after_by.name', '2.visits.actions.look_after'];

// Each visit takes a donor who has no other one: the search finds another person, or ends an older visit first.
describe.each([
  ['one', [1], []],
  ['others', [2, 3], ['thorough']],
] satisfies [name: string, seeds: number[], tags: 'thorough'[]][])('%s', (_tier, seeds, tags) => {
  test.each(
    seeds.flatMap((seed) => [
      // A guard holds for some days, and constants are in effects that hang on an answer, or that make other records.
      ['4: events', deriveStates, [...EVENTS, '8.TOO_LATE', '9.SOON', '9.LATER', '9.CARD_TIME'], seed] as const,
      // A rule counts the records on which an event has happened.
      ['5: rules', deriveRules, ['5.V3.error', '8.BUSY', '9.AT_ONCE'], seed] as const,
      [
        '7: a call of an event that leaves its record where it is',
        deriveCalls,
        ['7.tell', '9.MAIL_URL'],
        seed,
      ] as const,
      ['7: a call on days of a list', deriveSchedules, ['7.remind', '9.REMIND_BEFORE'], seed] as const,
      ['2: a screen', deriveBrowser, [...OPENED.map((part) => `2.visit.${part}`), ...CARDS], seed] as const,
    ]),
  )('%s where everything takes another person, whatever the seed', { tags }, (_what, derive, clauses, seed) => {
    const shown = shownBy(derive, seed);
    expect(clauses.filter((clause) => !shown.has(clause))).toEqual([]);
  });
});

test.each([1, 2, 3])('a search continues after another event on a record that it has made, seed %i', (seed) => {
  const clauses = ['review', 'close', 'reviewed', 'closed'].map((name) => `4.File.status.${name}`);
  const shown = shownBy(deriveStates, seed, FEES);
  expect(clauses.filter((clause) => !shown.has(clause))).toEqual([]);
});
