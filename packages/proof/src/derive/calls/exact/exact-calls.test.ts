import { expect, test } from 'vitest';
import { planOf } from '../../../fixtures/plan.ts';
import { begin } from '../../records/begin.ts';
import { DerivationContext } from '../../derivation-context.ts';
import type { Step } from '../../../run/case.ts';
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
| \`POST /tools\` | member | \`create Tool from body as NewTool\` | | 201 |
| \`GET /tools/{id}\` | member | \`read Tool by path.id\` | | OneTool |

### Shapes

#### OneTool of Tool

| property | is |
| --- | --- |
| label | label |

#### NewTool of Tool

| property | is |
| --- | --- |
| label | label |
| weight | weight |

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

/** The steps of each case. */
function derived(isDerived: boolean): (readonly Step[])[] {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: isDerived };
  const context = new DerivationContext({
    plan: planOf(TOOLS),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  return [...deriveExactCalls(context)].map((one) => one.steps);
}

/** The values that the cases send for a query parameter. */
function sent(name: string): string[] {
  return derived(true)
    .flat()
    .flatMap((step) => JSON.stringify(step).match(new RegExp(`"${name}":"[^"]*"`, 'gu')) ?? []);
}

test('7: a whole number that a list is filtered by is no id, and what is compared with an id is one', () => {
  expect(sent('above').filter((value) => value.includes('@'))).toEqual([]);
  expect(sent('id').filter((value) => value.includes('@'))).not.toEqual([]);
});

// A client can't ask for a record that no answer has named.
test.each([
  ['that has the derived API, which names it', true, true],
  ['of another program, which does not', false, false],
])('7: a record that a call creates without an answer, in a product %s', (_what, isDerived, isAsked) => {
  const known = new Set<string>();
  const asked: string[] = [];
  for (const step of derived(isDerived).flat()) {
    if (step.kind !== 'ask') continue;
    const id = /\/club\/tools\/(@Tool:0*[1-9]\d*)$/.exec(step.path)?.[1];
    if (id !== undefined && step.expect.status === 200) asked.push(id);
    for (const named of JSON.stringify(step.expect.answer ?? null).match(/@Tool:\d+/g) ?? []) known.add(named);
  }
  expect(asked.filter((id) => !known.has(id))).toEqual([]);
  expect(asked.length > 0).toBe(isAsked);
});
