import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from '../records/begin.ts';
import { deriveFields } from './fields.ts';
import { DerivationContext } from '../derivation-context.ts';

const SCALES = `
# Specification: Scales

## 1. What the product does and for whom

Whoever weighs writes it down.

## 2. Screens and routes

none

## 3. Entities and their fields

### Weighing

| field | type | rules |
| --- | --- | --- |
| grams | decimal(8, 4) | 0.0001.. |
| paid | money in JPY | |
| kilos | decimal(3, 3) | |

## 4. States and transitions

none

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Weighing | \`paid <= MOST_PAID\` | |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| weigher | signed in |

### Permissions

#### Weighing

| may | weigher |
| --- | --- |
| read, create | yes |
| update, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| MOST_PAID | 24000 JPY |
`;

const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };

function contextOf(document: string): DerivationContext {
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(document), seed: 1, now, environment: {}, capabilities });
  begin(context);
  return context;
}

test.each([
  // `decimal(8, 4)`: a limit of the document, another constant of it that is too long, the largest, one digit more.
  { field: 'grams', taken: ['0.0001', '9999.9999'], refused: ['0.0000', '10000', '0.00001'], never: ['24000.0001'] },
  { field: 'kilos', taken: ['0.999'], refused: ['1', '0.0001'], never: [] },
  // A yen has no hundredth.
  { field: 'paid', taken: ['0', '1'], refused: [`1${'0'.repeat(24)}`, '0.1'], never: ['0.00', '24000.01'] },
])('3: $field is taken with as many digits as its type keeps, and refused with more', (row) => {
  const context = contextOf(SCALES);
  const answers = new Map<unknown, number | undefined>();
  for (const { title, steps } of deriveFields(context))
    for (const step of title.startsWith(`Weighing.${row.field}:`) ? steps : [])
      if (step.kind === 'ask') answers.set((step.body as Record<string, unknown>)[row.field], step.expect.status);
  expect(row.taken.map((value) => answers.get(value))).toEqual(row.taken.map(() => 201));
  for (const value of row.refused) expect([400, 422]).toContain(answers.get(value));
  for (const value of row.never) expect([...answers.keys()]).not.toContain(value);
});

test.each([{ rules: 'optional, tree' }, { rules: 'optional, tree, among Weighing where grams > 0' }])(
  '3: `$rules` never goes round',
  ({ rules }) => {
    const context = contextOf(
      SCALES.replace('| kilos |', `| above | Weighing | ${rules} |\n| kilos |`).replace(
        '| update, delete | no |',
        '| update | yes |\n| delete | no |',
      ),
    );
    const made = [...deriveFields(context)].find(({ title }) => title.endsWith('a record below itself'));
    const answers = made?.steps.flatMap((step) => (step.kind === 'ask' ? [[step.method, step.expect.status]] : []));
    expect(answers).toEqual([
      ['POST', 201],
      ['POST', 201],
      ['PATCH', 422],
      ['PATCH', 422],
      ['GET', 200],
    ]);
  },
);
