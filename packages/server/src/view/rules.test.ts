import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { eventViews, knownFields } from './entities.ts';
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
| settled | |

| event | from | to | by | when | asks | then | error |
| --- | --- | --- | --- | --- | --- | --- | --- |
| raise | open | same | bidder | none | amount | none | none |
| settle | open | settled | bidder | none | note | \`amount = 10\` | none |
| drop | open | settled | bidder | none | note | \`raise on Bid where lot == this.lot\` | none |
| top | open, settled | same | bidder | \`amount > reserve\` | amount | none | TOO_LITTLE |
| bind | open | settled | bidder | \`sure and note != null\` | note?, sure boolean | none | TOO_LITTLE |
| split | open | same | bidder | \`amount > 10\` | amount | none | TOO_LITTLE |
| split | open | same | seller | \`amount > 5\` | amount | none | CLOSED |
| split | settled | same | bidder | none | amount | none | none |
| away | open | same | bidder | \`amount > 10 and lot.open\` | amount | none | TOO_LITTLE |
| reopen | settled | open | seller | none | none | none | none |
| early | open | same | bidder | \`reserve > 10\` | amount | none | CLOSED |

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
| TOO_LITTLE | 422 | At least {LEAST}, not {amount}. | V1, Bid top, Bid bind, Bid split, Bid away |
| ABOVE_RESERVE | 422 | Too much. | V2 |
| CLOSED | 422 | Closed. | V3, Bid split, Bid early |
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
])('%s gets the rules that a form can judge by what they may read', (_, roles, clauses) => {
  const userId = roles.length > 0 ? 'someone' : null;
  expect(ruleViews(new Rights(plan, { userId, roles }), bid).map(({ clause }) => clause)).toEqual(clauses);
});

test('constants are replaced by their values', () => {
  const [rule] = ruleViews(new Rights(plan, { userId: null, roles: [] }), bid);
  expect(JSON.stringify(rule)).not.toContain('LEAST');
  expect(rule?.message.filter((part) => typeof part === 'string')).toEqual(['At least ', ', not ', '.']);
});

test.each([
  ['raise', [], ['5.V1']],
  ['raise', ['seller'], ['5.V1', '5.V2', '5.V5']],
  // The event sets the amount itself.
  ['settle', ['seller'], ['5.V8']],
  // The event that it fires may change the record.
  ['drop', ['seller'], []],
])('the dialog of %s, for %j: the rules of what is asked', (name, roles, clauses) => {
  const workflow = plan.states.find(({ entity }) => entity === 'Bid');
  const event = workflow?.events.find((each) => each.name === name);
  if (!workflow || !event) throw new Error(`The document has no ${name}.`);
  const rights = new Rights(plan, { userId: 'someone', roles });
  expect(eventRuleViews(rights, bid, workflow, event).map(({ clause }) => clause)).toEqual(clauses);
});

/**
 * 4: an event without asked values is judged when it is offered; a condition that only the product can judge is not
 * sent.
 */
test.each([
  ['top', [], []],
  ['top', ['seller'], ['open amount: TOO_LITTLE', 'settled amount: TOO_LITTLE']],
  ['bind', [], ['open note, sure: TOO_LITTLE']],
  // Only the seller's input could decide the last row.
  ['split', [], ['open amount: TOO_LITTLE']],
  ['split', ['seller'], ['open amount: CLOSED']],
  ['away', ['seller'], []],
  ['early', ['seller'], []],
])('the dialog of %s, for %j: the guards of what is asked', (name, roles, expected) => {
  const workflow = plan.states.find(({ entity }) => entity === 'Bid');
  if (!workflow) throw new Error('The document has states.');
  const rights = new Rights(plan, { userId: 'someone', roles });
  const guards = eventViews(rights, bid, workflow).find((event) => event.name === name)?.guards ?? [];
  const isClosed = (message: unknown[]) => JSON.stringify(message).includes('Closed.');
  expect(
    guards.map(
      ({ from, fields, message }) => `${from} ${fields.join(', ')}: ${isClosed(message) ? 'CLOSED' : 'TOO_LITTLE'}`,
    ),
  ).toEqual(expected);
});

test('money has as many decimal places as its own currency', () => {
  const fields = knownFields(new Rights(plan, { userId: null, roles: [] }), bid).filter(({ kind }) => kind === 'money');
  expect(fields.map(({ name, scale }) => [name, scale])).toEqual([
    ['fee', 0],
    ['deposit', 2],
  ]);
});
