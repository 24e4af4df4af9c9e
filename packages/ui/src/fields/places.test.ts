import type { FieldProblem, FieldView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { en } from '../words/en.ts';
import { followPath, placedMessage, placeProblems } from './places.ts';

const field = (name: string, label: string) => ({ name, label }) as FieldView;
const FIELDS = [
  { field: field('purpose', 'Purpose'), below: null },
  { field: field('lines', 'Lines'), below: [field('date', 'Date'), field('amount', 'Amount')] },
  { field: field('tags', 'Tags'), below: null },
];
const problem = (path: string | null): FieldProblem => ({ field: path, code: 'C', message: 'M', clause: null });

describe('the input that a problem is about', () => {
  test.each([
    ['purpose', 'purpose', null, 'Purpose'],
    ['lines', 'lines', null, 'Lines'],
    ['lines.1', 'lines.1', null, 'Lines, row 2'],
    ['lines.1.amount', 'lines.1.amount', 'Lines, row 2', 'Amount'],
    // Errors of fields that the row does not show are at the row.
    ['lines.1.claim', 'lines.1', null, 'Lines, row 2'],
    ['lines.amount', 'lines.amount', 'Lines', 'Amount'],
    ['tags.0', 'tags', null, 'Tags'],
  ])('%s: %s, which is called %s %s', (path, input, within, label) => {
    const { placed, others } = placeProblems([problem(path)], FIELDS, en);
    expect(placed).toMatchObject([{ path: input, within, label }]);
    expect(others).toEqual([]);
  });

  test.each([null, 'owner', ''])('%s belongs to none of them', (path) => {
    expect(placeProblems([problem(path)], FIELDS, en)).toEqual({ placed: [], others: [problem(path)] });
  });

  test.each([
    ['purpose', 'Purpose is required.', 'Purpose is required.'],
    ['purpose', 'Purposeless.', 'Purpose: Purposeless.'],
    ['purpose', 'Fill in Purpose.', 'Fill in Purpose.'],
    ['purpose', 'Say why.', 'Purpose: Say why.'],
    ['lines.1.amount', 'Amount is required.', 'Lines, row 2: Amount is required.'],
    [
      'lines.1.amount',
      'Amount: this choice is not possible here.',
      'Lines, row 2: Amount: this choice is not possible here.',
    ],
    ['lines.1.amount', 'Too much.', 'Lines, row 2, Amount: Too much.'],
    ['lines.1', 'There is no such entry.', 'Lines, row 2: There is no such entry.'],
  ])('%s: the label is named once (%s)', (path, message, expected) => {
    const { placed } = placeProblems([{ ...problem(path), message }], FIELDS, en);
    expect(placed.map(placedMessage)).toEqual([expected]);
  });

  test('they come in the order of the form', () => {
    const paths = ['tags', 'lines.10.date', 'lines.2.amount', 'lines.2.date', 'lines.2', 'lines', 'purpose'];
    const { placed } = placeProblems(paths.map(problem), FIELDS, en);
    expect(placed.map(({ path }) => path)).toEqual(paths.toReversed());
  });
});

describe('the later place of an entry', () => {
  const [one, two, three] = [
    { _row: '1', amount: '1' },
    { _row: '2', amount: '2' },
    { id: 'c', amount: '3' },
  ];
  const before = { purpose: 'P', lines: [one, two, three] };

  test.each([
    ['purpose', { ...before, purpose: 'Q' }, { path: 'purpose', untouched: false }],
    ['purpose', { ...before, lines: [] }, { path: 'purpose', untouched: true }],
    ['lines', { ...before, lines: [one] }, { path: 'lines', untouched: false }],
    ['lines.2.amount', { ...before, lines: [two, three] }, { path: 'lines.1.amount', untouched: true }],
    ['lines.1.amount', { ...before, lines: [{ ...two, amount: '5' }] }, { path: 'lines.0.amount', untouched: false }],
    ['lines.1', { ...before, lines: [{ ...two, amount: '5' }] }, { path: 'lines.0', untouched: false }],
    ['lines.0.amount', { ...before, lines: [two, three] }, null],
  ])('%s', (path, now, found) => {
    expect(followPath(path, before, now)).toEqual(found);
  });
});
