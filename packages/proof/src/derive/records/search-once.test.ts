import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from './begin.ts';
import { derivePrerequisites } from './prerequisites.ts';

const DOCUMENT = `
# Specification: Shelf

## 1. What the product does and for whom

Books stand on shelves.

## 2. Screens and routes

none

## 3. Entities and their fields

### Shelf

| field | type | rules |
| --- | --- | --- |
| room | text | unique, 1..40 |

### Book

| field | type | rules |
| --- | --- | --- |
| title | text | 1..40 |
| shelf | Shelf | |

### Note

| field | type | rules |
| --- | --- | --- |
| book | Book | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### Shelf, Book, Note

| may | clerk | others |
| --- | --- | --- |
| read, create | yes | no |
| update, delete | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

function begun(): DerivationContext {
  const context = new DerivationContext({
    plan: planOf(DOCUMENT),
    seed: 1,
    now: '2026-03-16T09:00:00.000Z',
    environment: {},
    capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
  });
  begin(context);
  return context;
}

test('the second derivation gets the cases and the records of the first, and searches for nothing', () => {
  const context = begun();
  const [one, another] = [context.again(2), context.again(3)];
  const cases = [...derivePrerequisites(one)];
  const { steps } = context.lookup.workBudget;
  expect([...derivePrerequisites(another)]).toEqual(cases);
  expect(cases.map(({ title }) => title)).toContain('A Book of clerk 2');
  expect(context.lookup.workBudget.steps).toBe(steps);
  expect(another.world).toBe(one.world);
  expect(another.serial()).toBeGreaterThan(101);
});

test('a derivation of which a case was not carried out searches for the rest by itself, and repeats none', () => {
  const context = begun();
  const titles = [...derivePrerequisites(context.again(2))].map(({ title }) => title);
  const failed = context.again(3);
  const found: string[] = [];
  for (let before = failed.world, cases = derivePrerequisites(failed); ; before = failed.world) {
    const next = cases.next();
    if (next.done === true) break;
    if (found.length === 0) failed.world = before;
    found.push(next.value.title);
  }
  // Without a shelf, no book can be made.
  expect(failed.world.living('Shelf')).toEqual([]);
  expect(found[0]).toBe(titles[0]);
  expect(new Set(found).size).toBe(found.length);
});
