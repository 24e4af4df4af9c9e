import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from '../records/begin.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveStates } from './states.ts';

const TOOLS = `
# Specification: Tool shed

## 1. What the product does and for whom

The neighbours share their tools. Whoever needs one borrows it.

## 2. Screens and routes

### The shed \`/\`

| part | is |
| --- | --- |
| kind | list of Tool |
| for | neighbour |
| columns | name, status, borrower |
| filters | status, borrower |
| actions | create, borrow, bring_back |
| empty | Nobody has put a tool here yet. |

## 3. Entities and their fields

### Tool

| field | type | rules |
| --- | --- | --- |
| name | text | ..60, unique |
| borrower | User | optional |
| status | state | |

## 4. States and transitions

### Tool.status

| state | kind |
| --- | --- |
| there | initial |
| lent | |

| event | from | to | by | when | then | error |
| --- | --- | --- | --- | --- | --- | --- |
| borrow | there | lent | neighbour | \`count(Tool where borrower == user) < MOST_TOOLS\` | \`borrower = user\` | TOO_MANY |
| bring_back | lent | there | borrower | | \`borrower = null\` | |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| neighbour | signed in |

### Permissions

#### Tool

| may | neighbour |
| --- | --- |
| read, create | yes |
| update, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_MANY | 422 | You have {MOST_TOOLS} tools already. | Tool borrow |

## 9. Business constants and limits

| name | value |
| --- | --- |
| MOST_TOOLS | 3 |
`;

function beginning(text: string): DerivationContext {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const plan = planOf(text);
  const context = new DerivationContext({ plan, seed: 1, now: '2026-03-16T09:00:00Z', environment: {}, capabilities });
  begin(context);
  return context;
}

test('4: a guard that counts records is shown with as many records as it lets there be, and one more', () => {
  const context = beginning(TOOLS);
  const shown = new Set([...deriveStates(context)].flatMap(({ clauses }) => clauses));
  expect(shown).toContain('8.TOO_MANY');
  expect(context.reasons.get('8.TOO_MANY')).toBeUndefined();
});

test('4: an input is answered with its own choices, where the field that gets its value has more', () => {
  const asked = TOOLS.replace(
    '| borrower | User | optional |',
    '| borrower | User | optional |\n| condition | enum(broken, good, worn) | default "good" |',
  )
    .replace(
      '| event | from | to | by | when | then | error |\n| --- | --- | --- | --- | --- | --- | --- |',
      '| event | from | to | by | when | asks | then | error |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
    )
    .replace('< MOST_TOOLS` |', '< MOST_TOOLS` | |')
    .replace(
      '| borrower | | `borrower = null` |',
      '| borrower | | found? enum(good, worn) | `condition = found if found != null; borrower = null` |',
    );
  const text = JSON.stringify([...deriveStates(beginning(asked))]);
  expect(text).toContain('"found":"worn"');
  expect(text).not.toContain('"found":"broken"');
});
