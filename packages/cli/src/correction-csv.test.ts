import type { RecordToCorrect } from '@nonet/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctionCsv, readCorrectionCsv } from './correction-csv.ts';

const record = (value: string | null): RecordToCorrect => ({
  entity: 'Part',
  id: '0190',
  owner: null,
  field: 'remark',
  problem: '`Part.remark` is limited more tightly now: one record is beyond it',
  remedy: null,
  value,
});
const read = (text: string) => readCorrectionCsv(Buffer.from(text), 'f.csv');

test('any text that is written is read back unchanged', () => {
  const sign = fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\n', '\r', '\t', ' ', '1', 'a', '\ufeff');
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(sign).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (values) => {
      const { rows, isLocal } = read(correctionCsv(values.map(record)));
      expect(isLocal).toBe(false);
      const written = values.map((value) => {
        const { entity, id, field, problem } = record(value);
        return { entity, id, field, problem, value, new_value: '' };
      });
      expect(rows).toMatchObject(written);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-5 below', "'-5 below"],
  ['a;=1', "a;'=1"],
  ['-5.20', '-5.20'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
])('no spreadsheet runs %j', (value, cell) => {
  expect(correctionCsv([record(value)]).split('\r\n')[1]).toContain(`,${cell},`);
});

test('a file that a spreadsheet has saved with semicolons, other columns between them, is read', () => {
  const { rows, isLocal } = read('id;note;field;entity;new_value\r\n0190;mine;weight;Part;1,5\r\n');
  expect(isLocal).toBe(true);
  expect(rows).toEqual([
    { entity: 'Part', id: '0190', field: 'weight', problem: '', value: '', new_value: '1,5', line: 2 },
  ]);
});

test.each([
  ['entity,id,field\nPart,x,weight\n', 'f.csv lacks the column new_value: `nonet correct --output` writes them all.'],
  ['', 'f.csv lacks the columns entity, id, field, new_value'],
  ['entity,id,field,new_value\nPart,x\n', 'f.csv:2: The line has 2 cells, and the first one names 4 columns.'],
  ['entity,id,field,new_value\nPart,x,remark,"a\n', 'f.csv:2: The file is no CSV: a quotation mark is opened'],
  ['entity\tid\tfield\tnew_value\n', 'f.csv:1: The columns stand between tabs'],
])('%j is refused', (text, words) => {
  expect(() => read(text)).toThrow(words);
});
