import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from './begin.ts';

const MEMBERS = `
# Members

## 1. Purpose

A club knows its members.

## 2. Screens

none

## 3. Entities

### User

| field | type | rules |
| --- | --- | --- |
| nickname | text | ..40 |
| address_name | slug of nickname | |
| is_guest | boolean | default false |
| invited_for | integer | default 3, when is_guest |
| locker | integer | required for new, unique, 1..40 for new |
| member_since | date | unique |
| initials | text | unique, 2..4, matches /^[A-Z][A-Za-z]+$/ |

## 4. States

none

## 5. Rules

none

## 6. Roles

none

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

test('3: accounts have all that the product sets on a new record: slugs, unique values, and nothing in fields that are not asked for', () => {
  const capabilities = { clock: true, receiver: false, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(MEMBERS),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  const made = context.accounts.map(({ id }) => context.world.get(id)?.values ?? {});
  expect(made.length).toBeGreaterThan(1);
  for (const { nickname, address_name, invited_for } of made)
    expect({ address_name, invited_for }).toEqual({ address_name: String(nickname).toLowerCase(), invited_for: null });
  for (const field of ['locker', 'member_since', 'initials'])
    expect(new Set(made.map((values) => values[field])).size, field).toBe(made.length);
});

test('3: accounts refer to a record of the document where each person has to', () => {
  const text = MEMBERS.replace('| initials |', '| calendar | Calendar | |\n| initials |').replace(
    '## 4. States',
    '### Calendar\n\n| field | type |\n| --- | --- |\n| name | text |\n\n#### Records\n\n| name |\n| --- |\n| Bavaria |\n\n## 4. States',
  );
  const capabilities = { clock: true, receiver: false, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(text),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  expect(context.accounts.length).toBeGreaterThan(1);
  for (const { id, fields } of context.accounts) {
    expect(fields['calendar']).toBe('Bavaria');
    expect(context.world.view(String(context.world.get(id)?.values['calendar']))?.['name']).toBe('Bavaria');
  }
});
