import type { EntityView, FieldView } from '@nonet/client';
import { checkDocument } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { begun, followed, isDefault, type Means, renewed, wantedFor } from './defaults.ts';
import { type Draft, draftOf } from './drafts.ts';
import { fieldParts } from './fields.ts';

const DOCUMENT = `# Specification: Loans

## 3. Entities and their fields

### Category

| field | type | rules |
| --- | --- | --- |
| days | integer | |
| extra | integer | optional |

### Member

| field | type | rules |
| --- | --- | --- |
| category | Category | |

### Loan

| field | type | rules |
| --- | --- | --- |
| member | Member | |
| due | date | default today() + member.category.days * 1 day |
| reminded_on | date | default due - 2 days |
| fee | money | default member.category.days * 1 EUR |
| longer | integer | optional, default if member.category.extra == null then 1 else member.category.extra |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;
const { plan } = checkDocument({ path: 'loans.md', text: DOCUMENT }, () => {
  throw new Error('It includes nothing.');
});
if (!plan) throw new Error('The document has errors.');

/** The paths that the server names for each default that reads through a reference. */
const READS: Readonly<Record<string, readonly string[]>> = {
  due: ['category.days'],
  fee: ['category.days'],
  longer: ['category.extra'],
};

function fieldsOf(entity: string): FieldView[] {
  const { fields = [] } = plan?.entities.find(({ name }) => name === entity) ?? {};
  return fields
    .filter(({ derived }) => !derived)
    .map(({ name, required, type, default: value }) => {
      const paths = READS[name];
      const reads = paths === undefined ? {} : { defaultReads: [{ field: 'member', paths }] };
      const target = type.kind === 'reference' ? type.entity : null;
      return {
        name,
        required,
        kind: type.kind,
        entity: target,
        scale: type.kind === 'money' ? 2 : null,
        defaultValue: null,
        default: value,
        ...reads,
      } as FieldView;
    });
}

const FIELDS = fieldsOf('Loan');
const ENVIRONMENT = {
  parts: fieldParts,
  entity: (name: string | null) => ({ fields: fieldsOf(name ?? '') }) as EntityView,
};

type Answer = Readonly<Record<string, unknown>> | null | undefined;
const means = (answer: Answer): Means => ({
  environment: ENVIRONMENT,
  user: null,
  settings: { timeZone: 'Europe/Amsterdam', workingDays: [], holidays: [] },
  now: '2026-06-01T10:00:00Z',
  referred: ({ id }) => (id === 'm1' ? answer : undefined),
});
const WAITING = means(undefined);
const READ = means({ id: 'm1', category: { id: 'c1', days: 14, extra: null } });
const EMPTY = draftOf(FIELDS, null, ENVIRONMENT);
const BEGUN = begun(FIELDS, EMPTY, WAITING, null);
const CHOSEN = followed(FIELDS, BEGUN, { ...BEGUN, member: 'm1' }, new Set(['member']), WAITING);
const field = (name: string): FieldView => FIELDS.find((each) => each.name === name) as FieldView;

describe('a default that reads through a reference', () => {
  test('is empty until the record is chosen, and read', () => {
    expect(BEGUN).toMatchObject({ due: '', reminded_on: '', longer: '' });
    expect(wantedFor(FIELDS, BEGUN, ENVIRONMENT)).toEqual([]);
    expect(CHOSEN).toMatchObject({ member: 'm1', due: '' });
    expect(wantedFor(FIELDS, CHOSEN, ENVIRONMENT)).toEqual([
      { entity: 'Member', id: 'm1', paths: ['category.days'] },
      { entity: 'Member', id: 'm1', paths: ['category.days'] },
      { entity: 'Member', id: 'm1', paths: ['category.extra'] },
    ]);
  });

  test('is there once it is read, and so is what follows from it', () => {
    const draft = renewed(FIELDS, CHOSEN, WAITING, READ);
    expect(draft).toMatchObject({ due: '2026-06-15', fee: '14.00', longer: '1' });
    expect(isDefault(field('due'), FIELDS, draft, READ)).toBe(true);
  });

  test('stays as somebody has entered it', () => {
    const entered: Draft = { ...CHOSEN, due: '2026-12-24' };
    expect(renewed(FIELDS, entered, WAITING, READ)).toMatchObject({ due: '2026-12-24', longer: '1' });
  });

  test('goes with the record that it was read of', () => {
    const shown = renewed(FIELDS, CHOSEN, WAITING, READ);
    const other = followed(FIELDS, shown, { ...shown, member: 'm2' }, new Set(['member']), READ);
    expect(other).toMatchObject({ member: 'm2', due: '', reminded_on: '' });
  });

  test.each<[string, Answer]>([
    ['the record', null],
    ['what the record refers to', { id: 'm1', category: null }],
    ['the value', { id: 'm1', category: { id: 'c1' } }],
  ])('is left to the product where its reader may not read %s', (_, answer) => {
    const draft = renewed(FIELDS, CHOSEN, WAITING, means(answer));
    expect(draft).toMatchObject({ due: '' });
    expect(isDefault(field('due'), FIELDS, draft, means(answer))).toBe(true);
  });
});
