import { describe, expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { deriveCalls } from './calls/calls.ts';
import { type Cases, DerivationContext } from './derivation-context.ts';
import { longestLast } from './longest-last.ts';
import { begin } from './records/begin.ts';
import { derivePrerequisites } from './records/prerequisites.ts';
import { deriveRules } from './rules/rules.ts';
import { guarded } from './states/guards.ts';

/** People propose talks for days in the next year, and take seats in courses. */
const MEETING = `
# Specification: Meeting

## 1. What the product does and for whom

People meet for some days.

## 2. Screens and routes

none

## 3. Entities and their fields

### User

#### Demo records

| email | name | roles | password |
| --- | --- | --- | --- |
| olga@example.com | Olga | organizer | demo |
| juno@example.com | Juno | juror | demo |
| sam@example.com | Sam | | demo |

### Room

| field | type | rules |
| --- | --- | --- |
| name | text | ..40, unique |

#### Demo records

| name |
| --- |
| Hall |
| Attic |

### Talk

| field | type | rules |
| --- | --- | --- |
| title | text | ..40 |
| speaker | User | once, default user |
| room | Room | optional |
| begins | datetime | optional |
| votes | all Vote by talk | |
| votes_count | integer | \`= count(votes)\` |
| status | state | |

### Vote

| field | type | rules |
| --- | --- | --- |
| talk | Talk | once, among Talk where status == "proposed" |
| juror_of_it | User | once, default user |

| setting | is |
| --- | --- |
| unique | talk, juror_of_it |

### Course

| field | type | rules |
| --- | --- | --- |
| title | text | ..40 |
| seats | integer | 1..5 |
| places | all Seat by course | |
| seats_left | integer | \`= seats - count(places where status == "offered")\` |
| status | state | |

### Seat

| field | type | rules |
| --- | --- | --- |
| course | Course | once, among Course where status == "open" |
| holder | User | once, default user |
| payment | text | optional, by system |
| status | state | |

| setting | is |
| --- | --- |
| unique | course, holder |
| delete | never |

## 4. States and transitions

### Talk.status

| state | kind |
| --- | --- |
| draft | initial |
| proposed | |
| accepted | |
| scheduled | |
| held | final |

| event | from | to | by | when | asks | error |
| --- | --- | --- | --- | --- | --- | --- |
| propose | draft | proposed | speaker | \`today() <= CALL_CLOSES\` | | CALL_CLOSED |
| accept | proposed | accepted | organizer | \`votes_count >= 2\` | | TOO_FEW |
| schedule | accepted, scheduled | scheduled | organizer | | room, begins | |
| hold | scheduled | held | organizer | \`begins != null and begins <= now()\` | | TOO_EARLY |

### Course.status

| state | kind |
| --- | --- |
| planned | initial |
| open | |
| called_off | final |

| event | from | to | by |
| --- | --- | --- | --- |
| open | planned | open | organizer |
| call_off | open | called_off | organizer |

### Seat.status

| state | kind |
| --- | --- |
| waiting | |
| offered | |
| left | final |

| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| create | new | offered | member | \`course.seats_left > 0\` |
| create | new | waiting | member | |
| leave | offered, waiting | left | holder | |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| R1 | Talk schedule | \`begins == null or not exists(Talk as t where t != this and t.room == this.room and t.begins == this.begins)\` | TAKEN |
| R2 | Talk schedule | \`begins == null or not exists(Talk as t where t != this and t.speaker == this.speaker and t.begins == this.begins)\` | BUSY |
| R3 | Vote create | \`talk.speaker != user\` | OWN |
| R4 | Talk schedule | \`begins != null and date(begins) >= FIRST_DAY and date(begins) <= LAST_DAY\` | OUTSIDE |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
| organizer | assigned | |
| juror | assigned | |
| speaker | \`speaker == user\` | Talk |
| holder | \`holder == user\` | Seat |

### Permissions

#### Talk

| may | organizer | juror | speaker | member |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| create | no | no | | yes |
| update, delete | no | no | no | no |

#### Vote

| may | juror | others |
| --- | --- | --- |
| read, create | yes | no |
| update, delete | no | no |

#### Course

| may | organizer | others |
| --- | --- | --- |
| read | yes | yes |
| create | yes | no |
| update, delete | no | no |

#### Seat

| may | organizer | holder | member | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | no | no |
| create | no | | yes | no |
| update | no | no | no | no |

#### Room

| may | others |
| --- | --- |
| read | yes |
| create, update, delete | no |

#### User

| may | others |
| --- | --- |
| read | yes |
| create, update, delete, update roles, update disabled, update email | no |

## 7. The calls it makes

### Answered

none

### Made

#### ask_to_pay

| part | is |
| --- | --- |
| when | Seat create if status == "offered" |
| request | POST {PAY_URL}/requests |
| expects | 2xx within 5 s |
| answer | payment text |
| then | \`payment = response.payment\` |
| fails | none |

#### tell

| part | is |
| --- | --- |
| when | Course call_off |
| for each | p in places |
| request | POST {PAY_URL}/told |
| expects | 2xx within 5 s |
| fails | none |

\`\`\`json
{ "to": "{p.holder.email}" }
\`\`\`

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| CALL_CLOSED | 409 | It is closed. | Talk propose |
| TOO_FEW | 409 | Too few votes. | Talk accept |
| TOO_EARLY | 409 | It has not begun. | Talk hold |
| TAKEN | 409 | The room is taken. | R1 |
| BUSY | 409 | They speak elsewhere. | R2 |
| OWN | 403 | That is their own. | R3 |
| OUTSIDE | 422 | Nobody is there. | R4 |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CALL_CLOSES | 2027-03-31 |
| FIRST_DAY | 2027-06-10 |
| LAST_DAY | 2027-06-13 |
| PAY_URL | env PAY_URL |
`;

/** The guards of the events of talks. */
function* deriveGuards(context: DerivationContext): Cases {
  const workflow = context.lookup.workflow('Talk');
  const rows = workflow?.events.flatMap((event) => event.transitions.map((row) => ({ event, row }))) ?? [];
  if (workflow === null) return;
  yield* longestLast(
    context,
    rows.map(
      ({ event, row }) =>
        () =>
          guarded(context, workflow, event, row),
    ),
  );
}

const SHOWN = [
  // Two jurors vote on the talk of somebody else, and it is held in the next year, when nobody may propose any more.
  ['guards', deriveGuards, ['4.Talk.status.hold', '8.TOO_EARLY', '8.CALL_CLOSED', '8.TOO_FEW']],
  // A speaker is busy then, though the room is free; a day within the meeting is the nearest of many answers.
  ['rules', deriveRules, ['5.R1.error', '5.R2.error', '5.R4.error']],
  // A seat of a course that is not full; a course with seats, whose calls have been answered before it is called off.
  ['calls', deriveCalls, ['7.ask_to_pay', '7.ask_to_pay.then', '7.tell', '7.tell.for_each']],
] as const;

function* withPrerequisites(context: DerivationContext, derive: (context: DerivationContext) => Cases): Cases {
  yield* derivePrerequisites(context);
  yield* derive(context);
}

describe.each([
  { seed: 3, tags: [] },
  { seed: 2, tags: ['thorough' as const] },
  { seed: 1, tags: ['thorough' as const] },
])('with the seed $seed', ({ seed, tags }) => {
  test.each(SHOWN)(
    '%s on the way of records that need others before they go on',
    { tags },
    (_what, derive, clauses) => {
      const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
      const environment = { PAY_URL: 'http://pay.example' };
      const plan = planOf(MEETING);
      const context = new DerivationContext({ plan, seed, now: '2026-03-16T09:00:00Z', environment, capabilities });
      begin(context);
      const shown = new Set([...withPrerequisites(context, derive)].flatMap((derived) => derived.clauses));
      expect(context.broken).toEqual([]);
      expect(clauses.filter((clause) => !shown.has(clause))).toEqual([]);
    },
  );
});
