import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from '../records/begin.ts';
import { deriveScreens, viewOf } from './screens.ts';
import { DerivationContext } from '../derivation-context.ts';

const LOTS = `
# Specification: Lots

## 1. What the product does and for whom

Whoever comes by enters what a lot costs, in the money of where it comes from.

## 2. Screens and routes

### Sums \`/\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | everyone |

| tile | shows | by | as |
| --- | --- | --- | --- |
| Yen | \`sum(Lot.yen)\` | | number |
| Dinars | \`sum(Lot.dinars)\` | | number |
| Euros | \`sum(Lot.euros)\` | | number |

## 3. Entities and their fields

### Lot

| field | type | rules |
| --- | --- | --- |
| yen | money in JPY | default 5 |
| dinars | money in KWD | default 1.234 |
| euros | money | default 2.5 |

#### Records

| yen |
| --- |
| 5 |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |

### Permissions

#### Lot

| may | visitor | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | no | no |

#### User

| may | visitor | others |
| --- | --- | --- |
| read, create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;

function contextOf(text: string): DerivationContext {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(text),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  return context;
}

test.each([
  ['yes', ['3.User.email', '3.User.name']],
  ['not shown', ['3.User.email']],
])('6: a sign-up asks for what it needs where everyone may create themselves: %s', (cell, columns) => {
  const right = '| read, create, update, delete, update roles';
  const text = LOTS.replace(right, `| create | ${cell} | no |\n| read, update, delete, update roles`);
  const screen = '### Join `/join`\n\n| part | is |\n| --- | --- |\n| kind | sign up |\n| for | everyone |\n';
  const context = contextOf(text.replace('## 3. Entities', `${screen}\n## 3. Entities`));
  const join = context.plan.screens.find(({ kind }) => kind === 'sign up');
  expect(join === undefined ? null : viewOf(context, join, null).columns).toEqual(columns);
});

test('2: a tile shows an amount with the digits of its currency', () => {
  const context = contextOf(LOTS);
  const steps = [...deriveScreens(context)].flatMap((derived) => derived.steps);
  const tiles = steps.flatMap((step) =>
    step.kind === 'ask' && step.expect.answer?.kind === 'tiles' ? [step.expect.answer.tiles] : [],
  );
  expect(tiles[0]?.map(({ value }) => value)).toEqual(['5', '1.234', '2.50']);
});

test('2: a list of owned children shows what their owner says', () => {
  const text = LOTS.replace(
    '## 3. Entities',
    '### Bids `/bids`\n\n| part | is |\n| --- | --- |\n| kind | list of Bid |\n| for | everyone |\n| columns | sum, lot.yen, parent.euros |\n\n## 3. Entities',
  )
    .replace('| yen | money in JPY | default 5 |', '| bids | list of Bid | |\n| yen | money in JPY | default 5 |')
    .replace('## 4. States', '### Bid\n\n| field | type |\n| --- | --- |\n| sum | integer |\n\n## 4. States');
  const context = contextOf(text);
  const bids = context.plan.screens.find(({ kind }) => kind === 'list');
  const columns = ['2.bids.columns.sum', '2.bids.columns.lot.yen', '2.bids.columns.parent.euros'];
  expect(bids === undefined ? null : viewOf(context, bids, null).columns).toEqual(columns);
});
