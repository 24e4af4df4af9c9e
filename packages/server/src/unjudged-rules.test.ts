import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = `# Specification: Trips

## 1. What the product does and for whom

Everybody notes their trips.

## 2. Screens and routes

none

## 3. Entities and their fields

### Trip

| field | type | rules |
| --- | --- | --- |
| from_day | date | |
| to_day | date | |
| half | boolean | default false |
| nights | integer | = to_day - from_day |
| price | decimal(5, 1) | = nights * 10 - (if half then 5 else 0) |
| stops | integer | 0..9 |

## 4. States and transitions

none

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Trip | \`nights > 0\` | TOO_SHORT_TRIP |
| V2 | Trip | \`price < 100\` | TOO_DEAR |
| V3 | Trip | \`stops <= 3\` | TOO_MANY_STOPS |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| traveller | signed in |

### Permissions

#### Trip

| may | traveller | others |
| --- | --- | --- |
| read, create | yes | no |
| update, delete | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_SHORT_TRIP | 422 | A trip takes a night. | V1 |
| TOO_DEAR | 422 | That is too dear. | V2 |
| TOO_MANY_STOPS | 422 | Too many stops. | V3 |

## 9. Business constants and limits

none
`;

describe('a rule is not judged if it reads a missing or wrong value, or one computed from it (5)', () => {
  let product: TestServer;
  let tom: string;
  beforeAll(async () => {
    product = await serve(planFrom('trips.md', DOCUMENT));
    tom = await join(product, 'tom@example.com');
  });
  afterAll(() => product.close());

  const WHOLE = { from_day: '2026-03-02', to_day: '2026-03-04', half: false, stops: 1 };
  test.each([
    [
      'a date that two rules read through computed fields',
      { from_day: null, stops: 9 },
      ['REQUIRED', 'TOO_MANY_STOPS'],
    ],
    ['a choice that one of them reads', { half: null, to_day: '2026-03-01' }, ['REQUIRED', 'TOO_SHORT_TRIP']],
    ['a number beyond its limit', { stops: 10, to_day: '2026-03-01' }, ['OUT_OF_RANGE', 'TOO_SHORT_TRIP']],
    ['nothing', { to_day: '2026-03-31', stops: 4 }, ['TOO_DEAR', 'TOO_MANY_STOPS']],
  ])('%s', async (_what, wrong, codes) => {
    const answer = await product.ask('POST', '/api/trips', { cookie: tom, body: { ...WHOLE, ...wrong } });
    const { errors } = answer.json<{ errors: { code: string }[] }>();
    expect(errors.map(({ code }) => code)).toEqual(codes);
  });
});
