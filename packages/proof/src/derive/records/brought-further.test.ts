import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { isHeld } from '../../reference/evaluate.ts';
import type { World } from '../../reference/world.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from './begin.ts';
import { reach } from './reach.ts';

const CAMP = `
# Specification: Camp

## 1. What the product does and for whom

Children stay at a camp for a week.

## 2. Screens and routes

none

## 3. Entities and their fields

### User

#### Demo records

| email | name | roles |
| --- | --- | --- |
| olga@example.com | Olga | office |
| lou@example.com | Lou | leader |

### Week

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |

#### Demo records

| name |
| --- |
| First |
| Second |

### Child

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| forms | all Form by child | |
| missing | integer | \`= 1 - count(forms where status == "accepted")\` |

#### Demo records

| name |
| --- |
| Kim |

### Form

| field | type | rules |
| --- | --- | --- |
| child | Child | once, unique |
| status | state | |

#### Demo records

| child |
| --- |
| Kim |

### Group

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| week | Week | once |
| leaders | many User | ..2, among User where "leader" in roles |

#### Demo records

| name | week |
| --- | --- |
| Foxes | First |

### Stay

| field | type | rules |
| --- | --- | --- |
| child | Child | once |
| week | Week | once |
| group | Group | optional, among Group where week == this.week |
| status | state | |

## 4. States and transitions

### Form.status

| state | kind |
| --- | --- |
| asked | initial |
| handed_in | |
| accepted | final |

| event | from | to | by |
| --- | --- | --- | --- |
| hand_in | asked | handed_in | office |
| accept | handed_in | accepted | office |

### Stay.status

| state | kind |
| --- | --- |
| waiting | initial |
| confirmed | final |

| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| confirm | waiting | confirmed | office | \`child.missing == 0\` | |
| place | confirmed | same | office | | group |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| office | assigned | |
| leader | assigned | |
| leader_of | \`group != null and user in group.leaders\` | Stay |

### Permissions

#### Week, Child

| may | office | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | no | no |

#### Form, Group

| may | office | others |
| --- | --- | --- |
| read, create | yes | no |
| update, delete | no | no |

#### Stay

| may | office | leader_of | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create | yes | | no |
| update, delete | no | no | no |

#### User

| may | office | others |
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

function contextOf(): DerivationContext {
  const capabilities = { clock: true, receiver: false, accounts: true, browser: false, derived: true };
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(CAMP), seed: 1, now, environment: {}, capabilities });
  begin(context);
  return context;
}

test('a record of which there is only one is brought into the state in which a condition counts it', () => {
  const found = reach(contextOf(), { entity: 'Stay', state: 'confirmed' });
  const paths = found?.builder.steps.flatMap((step) => (step.kind === 'ask' ? [step.path.split('/').at(-1)] : []));
  expect(paths).toEqual(['hand_in', 'accept', 'stays', 'confirm']);
});

test('an event is answered with a record that is made for it', () => {
  const context = contextOf();
  const role = context.lookup.role('leader_of');
  const condition = role?.given.kind === 'relationship' ? role.given.of['Stay'] : undefined;
  if (role === null || condition === undefined) throw new Error('There is no leader_of.');
  const want = (world: World, id: string) =>
    context.actors.some((actor) => isHeld(world, world.view(actor), role, world.view(id))) ? 0 : 0.5;
  const found = reach(context, { entity: 'Stay', state: 'confirmed', about: [condition], want });
  const paths = found?.builder.steps.flatMap((step) => (step.kind === 'ask' ? [step.path.split('/').at(-1)] : []));
  expect(paths?.slice(-2)).toEqual(['groups', 'place']);
});
