import type { EntityView, FieldView, RecordView, RuleView } from '@nonet/client';
import { checkDocument } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { createFormat } from '../format/format.ts';
import { en } from '../words/en.ts';
import * as judge from './broken-rules.ts';
import { brokenChecks, type Filled } from './checks.ts';
import { fieldParts } from './fields.ts';

const DOCUMENT = `# Specification: Trips

## 3. Entities and their fields

### Trip

| field | type | rules |
| --- | --- | --- |
| name | text | 2..10 |
| from | date | |
| to | date | |
| note | text | optional |
| phone | text | optional |
| budget | money | optional |
| lines | list of Line | |
| owner | User | default user |
| status | state | |

### Line

| field | type | rules |
| --- | --- | --- |
| cost | money | |
| paid | boolean | optional |

## 4. States and transitions

### Trip.status

| state | kind |
| --- | --- |
| open | initial |
| closed | final |

| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| close | open | closed | not shown | \`until > from or budget != null and budget < 50\` | budget, until date |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| ORDER | Trip | \`to >= from\` | BAD |
| REACH | Trip | \`phone != null or note != null\` | BAD |
| WITHIN | Trip | \`budget == null or sum(lines.cost) <= budget\` | BAD |
| OWN | Trip | \`owner == user\` | BAD |
| SMALL | Line | \`cost < 100\` | BAD |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| BAD | 422 | No. | ORDER, REACH, WITHIN, OWN, SMALL |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;
const { plan } = checkDocument({ path: 'trips.md', text: DOCUMENT }, () => {
  throw new Error('It includes nothing.');
});
if (!plan) throw new Error('The document has errors.');

const rulesOf = (entity: string) =>
  plan.rules.flatMap(({ name, condition, ...rule }) =>
    rule.entity === entity && condition
      ? [{ clause: name, fields: [...rule.fields], holds: condition, message: [`${name}.`] } satisfies RuleView]
      : [],
  );
const closing = plan.states[0]?.events[0]?.transitions[0]?.when;
if (!closing) throw new Error('The document has a guard.');
const GUARD: RuleView = { clause: 'SURE', fields: ['until'], holds: closing, message: ['SURE.'] };
const field = (name: string, kind: string, rest: Partial<FieldView> = {}) =>
  ({
    name,
    kind,
    label: name,
    required: true,
    minimum: null,
    maximum: null,
    scale: null,
    currency: null,
    onCreate: true,
    ...rest,
  }) as FieldView;
const LINE = [field('cost', 'money', { maximum: '1000' }), field('paid', 'boolean', { required: false })];
const TRIP = [
  field('name', 'text', { minimum: '2', maximum: '10' }),
  field('from', 'date'),
  field('to', 'date'),
  field('note', 'text', { required: false }),
  field('phone', 'text', { required: false }),
  field('budget', 'money', { required: false }),
  field('lines', 'children', { entity: 'Line' }),
];
const entity = (name: string, fields: FieldView[]) =>
  ({
    name,
    fields,
    rules: rulesOf(name).map((rule) => ({ ...rule, on: ['create', 'update'] })),
  }) as unknown as EntityView;
const ENTITIES: Record<string, EntityView> = { Trip: entity('Trip', TRIP), Line: entity('Line', LINE) };
const BY = {
  words: en,
  format: createFormat({ locale: 'en', timeZone: 'UTC', currency: 'EUR' }),
  environment: { parts: fieldParts, entity: (name: string | null) => ENTITIES[name ?? ''] as EntityView },
  judge,
  user: null,
  settings: { timeZone: 'UTC', workingDays: [], holidays: [], currency: 'EUR', rewordings: {} },
};
const ASKED = TRIP.map((each) => ({ field: each, below: each.kind === 'children' ? LINE : null }));
const DRAFT = { name: 'Rome', from: '2026-05-02', to: '2026-05-01', note: '', phone: '', budget: '', lines: [] };

function broken(filled: Partial<Filled> & { entered: ReadonlySet<string> }) {
  const form = { asked: ASKED, hidden: [], draft: DRAFT, record: null, typing: null, rules: rulesOf('Trip') };
  return brokenChecks({ entity: BY.environment.entity('Trip'), ...form, ...filled }, BY);
}

describe('of a form', () => {
  test.each([
    ['what nobody has touched is not held against them', ['name'], DRAFT, {}],
    ['a rule of what was entered', ['to'], DRAFT, { to: 'ORDER.' }],
    ['not by what is no date yet', ['to'], { ...DRAFT, from: '2/5' }, {}],
    ['what is required and was emptied', ['name'], { ...DRAFT, name: '' }, { name: 'name is required.' }],
    ['a rule of what was emptied', ['phone'], DRAFT, { phone: 'REACH.' }],
    [
      'rules of the rows, by their place',
      ['lines'],
      { ...DRAFT, lines: [{ cost: '1' }, { cost: '100' }] },
      { 'lines.1.cost': 'SMALL.' },
    ],
    [
      'rules over the rows',
      ['budget'],
      { ...DRAFT, budget: '5', lines: [{ cost: '6', paid: null }] },
      { budget: 'WITHIN.' },
    ],
    [
      'not over a row that is not whole',
      ['budget'],
      { ...DRAFT, budget: '5', lines: [{ cost: '6' }, { cost: '' }] },
      {},
    ],
    [
      'nor over one that is beyond its limit',
      ['budget', 'lines'],
      { ...DRAFT, budget: '5', lines: [{ cost: '1001' }] },
      { 'lines.0.cost': 'cost must be at most €1,000.00.' },
    ],
    // Its owner is set by a default, which the form does not have.
    ['not by what the form does not have', ['name', 'note'], { ...DRAFT, note: 'n' }, {}],
  ])('%s', (_, entered, draft, expected) => {
    expect(broken({ entered: new Set(entered), draft })).toEqual(expected);
  });

  test('a field that is no longer asked for counts as empty', () => {
    const hidden = TRIP.filter(({ name }) => name === 'note');
    const record = { id: 't', _title: 'T', note: 'n' };
    const asked = ASKED.filter((each) => !hidden.includes(each.field));
    expect(broken({ entered: new Set(['phone']), asked, hidden, record })).toMatchObject({ phone: 'REACH.' });
  });
});

describe('of the dialog of an event', () => {
  const [BUDGET, LINES] = ['budget', 'lines'].map((name) => ASKED.find((each) => each.field.name === name));
  if (!BUDGET || !LINES) throw new Error('The trip has both.');
  const stored: RecordView = {
    id: 't',
    _title: 'T',
    from: '2026-05-02',
    budget: '50',
    lines: [{ id: 'l', cost: '40' }],
  };

  test.each([
    ['a rule of what is asked and what is stored', BUDGET, { budget: '30' }, stored, { budget: 'WITHIN.' }],
    ['not without the rows, as a list shows a record', BUDGET, { budget: '30' }, { id: 't', _title: 'T' }, {}],
    [
      'the child that is added stands among the others',
      LINES,
      { lines: { cost: '11', paid: null } },
      stored,
      // The only one of the rule's fields that the form asks for.
      { lines: 'WITHIN.' },
    ],
    [
      'the rules of the child itself',
      LINES,
      { lines: { cost: '100', paid: null } },
      { id: 't', _title: 'T' },
      { 'lines.cost': 'SMALL.' },
    ],
  ])('%s', (_, asked, draft, record, expected) => {
    expect(broken({ entered: new Set([asked.field.name]), asked: [asked], draft, record })).toEqual(expected);
  });

  test.each([
    ['what is asked and not stored', { budget: '60', until: '2026-05-02' }, { until: 'SURE.' }],
    ['not before it is there', { budget: '60', until: '' }, { until: 'until is required.' }],
    ['not where it holds', { budget: '60', until: '2026-05-03' }, {}],
    ['not where another row holds', { budget: '40', until: '2026-05-02' }, {}],
  ])('a guard of %s', (_, draft, expected) => {
    const until = { field: field('until', 'date'), below: null };
    const asked = [BUDGET, until];
    expect(broken({ entered: new Set(['budget', 'until']), asked, draft, record: stored, rules: [GUARD] })).toEqual(
      expected,
    );
  });
});
