import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from './begin.ts';
import { derivePrerequisites } from './prerequisites.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveStates } from '../states/states.ts';

const RIDES = `
# Specification: Rides

## 1. What the product does and for whom

A garage drives people about, and bills them when they are there.

## 2. Screens and routes

none

## 3. Entities and their fields

### Car

| field | type | rules |
| --- | --- | --- |
| plate | text | ..10, unique |
| drivers | many User | |
| key_code | secret | optional |
| seats | integer | 1..9 |

#### Records

| plate | seats |
| --- | --- |
| AB-12 | 4 |
| CD-34 | 6 |

### Ride

| field | type | rules |
| --- | --- | --- |
| place | text | ..40 |
| legs | list of Leg | 1..3 |
| status | state | |

### Leg

| field | type | rules |
| --- | --- | --- |
| car | Car | |

### Bill

| field | type | rules |
| --- | --- | --- |
| ride | Ride | |
| status | state | |

## 4. States and transitions

### Ride.status

| state | kind |
| --- | --- |
| asked | initial |
| under_way | |
| there | final |

| event | from | to | by |
| --- | --- | --- | --- |
| depart | asked | under_way | desk |
| arrive | under_way | there | driver |

### Bill.status

| state | kind |
| --- | --- |
| draft | initial |
| sent | final |

| event | from | to | by | when |
| --- | --- | --- | --- | --- |
| send | draft | sent | desk | \`ride.status == "there" and not exists(ride.legs where car.seats < 3)\` |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| desk | assigned | |
| driver | \`exists(legs where user in car.drivers)\` | Ride |

### Permissions

#### Car, Bill

| may | desk | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |

#### Ride

| may | desk | driver |
| --- | --- | --- |
| read | yes | yes |
| create | yes | |
| update, delete | yes | no |

#### User

| may | desk | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

### Made

#### unlock

| part | is |
| --- | --- |
| when | Ride depart |
| for each | l in legs |
| request | \`POST {GARAGE_URL}/open\` |
| headers | \`authorization: {l.car.key_code}\` |
| expects | 2xx within 5 s |
| fails | none |

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| GARAGE_URL | env GARAGE_URL |
`;

function contextOf(seed: number): DerivationContext {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const environment = { GARAGE_URL: 'http://127.0.0.1:9' };
  const context = new DerivationContext({
    plan: planOf(RIDES),
    seed,
    now: '2026-03-16T09:00:00Z',
    environment,
    capabilities,
  });
  begin(context);
  return context;
}

test.each([1, 2, 3])('the other records that conditions need are made, whatever the seed (%i)', (seed) => {
  const context = contextOf(seed);
  const titles = [...derivePrerequisites(context)].map(({ title }) => title);
  const cars = context.world.living('Car').map(({ values }) => values);
  // The actor who is not signed in, and accounts without roles.
  const plain = new Set(context.accounts.filter(({ roles }) => roles.length === 0).map(({ id }) => id));
  expect(cars.some(({ drivers }) => (drivers as string[]).length === 0)).toBe(true);
  expect(cars.some(({ drivers }) => (drivers as string[]).some((id) => plain.has(id)))).toBe(true);
  expect(cars.some(({ key_code: code }) => typeof code === 'string')).toBe(true);
  // `car.seats < 3`, which none of the document's own cars answers so.
  expect(cars.some(({ seats }) => Number(seats) < 3)).toBe(true);
  // `ride.status == "there"`, which only a driver of one of its cars brings about.
  expect(titles).toContain('A Ride in there');
});

test.each([1, 2, 3])('4: an event of a relationship role is taken, whatever the seed (%i)', (seed) => {
  const context = contextOf(seed);
  for (const _prepared of derivePrerequisites(context));
  const shown = new Set([...deriveStates(context)].flatMap(({ clauses }) => clauses));
  expect(shown).toContain('4.Ride.status.arrive');
  expect(shown).toContain('4.Bill.status.sent');
  expect(context.reasons.get('4.Ride.status.arrive')).toBeUndefined();
});
