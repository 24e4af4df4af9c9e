import type { FieldView } from '@nonet/client';
import { checkDocument } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { begun, followed, isDefault } from './defaults.ts';
import { type Draft, draftOf } from './drafts.ts';
import { fieldParts } from './fields.ts';

const DOCUMENT = `# Specification: Loans

## 3. Entities and their fields

### Loan

| field | type | rules |
| --- | --- | --- |
| member | User | default user |
| lent_on | date | default today() |
| days | integer | default 14 |
| due | date | default today() + 14 days |
| placed_at | datetime | default now() |
| fee | money | optional |
| returned_on | date | optional |
| reminded_on | date | default due + days * 1 day |
| until | date | optional, default if returned_on == null then null else returned_on + 1 day |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;
const { plan } = checkDocument({ path: 'loans.md', text: DOCUMENT }, () => {
  throw new Error('It includes nothing.');
});
if (!plan) throw new Error('The document has errors.');

const FIELDS = (plan.entities.find(({ name }) => name === 'Loan')?.fields ?? [])
  .filter(({ derived }) => !derived)
  .map(({ name, required, type, default: value }) => {
    const isLiteral = value?.kind === 'literal';
    const defaultValue = isLiteral ? value.value : null;
    return { name, required, kind: type.kind, defaultValue, default: isLiteral ? null : value } as FieldView;
  });
const ENVIRONMENT = {
  parts: fieldParts,
  entity: () => {
    throw new Error('It has no lists.');
  },
};
const MEANS = {
  environment: ENVIRONMENT,
  user: { id: 'u1', name: 'Lies', email: 'lies@example.com', roles: [] },
  settings: { timeZone: 'Europe/Amsterdam', workingDays: [], holidays: [] },
  // In Amsterdam this is the next day.
  now: '2026-05-31T22:30:00Z',
  referred: () => undefined,
};
const EMPTY = draftOf(FIELDS, null, ENVIRONMENT);
const BEGUN = begun(FIELDS, EMPTY, MEANS, null);

describe('a new record', () => {
  test('begins with its defaults: in the zone of the product, by who enters it', () => {
    expect(BEGUN).toEqual({
      member: 'u1',
      lent_on: '2026-06-01',
      days: '14',
      due: '2026-06-15',
      placed_at: '2026-05-31T22:30:00Z',
      fee: '',
      returned_on: '',
      reminded_on: '2026-06-29',
      until: '',
    });
  });

  test('keeps what is given', () => {
    const given = { lent_on: '2026-01-01', due: null };
    const draft = begun(FIELDS, { ...EMPTY, ...draftOf(FIELDS, given, ENVIRONMENT) }, MEANS, given);
    expect(draft).toMatchObject({ member: 'u1', lent_on: '2026-01-01', due: '' });
  });

  test.each([
    ['as it began', {}, ['member', 'lent_on', 'due', 'placed_at', 'reminded_on', 'until']],
    ['as it was entered', { due: '2026-12-24', member: null }, ['lent_on', 'placed_at', 'until']],
    [
      'as it is titled',
      { member: { id: 'u1', _title: 'Lies' } },
      ['member', 'lent_on', 'due', 'placed_at', 'reminded_on', 'until'],
    ],
  ])('the defaults that the product fills in are known: %s', (_, entered, left) => {
    const draft = { ...BEGUN, ...entered };
    expect(FIELDS.filter((field) => isDefault(field, FIELDS, draft, MEANS)).map(({ name }) => name)).toEqual(left);
  });
});

describe('a default that reads other values of its record (3)', () => {
  const changed = (before: Draft, values: Draft) =>
    followed(FIELDS, before, { ...before, ...values }, new Set(Object.keys(values)), MEANS);

  test.each<[string, Draft, Draft]>([
    ['follows what it reads', { due: '2026-07-01' }, { reminded_on: '2026-07-15' }],
    ['follows another one', { days: '1' }, { reminded_on: '2026-06-16' }],
    ['comes with a value that may be empty', { returned_on: '2026-07-01' }, { until: '2026-07-02' }],
    ['is empty while a required value is', { days: '' }, { reminded_on: '' }],
    ['stays what was entered with it', { due: '2026-07-01', reminded_on: '2026-07-02' }, { reminded_on: '2026-07-02' }],
  ])('%s', (_, values, expected) => {
    expect(changed(BEGUN, values)).toMatchObject(expected);
  });

  test('stays what was entered before, and comes again once it is what follows', () => {
    const entered = changed(BEGUN, { reminded_on: '2026-08-01' });
    expect(changed(entered, { due: '2026-07-01' })).toMatchObject({ reminded_on: '2026-08-01' });
    const empty = changed(BEGUN, { days: '' });
    expect(changed(empty, { days: '2' })).toMatchObject({ reminded_on: '2026-06-17' });
  });
});
