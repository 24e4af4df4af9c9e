import type { FieldProblem, RecordView, ScreenView } from '@nonet/client';
import { expect, test } from 'vitest';
import { refusedRows } from './refused-rows.ts';

const record = {
  id: 'r',
  _title: '',
  lines: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
  notes: [{ id: 'n' }],
} as unknown as RecordView;
const related = ['lines', 'notes', 'hidden'].map((field) => ({
  field,
  columns: [],
})) as unknown as ScreenView['related'];
const problem = (rows?: string[]) =>
  ({ field: 'lines', code: 'X', message: '', clause: null, ...(rows ? { rows } : {}) }) as FieldProblem;

test.each([
  ['none is named', [problem()], []],
  ['each once, by its place', [problem(['c', 'a']), problem(['a'])], ['lines 0', 'lines 2']],
  ['what is not on the screen is left out', [problem(['b', 'elsewhere'])], ['lines 1']],
] as const)('of the rows of a refusal, %s', (_, problems, rows) => {
  expect(refusedRows(problems, related, record).map(({ list, place }) => `${list} ${place}`)).toEqual(rows);
});
