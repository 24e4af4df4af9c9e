import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { knownFields } from './entities.ts';
import { Rights } from './rights.ts';
import { eventRuleViews, ruleViews } from './rules.ts';

const plan = planFrom(
  'bids.md',
  `# Specification: Bids

## 3. Entities and their fields

### Lot

| field | type | rules |
| --- | --- | --- |
| open | boolean | |

### Bid

| field | type | rules |
| --- | --- | --- |
| lot | Lot | |
| amount | integer | |
| reserve | integer | |
| note | text | optional |
| status | state | |
| double | integer | = amount * 2 |
| fee | money in JPY | optional |
| deposit | money in EUR | optional |

## 4. States and transitions

### Bid.status

| state | kind |
| --- | --- |
| open | initial |
| settled | final |

| event | from | to | by | when | asks | then |
| --- | --- | --- | --- | --- | --- | --- |
| raise | open | same | bidder | none | amount | none |
| settle | open | settled | bidder | none | note | \`amount = 10\` |
| drop | open | settled | bidder | none | note | \`raise on Bid where lot == this.lot\` |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Bid | \`amount >= LEAST\` | TOO_LITTLE |
| V2 | Bid | \`amount <= reserve\` | ABOVE_RESERVE |
| V3 | Bid create | \`lot.open\` | CLOSED |
| V4 | Bid update | \`old != null and amount >= old.amount\` | LOWERED |
| V5 | Bid | \`amount != 13\` | UNLUCKY |
| V6 | Bid | \`count(Bid) < 100\` | TOO_MANY |
| V7 | Bid | \`double < 1000\` | TOO_MANY |
| V8 | Bid settle, Bid drop | \`note != null\` | TOO_MANY |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| bidder | anyone |
| seller | assigned |

### Permissions

#### Lot

| may | others |
| --- | --- |
| read | yes |
| create, update, delete | no |

#### Bid

| may | bidder | seller |
| --- | --- | --- |
| read, create, update | yes | yes |
| delete | no | no |
| read reserve | no | yes |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_LITTLE | 422 | At least {LEAST}, not {amount}. | V1 |
| ABOVE_RESERVE | 422 | Too much. | V2 |
| CLOSED | 422 | Closed. | V3 |
| LOWERED | 422 | Not lower. | V4 |
| UNLUCKY | 422 | Not while {reserve} is asked. | V5 |
| TOO_MANY | 422 | Enough. | V6, V7, V8 |

## 9. Business constants and limits

| name | value |
| --- | --- |
| LEAST | 5 |
`,
);

const bid = plan.entities.find(({ name }) => name === 'Bid');
if (!bid) throw new Error('The document has bids.');

test.each([
  // V2 and the words of V5 read what only sellers may read; V3, V4 and V6 read more than a form has, V7 what is computed.
  ['a bidder', [], ['5.V1']],
  ['a seller', ['seller'], ['5.V1', '5.V2', '5.V5']],
])('%s is told the rules that a form can judge by what they may read', (_, roles, clauses) => {
  const userId = roles.length > 0 ? 'someone' : null;
  expect(ruleViews(new Rights(plan, { userId, roles }), bid).map(({ clause }) => clause)).toEqual(clauses);
});

test('constants stand as their values', () => {
  const [rule] = ruleViews(new Rights(plan, { userId: null, roles: [] }), bid);
  expect(JSON.stringify(rule)).not.toContain('LEAST');
  expect(rule?.message.filter((part) => typeof part === 'string')).toEqual(['At least ', ', not ', '.']);
});

test.each([
  ['raise', [], ['5.V1']],
  ['raise', ['seller'], ['5.V1', '5.V2', '5.V5']],
  // It sets the amount itself, whatever is asked.
  ['settle', ['seller'], ['5.V8']],
  // What it sets off may come back to the record.
  ['drop', ['seller'], []],
])('the dialog of %s, for %j: the rules of what is asked', (name, roles, clauses) => {
  const workflow = plan.states.find(({ entity }) => entity === 'Bid');
  const event = workflow?.events.find((each) => each.name === name);
  if (!workflow || !event) throw new Error(`The document has no ${name}.`);
  const rights = new Rights(plan, { userId: 'someone', roles });
  expect(eventRuleViews(rights, bid, workflow, event).map(({ clause }) => clause)).toEqual(clauses);
});

test('money has as many decimal places as its own currency', () => {
  const fields = knownFields(new Rights(plan, { userId: null, roles: [] }), bid).filter(({ kind }) => kind === 'money');
  expect(fields.map(({ name, scale }) => [name, scale])).toEqual([
    ['fee', 0],
    ['deposit', 2],
  ]);
});
