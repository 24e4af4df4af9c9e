import type { RuleView } from '@nonet/client';
import { checkDocument } from '@nonet/language';
import { expect, test } from 'vitest';
import { limitOf } from './rule-limits.ts';

const DOCUMENT = `# Specification: Orders

## 3. Entities and their fields

### Order

| field | type | rules |
| --- | --- | --- |
| buyer | User | optional |
| discount | percent | optional |
| budget | money | optional |
| total | money | |
| due | money | |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| WHOLE | Order | \`discount != null or total <= 5000\` | TOO_MUCH |
| BUDGET | Order | \`budget == null or total < budget\` | TOO_MUCH |
| DUE | Order | \`total >= 0 and 10000 > due and due <= sum(Order.total)\` | TOO_MUCH |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_MUCH | 409 | That is too much. | WHOLE, BUDGET, DUE |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;
const { plan } = checkDocument({ path: 'orders.md', text: DOCUMENT }, () => {
  throw new Error('It includes nothing.');
});
if (!plan) throw new Error('The document has errors.');
const RULES = plan.rules.map(({ condition }) => ({ holds: condition }) as RuleView);

test.each([
  ['a rule bounds a value', 'total', { discount: null, budget: null }, 5000],
  ['not where its other condition holds', 'total', { discount: '0.5', budget: null }, null],
  ['the least of several bounds counts', 'total', { discount: null, budget: '300' }, 300],
  ['nor by what is not known yet', 'total', { budget: null }, null],
  ['records that others may have bound nothing here', 'due', { discount: null, budget: null }, 10_000],
  ['a least value is no limit', 'discount', { discount: null, budget: null }, null],
])('limits (5): %s', (_, field, record, limit) => {
  const settings = { timeZone: 'UTC', workingDays: [], holidays: [] };
  const found = limitOf(field, RULES, { record, user: null, settings }, (name) => Object.hasOwn(record, name));
  expect(found === null ? null : Number(found)).toBe(limit);
});
