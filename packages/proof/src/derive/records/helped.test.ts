import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveRules } from '../rules/rules.ts';
import { deriveStates } from '../states/states.ts';
import { begin } from './begin.ts';
import { derivePrerequisites } from './prerequisites.ts';
import { reach } from './reach.ts';

/** Boats go out one trip at a time, with people who have a mentor, and are looked over in several places afterwards. */
const BOATS = `
# Specification: Boats

## 1. What the product does and for whom

A club lends boats.

## 2. Screens and routes

none

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| mentor | User | optional |
| left_on | date | optional |
| active | boolean | = left_on == null or left_on >= today() |

#### Demo records

| email | name | roles | mentor | password |
| --- | --- | --- | --- | --- |
| olga@example.com | Olga | office | none | demo |
| pablo@example.com | Pablo | none | olga@example.com | demo |

### Boat

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| state | state | |

### Sailor

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| until | date | |
| most | integer | 1..9 |
| trips | integer | = count(Trip where sailor == this and status == "open") |
| status | state | |

### Trip

| field | type | rules |
| --- | --- | --- |
| boat | Boat | once |
| sailor | Sailor | once |
| status | state | |

### Lesson

| field | type | rules |
| --- | --- | --- |
| pupil | User | once |
| teacher | User | |

### Place

| field | type | rules |
| --- | --- | --- |
| name | text | ..40, unique |
| turn | integer | 1..9 |

#### Records

| name | turn |
| --- | --- |
| Hull | 1 |
| Mast | 2 |
| Sail | 3 |

### Overhaul

| field | type | rules |
| --- | --- | --- |
| boat | Boat | once |
| status | state | |

### Look

| field | type | rules |
| --- | --- | --- |
| overhaul | Overhaul | once |
| place | Place | once |
| status | state | |

## 4. States and transitions

### Boat.state

| state | kind |
| --- | --- |
| free | initial |
| out | |

| event | from | to | by |
| --- | --- | --- | --- |
| go_out | free | out | system |
| come_in | out | free | system |

### Sailor.status

| state | kind |
| --- | --- |
| here | initial |
| gone | final |

| event | from | to | by | when | error |
| --- | --- | --- | --- | --- | --- |
| go | here | gone | office | \`trips == 0\` | IS_OUT |

### Trip.status

| state | kind |
| --- | --- |
| open | initial |
| over | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| create | new | open | office | \`go_out on boat\` |
| finish | open | over | office | \`come_in on boat\` |

### Overhaul.status

| state | kind |
| --- | --- |
| planned | initial |
| begun | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| begin | planned | begun | office | \`for p in Place: create Look(overhaul: this, place: p)\` |

### Look.status

| state | kind |
| --- | --- |
| due | initial |
| done | final |

| event | from | to | by |
| --- | --- | --- | --- |
| do | due | done | office |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| R1 | Trip create | \`sailor.trips <= sailor.most\` | TOO_MANY_TRIPS |
| R2 | Trip create | \`sailor.until >= today()\` | MEMBERSHIP_OVER |
| R3 | Lesson create | \`pupil.active\` | HAS_LEFT |
| R4 | Lesson create | \`teacher == pupil.mentor\` | NOT_MENTOR |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| office | assigned |

### Permissions

#### Boat, Sailor, Trip, Lesson, Place, Overhaul

| may | office | others |
| --- | --- | --- |
| read, create, update | yes | no |
| delete | no | no |

#### Look

| may | office | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete | no | no |

#### User

| may | office | others |
| --- | --- | --- |
| read, update | yes | no |
| create, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| IS_OUT | 409 | There is a trip. | Sailor go |
| TOO_MANY_TRIPS | 409 | These are too many trips. | R1 |
| MEMBERSHIP_OVER | 422 | The membership is over. | R2 |
| HAS_LEFT | 422 | They have left. | R3 |
| NOT_MENTOR | 422 | The mentor teaches. | R4 |

## 9. Business constants and limits

none
`;

function begun(seed: number): DerivationContext {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const plan = planOf(BOATS);
  const context = new DerivationContext({ plan, seed, now: '2026-03-16T09:00:00Z', environment: {}, capabilities });
  begin(context);
  return context;
}

const SHOWN = [
  // Each trip takes another boat, and a sailor who goes must have one that is not over.
  ['rules', deriveRules, ['5.R1.error', '8.TOO_MANY_TRIPS']],
  ['events', deriveStates, ['8.IS_OUT']],
  // Whoever has left in the tests has no mentor: somebody who has one leaves.
  ['people', deriveRules, ['5.R3.error', '8.HAS_LEFT']],
] as const;

test.each(SHOWN.flatMap((one) => [1, 2, 3].map((seed) => [...one, seed] as const)))(
  '%s that need something else first',
  (_what, derive, clauses, seed) => {
    const context = begun(seed);
    const cases = [...derivePrerequisites(context), ...derive(context)];
    const shown = new Set(cases.flatMap((derived) => derived.clauses));
    expect(context.broken).toEqual([]);
    expect(clauses.filter((clause) => !shown.has(clause))).toEqual([]);
  },
);

test('somebody who leaves for a case is there again after it', () => {
  const context = begun(1);
  for (const _derived of [...derivePrerequisites(context), ...deriveRules(context)]);
  const left = context.world.living('User').filter(({ id, values }) => id < '@User:00003' && values.left_on);
  expect(left).toEqual([]);
});

test.each([1, 2, 3])('the record of place %i, of several that one effect makes', (turn) => {
  const context = begun(1);
  for (const _derived of derivePrerequisites(context));
  const found = reach(context, {
    entity: 'Look',
    state: 'done',
    want: (world, id) => {
      const { place } = world.get(id)?.values ?? {};
      return typeof place === 'string' && world.get(place)?.values.turn === turn ? 0 : 0.5;
    },
  });
  expect(found).not.toBeNull();
});
