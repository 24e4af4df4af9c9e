import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import type { Cases } from '../derivation-context.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveRules } from '../rules/rules.ts';
import { deriveNested } from '../states/nested.ts';
import { deriveStates } from '../states/states.ts';
import { begin } from './begin.ts';
import { derivePrerequisites } from './prerequisites.ts';
import { renewingPrerequisites } from './renewed-prerequisites.ts';

/** A tool is hired, is handed on when it comes back, and costs something when it is late. */
const HIRE = `
# Specification: Hire

## 1. What the product does and for whom

A workshop hires out tools.

## 2. Screens and routes

none

## 3. Entities and their fields

### Tool

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| price | money | 1..500 |
| state | state | |

### Customer

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| email | email | optional |
| standing | state | |
| due | money | \`= sum(Bill.amount where customer == this)\` |

### Hire

| field | type | rules |
| --- | --- | --- |
| tool | Tool | once |
| customer | Customer | once |
| status | state | |

### Wish

| field | type | rules |
| --- | --- | --- |
| tool | Tool | once |
| customer | Customer | once |
| status | state | |

### Bill

| field | type | rules |
| --- | --- | --- |
| customer | Customer | once |
| amount | money | 0..1000 |

## 4. States and transitions

### Tool.state

| state | kind |
| --- | --- |
| here | initial |
| out | |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| lend | here | out | system | |
| take_back | out | here | system | \`ready on Wish where tool == this and status == "waiting"\` |

### Customer.standing

| state | kind |
| --- | --- |
| good | initial |
| blocked | final |

| event | from | to | by |
| --- | --- | --- | --- |
| block | good | blocked | clerk |

### Hire.status

| state | kind |
| --- | --- |
| open | initial |
| over | final |
| gone | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| create | new | open | clerk | \`lend on tool; meet on Wish where tool == this.tool and customer == this.customer and status == "ready"\` |
| bring | open | over | clerk | take_back on tool |
| lose | open | gone | clerk | \`create Bill(customer: customer, amount: tool.price)\` |

### Wish.status

| state | kind |
| --- | --- |
| waiting | initial |
| ready | |
| done | final |
| met | final |

| event | from | to | by |
| --- | --- | --- | --- |
| meet | waiting, ready | met | system |
| ready | waiting | ready | system |
| fetch | ready | done | clerk |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Hire create | \`customer.due <= 50 EUR\` | TOO_MUCH |
| V2 | Wish create | \`customer.standing == "good"\` | BLOCKED |
| V3 | Wish create | \`tool.state == "out"\` | HERE |
| V4 | Hire lose | \`customer.email != null\` | NO_ADDRESS |
| V5 | Hire create | \`not exists(Wish where tool == this.tool and status == "ready" and customer != this.customer)\` | KEPT |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### Tool, Customer, Hire, Wish, Bill

| may | clerk |
| --- | --- |
| read, create | yes |
| update, delete | no |

#### User

| may | clerk |
| --- | --- |
| read | yes |
| create, update, update email, update roles, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_MUCH | 409 | Too much is due. | V1 |
| BLOCKED | 409 | Blocked. | V2 |
| HERE | 409 | It is here. | V3 |
| NO_ADDRESS | 409 | Nobody knows where to write. | V4 |
| KEPT | 409 | It is kept for somebody. | V5 |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;

function shownBy(derive: (context: DerivationContext) => Cases): ReadonlySet<string> {
  const context = new DerivationContext({
    plan: planOf(HIRE),
    seed: 1,
    now: '2026-03-16T09:00:00.000Z',
    environment: {},
    capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
  });
  begin(context);
  const prepared = [...derivePrerequisites(context)];
  const cases = [...prepared, ...renewingPrerequisites(context, derive(context))];
  expect(context.broken).toEqual([]);
  return new Set(cases.flatMap(({ clauses }) => clauses));
}

// 4: `lend on tool` is refused where the tool is out; `ready on Wish where …` is caused by the tool's coming back.
test('events that other records must allow or cause are derived', () => {
  const shown = shownBy(deriveStates);
  for (const clause of ['Hire.status.create', 'Hire.status.bring', 'Hire.status.lose', 'Wish.status.fetch'])
    expect(shown).toContain(`4.${clause}`);
});

// 4: only the product itself causes `ready`.
test('a state into which only events of other records lead is derived', () => {
  expect(shownBy(deriveNested)).toContain('4.Wish.status.ready');
  // The causing record does not refer to this record; both refer to the same third one.
  expect(shownBy(deriveStates)).toContain('4.Wish.status.met');
});

// 5: a rule asks for something that actions on other records must bring about first.
test.each([
  ['V1', 'a sum of records that only an effect makes'],
  ['V2', 'another state than the one that it asks for'],
  ['V3', 'a state into which another record takes it'],
  ['V4', 'whether a text is there'],
  ['V5', 'a record that only effects bring about, from which the other one takes its values'],
])('rule %s is shown both ways: %s', (rule) => {
  const context = shownBy(deriveRules);
  expect(context).toContain(`5.${rule}`);
  expect(context).toContain(`5.${rule}.error`);
});
