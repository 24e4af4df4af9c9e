import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { derivePrerequisites } from '../records/prerequisites.ts';
import { renewingPrerequisites } from '../records/renewed-prerequisites.ts';
import { deriveRules } from './rules.ts';

/** V1 is never broken without V2; V3 alone needs a kind with two other values than the plainest. */
const LEAVE = `
# Specification: Leave

## 1. What the product does and for whom

none

## 2. Screens and routes

none

## 3. Entities and their fields

### Kind

| field | type | rules |
| --- | --- | --- |
| name | text | ..40, unique |
| note | text | optional, ..40 |
| closed | boolean | default false |
| color | enum(red, green, blue) | optional |
| unpaid | boolean | default false |

### Leave

| field | type | rules |
| --- | --- | --- |
| kind | Kind | once |
| from_day | date | |
| to_day | date | |
| days | integer | \`= to_day - from_day + 1\` |

## 4. States and transitions

none

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Leave create | \`to_day >= from_day\` | ENDS_FIRST |
| V2 | Leave create | \`days > 0\` | NO_DAYS |
| V3 | Leave create | \`not kind.closed\` | CLOSED |
| V4 | Leave create | \`not kind.closed or kind.unpaid\` | NO_BALANCE |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| office | assigned |

### Permissions

#### Kind, Leave

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
| ENDS_FIRST | 422 | It ends before it begins. | V1 |
| NO_DAYS | 422 | It has no days. | V2 |
| CLOSED | 409 | There is no more of it. | V3 |
| NO_BALANCE | 409 | Nothing is left. | V4 |

## 9. Business constants and limits

none
`;

test('rules are shown that are broken with others alone, or by two values of another record', () => {
  const context = new DerivationContext({
    plan: planOf(LEAVE),
    seed: 1,
    now: '2026-03-16T09:00:00.000Z',
    environment: {},
    capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
  });
  begin(context);
  const prepared = [...derivePrerequisites(context)];
  const cases = [...prepared, ...renewingPrerequisites(context, deriveRules(context))];
  expect(context.broken).toEqual([]);
  const titles = cases.map(({ title }) => title);
  expect(titles).toContain('V1 on Leave create: refused with others');
  expect(titles).toContain('V3 on Leave create: just refused');
  const shown = new Set(cases.flatMap(({ clauses }) => clauses));
  for (const rule of ['V1', 'V2', 'V3', 'V4']) expect(shown).toContain(`5.${rule}.error`);
});
