import { expect, test } from 'vitest';
import { planOf } from '../../../fixtures/plan.ts';
import { begin } from '../../records/begin.ts';
import { DerivationContext } from '../../derivation-context.ts';
import { deriveExactCalls } from './exact-calls.ts';

const TOOLS = `
# Specification: Tools

## 1. What the product does and for whom

A club lends tools.

## 2. Screens and routes

none

## 3. Entities and their fields

### Tool

| field | type | rules |
| --- | --- | --- |
| label | text | ..40 |
| weight | integer | 0..50 |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | assigned |

### Permissions

#### Tool

| may | member | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |

#### User

| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

### Answered

| setting | is |
| --- | --- |
| base | /club |

| call | by | does | filters | answers |
| --- | --- | --- | --- | --- |
| \`GET /tools\` | member | \`list Tool\` | \`weight > query.above; id == query.id\` | \`{"tools": [OneTool]}\` |

### Shapes

#### OneTool of Tool

| property | is |
| --- | --- |
| label | label |

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

/** The values that the cases send for a query parameter. */
function sent(name: string): string[] {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(TOOLS),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  const steps = [...deriveExactCalls(context)].flatMap((one) => one.steps);
  return steps.flatMap((step) => JSON.stringify(step).match(new RegExp(`"${name}":"[^"]*"`, 'gu')) ?? []);
}

test('7: a whole number that a list is filtered by is no id, and what is compared with an id is one', () => {
  expect(sent('above').filter((value) => value.includes('@'))).toEqual([]);
  expect(sent('id').filter((value) => value.includes('@'))).not.toEqual([]);
});
