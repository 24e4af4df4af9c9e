import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { begin } from './records/begin.ts';
import { CaseBuilder } from './case-builder.ts';
import { DerivationContext } from './derivation-context.ts';

const OFFERS = `
# Specification: Offers

## 1. What the product does and for whom

Somebody offers something for a while.

## 2. Screens and routes

none

## 3. Entities and their fields

### Offer

| field | type | rules |
| --- | --- | --- |
| ends | date | |
| status | state | |

| setting | is |
| --- | --- |
| delete | soft |

## 4. States and transitions

### Offer.status

| state | kind |
| --- | --- |
| open | initial |
| lapsed | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| lapse | open | lapsed | at ends | |
| drop | open | same | member | delete this |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Offer create | ends < today() + 1000 days | TOO_LONG_AHEAD |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | signed in |

### Permissions

#### Offer

| may | member | others |
| --- | --- | --- |
| read, create, update, delete, restore | yes | no |

#### User

| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_LONG_AHEAD | 422 | That is too long ahead. | V1 |

## 9. Business constants and limits

none
`;

/** A case that begins with an offer, and who has made it. */
function offerThatEnds(ends: string): { builder: CaseBuilder; maker: string | null; id: string } {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(OFFERS),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  const builder = new CaseBuilder(context);
  const maker = context.accounts[0]?.id ?? null;
  const { id } = builder.act(maker, { kind: 'create', entity: 'Offer', body: { ends } });
  return { builder, maker, id: id ?? '' };
}

// 4: `at due + 1 day`: past means at once.
test.each([
  ['yesterday', '2026-03-15', 'lapsed', ['ask', 'wait']],
  ['tomorrow', '2026-03-17', 'open', ['ask']],
] as const)('an offer that ends %s is %s: %s', (_when, ends, state, kinds) => {
  const { builder, id } = offerThatEnds(ends);
  expect(builder.world.view(id)?.status).toBe(state);
  expect(builder.steps.slice(0, kinds.length).map(({ kind }) => kind)).toEqual(kinds);
});

// 5: an accepted record proves a rule's condition, but not the error of its refusal.
test.each([
  ['2026-03-17', false],
  ['2030-01-02', true],
] as const)('an offer that ends %s shows the error of its rule: %s', (ends, isShown) => {
  const { builder } = offerThatEnds(ends);
  const { clauses } = builder.done('An offer', ['5.V1']);
  expect(clauses).toContain('5.V1.must_hold');
  for (const clause of ['5.V1.error', '8.TOO_LONG_AHEAD']) expect(clauses.includes(clause), clause).toBe(isShown);
});

// 3: a softly deleted record is in no answer but a list of what is deleted.
test('an event that deletes its record softly answers the id alone', () => {
  const { builder, maker, id } = offerThatEnds('2026-03-17');
  builder.act(maker, { kind: 'fire', entity: 'Offer', event: 'drop', id, body: {} });
  const step = builder.steps.findLast(({ kind }) => kind === 'ask');
  expect(step).toMatchObject({ expect: { status: 200, answer: { kind: 'record', record: { id, _title: '' } } } });
  expect(step).not.toHaveProperty('expect.answer.record.status');
});

// 4: a timer fires when its time has come, also between two requests of a case.
test('an offer that ends a second later lapses before the next request', () => {
  const { builder, id } = offerThatEnds('2026-03-17');
  builder.wait('2026-03-16T23:59:59Z', []);
  expect(builder.world.view(id)?.status).toBe('open');
  builder.tick();
  expect(builder.world.view(id)?.status).toBe('lapsed');
  expect(builder.steps.at(-1)).toMatchObject({ kind: 'wait', until: '2026-03-17T00:00:00.000Z' });
});
