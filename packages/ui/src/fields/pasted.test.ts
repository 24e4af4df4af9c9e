import type { FieldView } from '@nonet/client';
import { separatorsOf } from '@nonet/language';
import { expect, test } from 'vitest';
import { isBlock } from './is-block.ts';
import { cellsOf, draftOfCell, namedColumns } from './pasted.ts';

const field = (kind: string, more: Partial<FieldView> = {}) =>
  ({
    name: kind,
    label: kind.toUpperCase(),
    kind,
    scale: null,
    currency: null,
    choices: null,
    required: false,
    ...more,
  }) as FieldView;
const DUTCH = { locale: 'nl', separators: separatorsOf('nl'), currency: 'EUR', yes: 'Ja', no: 'Nee' };
const ENGLISH = { locale: 'en-GB', separators: separatorsOf('en-GB'), currency: 'EUR', yes: 'Yes', no: 'No' };

test.each([
  [
    'a\tb\nc\td\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\r\nb', [['a'], ['b']]],
  ['"two\nlines"\t"say ""hello"""', [['two\nlines', 'say "hello"']]],
  ['\t\n', [['', '']]],
  ['5" pipe\t3', [['5" pipe', '3']]],
])('the cells of %j', (text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
  expect(isBlock(text)).toBe(true);
});

test('a value with its line end is no block', () => {
  expect(['one', 'one\n', 'one\r\n'].map(isBlock)).toEqual([false, false, false]);
});

test.each([
  ['money', '€ 1.234,50', DUTCH, '1234.50'],
  ['money', '€1,234.50', ENGLISH, '1234.50'],
  ['integer', '1 200', ENGLISH, '1200'],
  ['percent', '12%', ENGLISH, '12'],
  ['date', '31-12-2026', DUTCH, '2026-12-31'],
  ['date', '2026-12-31', ENGLISH, '2026-12-31'],
  ['boolean', 'Ja', DUTCH, true],
  ['boolean', 'FALSE', ENGLISH, false],
  ['boolean', '', ENGLISH, null],
  ['text', ' a ', ENGLISH, 'a'],
])('%s: %j', (kind, cell, writing, draft) => {
  expect(draftOfCell(field(kind), cell, writing)).toEqual(draft);
});

test('a choice is named by its label or its name', () => {
  const colour = field('enum', { choices: [{ name: 'red', label: 'Rood' }] });
  expect(['rood', 'RED', 'blue'].map((cell) => draftOfCell(colour, cell, DUTCH))).toEqual(['red', 'red', 'blue']);
});

test('a first row of names says which columns come', () => {
  const fields = [field('text'), field('money')];
  expect(namedColumns(['MONEY', '', 'text'], fields)).toEqual([fields[1], null, fields[0]]);
  expect(namedColumns(['MONEY', '3'], fields)).toBe(null);
  expect(namedColumns(['', ''], fields)).toBe(null);
});
