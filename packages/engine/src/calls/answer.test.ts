import type { FieldType } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { plan } from '../fixtures/build.ts';
import { indexPlan } from '../plan-index.ts';
import { readAnswer } from './answer.ts';

const index = indexPlan(plan({}));
const read = (type: FieldType, text: string) =>
  readAnswer(index, { clause: '7.tell', answer: [{ name: 'part', type, required: true }] }, text);

describe('a number of an answer is what is written there', () => {
  test.each<[FieldType, string, string]>([
    [{ kind: 'decimal', precision: 24, scale: 4 }, '12345678901234567890.1234', '12345678901234567890.1234'],
    [{ kind: 'decimal', precision: 24, scale: 4 }, '0.1', '0.1'],
    [{ kind: 'money', currency: 'EUR' }, '90071992547409930.01', '90071992547409930.01'],
    [{ kind: 'integer' }, '9007199254740991', '9007199254740991'],
    [
      { kind: 'json' },
      '{"n": [12345678901234567890, 1e400, 1.5], "t": "12345678901234567890"}',
      '{"n":[12345678901234567890,1e400,1.5],"t":"12345678901234567890"}',
    ],
  ])('%o: %s', (type, written, value) => {
    expect(read(type, `{"part": ${written}}`)).toMatchObject({ ok: true, values: { part: { value } } });
  });
});

describe('a value that does not fit is reported, and never rounded', () => {
  test.each<[FieldType, string, RegExp]>([
    [{ kind: 'integer' }, '9007199254740993', /beyond what a whole number can hold/],
    [{ kind: 'decimal', precision: 6, scale: 2 }, '1.005', /at most 2 decimal places/],
    [{ kind: 'decimal', precision: 6, scale: 2 }, '1e1000000', /must be a number/],
    [{ kind: 'text' }, '12345678901234567890', /must be text/],
    [{ kind: 'json' }, `${'['.repeat(50_000)}${']'.repeat(50_000)}`, /not JSON that can be read/],
    [{ kind: 'json' }, '{"a": 1', /not JSON that can be read/],
  ])('%o', (type, written, problem) => {
    expect(read(type, `{"part": ${written}}`)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });
});
