import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { type Cases, DerivationContext } from './derivation-context.ts';
import { begin } from './records/begin.ts';
import { derivePrerequisites } from './records/prerequisites.ts';
import { deriveBrowser } from './screens/browser.ts';
import { deriveLimits } from './constants/limits.ts';
import { deriveExamples } from './examples/examples.ts';
import { deriveCalls } from './calls/calls.ts';
import { deriveSchedules } from './calls/schedules.ts';
import { deriveKeptNotices } from './calls/kept-notices.ts';
import { deriveExactCalls } from './calls/exact/exact-calls.ts';

/** A member need not have an address nor an account, nor turns, and a list shows two rows. */
const TICKETS = `
# Specification: Tickets

## 1. What the product does and for whom

Members queue for a ticket, and the next one gets it.

## 2. Screens and routes

### Tickets \`/\`

| part | is |
| --- | --- |
| kind | list of Ticket |
| for | clerk |
| columns | place, member |
| order | place |
| page size | ROWS |
| actions | keep |

### Turns \`/turns\`

| part | is |
| --- | --- |
| kind | calendar of Turn by day |
| for | clerk |
| columns | label |

## 3. Entities and their fields

### Turn

| field | type | rules |
| --- | --- | --- |
| day | date | |
| label | text | ..40 |

### Member

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| email | email | optional |
| account | User | optional, unique |
| turns | list of Turn | ..9 |

### Ticket

| field | type | rules |
| --- | --- | --- |
| member | Member | once |
| place | integer | 0..900 |
| status | state | |

### Visit

| field | type | rules |
| --- | --- | --- |
| at | datetime | |
| status | state | |

### User

#### Demo records

| email | name | roles | password |
| --- | --- | --- | --- |
| ann@example.com | Ann | clerk | demo |
| ben@example.com | Ben | | demo |

## 4. States and transitions

### Ticket.status

| state | kind |
| --- | --- |
| waiting | initial |
| ready | final |

| event | from | to | by | when | then |
| --- | --- | --- | --- | --- | --- |
| keep | waiting | same | clerk | \`place >= LAST\` | |
| pass | waiting | ready | clerk | | \`offer on first(Ticket as t where t != this and t.status == "waiting" order t.place)\` |
| offer | waiting | ready | system | | |

### Visit.status

| state | kind |
| --- | --- |
| booked | initial |
| cancelled | final |
| missed | final |

| event | from | to | by | when | error |
| --- | --- | --- | --- | --- | --- |
| cancel | booked | cancelled | clerk | \`at > now()\` | TOO_LATE |
| miss | booked | missed | at at + 1 hour | | |

### Examples

| given | who | does | then |
| --- | --- | --- | --- |
| \`Visit where status == "booked" and at < now()\` | clerk | \`cancel\` | TOO_LATE |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Visit create | \`at > now()\` | TOO_LATE |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### Member, Ticket, Visit

| may | clerk | others |
| --- | --- | --- |
| read, create, update | yes | no |
| delete | no | no |

#### User

| may | clerk | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

### Mails

#### tell

| part | is |
| --- | --- |
| when | Ticket offer |
| to | member.email |
| subject | Yours |
| fails | none |

\`\`\`markdown
Yours.
\`\`\`

### Notices

#### note

| part | is |
| --- | --- |
| when | Ticket pass |
| to | member.account |
| subject | Passed |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_LATE | 409 | It is over. | V1, Visit cancel |

## 9. Business constants and limits

| name | value |
| --- | --- |
| ROWS | 2 |
| LAST | 900 |
| SESSION_IDLE | 8 hours |
| NOTICES_KEPT | 20 days |
| BRAND_NAME | "Queue" |
`;

test.each([
  ['7: a mail to an address, and a notice to a person, that need not be there', deriveCalls, ['7.tell', '7.note']],
  ['2: an event that a list offers only behind its first page', deriveBrowser, ['2.tickets.actions.keep']],
  ['2: a calendar of owned children', deriveBrowser, ['2.turns.columns', '2.turns.columns.label']],
  ['9: how long a session stays open that nobody uses', deriveLimits, ['9.SESSION_IDLE']],
  ['9: how long a notice stays in the inbox', deriveKeptNotices, ['9.NOTICES_KEPT']],
  ['9: the name that the product wears', deriveLimits, ['9.BRAND_NAME']],
  ['4: a record whose time is over, but not so long that a timer has taken it', deriveExamples, ['4.examples.1']],
] satisfies [string, (context: DerivationContext) => Cases, string[]][])('%s', (_what, derive, clauses) => {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: true, derived: true };
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(TICKETS), seed: 1, now, environment: {}, capabilities });
  begin(context);
  const cases = [...derivePrerequisites(context), ...derive(context)];
  expect(context.broken).toEqual([]);
  expect(cases.flatMap(({ steps }) => steps).filter(({ kind }) => kind === 'denial')).toEqual([]);
  const shown = new Set(cases.flatMap((one) => one.clauses));
  expect(clauses.filter((clause) => !shown.has(clause))).toEqual([]);
});

test('9: a session that ends by its length before it could be idle for too long shows nothing of the latter', () => {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: true, derived: true };
  const plan = planOf(TICKETS.replace('| SESSION_IDLE | 8 hours |', '| SESSION_IDLE | 3 days |'));
  const context = new DerivationContext({ plan, seed: 1, now: '2026-03-16T09:00:00Z', environment: {}, capabilities });
  begin(context);
  const shown = [...deriveLimits(context)].flatMap((one) => one.clauses);
  expect(shown).not.toContain('9.SESSION_IDLE');
  expect(context.reasons.get('9.SESSION_IDLE')).toBe('not found');
});

test('9: a notice of each day is looked for on its day, though it is kept for less', () => {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: true, derived: true };
  const text = TICKETS.replace('| NOTICES_KEPT | 20 days |', '| NOTICES_KEPT | 12 hours |')
    .replace('| when | Ticket pass |', '| when | every day at 06:00 for Ticket |')
    .replace('| to | member.account |', '| to | created_by |');
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(text), seed: 1, now, environment: {}, capabilities });
  begin(context);
  const steps = [...derivePrerequisites(context), ...deriveSchedules(context)].flatMap((one) => one.steps);
  const looks = steps.flatMap((step) => (step.kind === 'ask' && step.expect.answer?.kind === 'inbox' ? [step] : []));
  const days = looks.map(({ at, expect: { answer } }) => [at, answer?.kind === 'inbox' && answer.notices.length]);
  expect(days).toEqual([
    ['2026-03-17T06:00:00Z', 1],
    ['2026-03-18T06:00:00Z', 1],
  ]);
});

test('9: a product is called by the name of its brand', () => {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: true, derived: true };
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(TICKETS), seed: 1, now, environment: {}, capabilities });
  begin(context);
  const steps = [...deriveLimits(context)].flatMap((one) => one.steps);
  expect(JSON.stringify(steps)).toContain('"title":"Queue"');
});

test('7: a call compares a property of a body that its shape ignores', () => {
  const answered = `### Answered

| setting | is |
| --- | --- |
| base | /v1 |
| token | Authorization: Bearer {token} |

| call | by | does | answers |
| --- | --- | --- | --- |
| \`POST /tickets\` | clerk | create Ticket(member: first(Member where name == body.who)) from body as Entry | 201 Entry |

### Shapes

#### Entry of Ticket

| property | is |
| --- | --- |
| place | place |
| who | ignored |

### Mails
`;
  const capabilities = { clock: true, receiver: true, accounts: true, browser: true, derived: true };
  const plan = planOf(TICKETS.replace('### Mails\n', answered));
  const context = new DerivationContext({ plan, seed: 1, now: '2026-03-16T09:00:00Z', environment: {}, capabilities });
  begin(context);
  const created = [...derivePrerequisites(context), ...deriveExactCalls(context)].flatMap(({ steps }) =>
    steps.filter((step) => step.kind === 'ask' && step.path === '/v1/tickets' && step.expect.status === 201),
  );
  expect(created).not.toEqual([]);
});
