import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { deriveExchanges } from '../entities/exchange.ts';
import { deriveChildren } from './children.ts';

/** An order whose lines somebody may read. */
const orders = (read: string) => `
# Orders

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Order

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| lines | list of Line | optional |

### Line

| field | type | rules |
| --- | --- | --- |
| what | text | ..40, unique |

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| person | signed in |
| clerk | assigned |

### Permissions

#### Order

| may | person | clerk | others |
| --- | --- | --- | --- |
| read, create, update | yes | yes | no |
| delete | no | no | no |

#### Line

| may | person | clerk | others |
| --- | --- | --- | --- |
| read | ${read} |
| create, update | yes | yes | no |
| delete | no | no | no |

#### User

| may | others |
| --- | --- |
| read | yes |
| create, update, delete, update email, update roles | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

test.each<[who: string, read: string, isNamed: boolean]>([
  ['nobody', 'no | no | no', false],
  ['somebody else', 'no | yes | no', true],
  ['everybody', 'yes | yes | no', true],
])('6: a child that %s may read', (_who, read, isNamed) => {
  const capabilities = { clock: true, receiver: false, accounts: true, browser: false, derived: true };
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(orders(read)), seed: 1, now, environment: {}, capabilities });
  begin(context);
  for (const derive of [deriveChildren, deriveExchanges]) {
    const named: string[] = [];
    for (const { steps } of derive(context)) {
      const shown = new Set<string>();
      for (const step of steps) {
        const lines = JSON.stringify('body' in step ? step.body : null).match(/@Line:\d+/g) ?? [];
        named.push(...lines);
        expect(lines.filter((line) => !shown.has(line))).toEqual([]);
        for (const line of JSON.stringify('expect' in step ? step.expect : null).match(/@Line:\d+/g) ?? [])
          shown.add(line);
      }
    }
    expect(named.length > 0, derive.name).toBe(isNamed);
  }
});
