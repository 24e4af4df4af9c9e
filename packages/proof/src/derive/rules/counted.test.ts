import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { type Cases, DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { derivePrerequisites } from '../records/prerequisites.ts';
import { renewingPrerequisites } from '../records/renewed-prerequisites.ts';
import { deriveStates } from '../states/states.ts';
import { deriveRules } from './rules.ts';

/** Only the document's own week takes enrolments; a group is chosen by an event, and holds as many as it says. */
const WEEKS = `
# Specification: Weeks

## 1. What the product does and for whom

none

## 2. Screens and routes

none

## 3. Entities and their fields

### Week

| field | type | rules |
| --- | --- | --- |
| name | text | ..40, unique |
| year | integer | by system, default 2031 |
| places | integer | 1..9 |
| enrolments | all Enrolment by week | |
| taken | integer | \`= count(enrolments where status in ["asked", "placed"])\` |

#### Records

| name | year | places |
| --- | --- | --- |
| Forest | 2030 | 3 |

### Group

| field | type | rules |
| --- | --- | --- |
| name | text | ..40, unique |
| most | integer | 1..20, default 12 |
| members | all Enrolment by group | |
| size | integer | \`= count(members where status == "placed")\` |

### Enrolment

| field | type | rules |
| --- | --- | --- |
| week | Week | once |
| name | text | ..40 |
| group | Group | optional |
| status | state | |

## 4. States and transitions

### Enrolment.status

| state | kind |
| --- | --- |
| asked | initial |
| placed | final |

| event | from | to | by | when | asks | error |
| --- | --- | --- | --- | --- | --- | --- |
| place | asked | placed | office | \`group == null or group.size < group.most\` | group | GROUP_FULL |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Week update | \`places >= taken\` | TOO_FEW_PLACES |
| V2 | Enrolment create | \`week.year < 2031\` | NOT_YET |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| office | assigned |

### Permissions

#### Week, Group

| may | office |
| --- | --- |
| read, create, update | yes |
| delete | no |

#### Enrolment

| may | office |
| --- | --- |
| read, create | yes |
| update, delete | no |

#### User

| may | office |
| --- | --- |
| read | yes |
| create, update, update email, update roles, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| GROUP_FULL | 409 | {group.name} is full. | Enrolment place |
| TOO_FEW_PLACES | 409 | {taken} are taken. | V1 |
| NOT_YET | 409 | Nobody enrols yet. | V2 |

## 9. Business constants and limits

none
`;

test.each([
  // 5: only one week can have any enrolments.
  ['a count that only existing records can have', deriveRules, '8.TOO_FEW_PLACES'],
  // 4: a computed field counts the others in the group that the event asks for.
  ['a count behind what an event asks for', deriveStates, '8.GROUP_FULL'],
] as const)('%s reaches its limit', (_what, derive: (context: DerivationContext) => Cases, clause) => {
  const context = new DerivationContext({
    plan: planOf(WEEKS),
    seed: 1,
    now: '2026-03-16T09:00:00.000Z',
    environment: {},
    capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
  });
  begin(context);
  const prepared = [...derivePrerequisites(context)];
  const cases = [...prepared, ...renewingPrerequisites(context, derive(context))];
  expect(context.broken).toEqual([]);
  expect(new Set(cases.flatMap(({ clauses }) => clauses))).toContain(clause);
});
