import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { deriveImports } from './imports.ts';
import { mayUpload } from './possible.ts';

const document = (create: string, update: string) => `
# Reports

## 1. Purpose

What people send in, with pictures.

## 2. Screens

none

## 3. Entities

### Report

| field | type | rules |
| --- | --- | --- |
| words | text | ..40, default "as before" |
| sheets | list of Sheet | 1..3 |

### Sheet

| field | type | rules |
| --- | --- | --- |
| scan | file(pdf) | optional |

### Reader

| field | type | rules |
| --- | --- | --- |
| call_name | text | ..40, default "as before" |

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| person | signed in |

### Permissions

#### Report

| may | person | others |
| --- | --- | --- |
| read, delete | no | no |
| create | ${create} | no |
| update | ${update} | no |

#### Reader

| may | person | others |
| --- | --- | --- |
| read, create, import | yes | no |
| update, delete | no | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

function contextOf(text: string): DerivationContext {
  const capabilities = { clock: true, receiver: false, accounts: true, browser: false, derived: true };
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(text), seed: 1, now, environment: {}, capabilities });
  begin(context);
  return context;
}

test.each([
  ['yes', 'no', true],
  ['no', 'no', false],
])(
  '6: who may create what owns a field for files (%s) may send one, also without changing it (%s)',
  (create, update, may) => {
    const context = contextOf(document(create, update));
    expect(mayUpload(context, context.accounts[0]?.id ?? null)).toBe(may);
  },
);

test('3: a cell of spaces is an empty one, which leaves the default: no row is expected to be refused for it', () => {
  const files = [...deriveImports(contextOf(document('yes', 'yes')))].flatMap(({ steps }) =>
    steps.flatMap((step) => ('body' in step && typeof step.body === 'string' ? [step.body] : [])),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => /" +"/.test(file))).toEqual([]);
});
