import type { EntityView, FieldView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { changesOf, draftOf, newValues, wireOf } from './drafts.ts';
import type { FieldEnvironment } from './field.ts';
import { fieldParts } from './fields.ts';

function field(name: string, kind: string, rest: Partial<FieldView> = {}): FieldView {
  return {
    name,
    kind,
    label: name,
    required: false,
    onCreate: true,
    onUpdate: true,
    defaultValue: null,
    defaultIsComputed: false,
    default: null,
    ...rest,
  } as FieldView;
}

const LINE = { name: 'Line', fields: [field('amount', 'money'), field('date', 'date')] } as EntityView;
const ENVIRONMENT: FieldEnvironment = { parts: fieldParts, entity: () => LINE };
const REFERENCE = { id: 'r1', _title: 'R' };

describe('between the wire and a form', () => {
  test.each([
    ['text', 'a', 'a', 'a'],
    ['text', null, '', null],
    ['integer', 3, '3', 3],
    ['money', '12.50', '12.50', '12.50'],
    ['percent', '0.21', '21', '0.21'],
    ['boolean', true, true, true],
    ['boolean', null, null, null],
    ['time', '09:30:00', '09:30:00', '09:30:00'],
    ['enum', 'low', 'low', 'low'],
    ['roles', ['a'], ['a'], ['a']],
    ['reference', REFERENCE, REFERENCE, 'r1'],
    ['file', { id: 'f', name: 'n' }, { id: 'f', name: 'n' }, 'f'],
    ['json', { a: 1 }, '{\n  "a": 1\n}', { a: 1 }],
    [
      'children',
      [{ id: 'l', _title: 't', amount: '1.00', date: null }],
      [{ id: 'l', amount: '1.00', date: '' }],
      [{ id: 'l', amount: '1.00', date: null }],
    ],
  ])('%s %j', (kind, wire, draft, back) => {
    const fields = [field('f', kind, { entity: 'Line' })];
    const held = draftOf(fields, { f: wire }, ENVIRONMENT);
    expect(held).toEqual({ f: draft });
    expect(wireOf(fields, held, ENVIRONMENT)).toEqual({ f: back });
  });

  test('a text that is no integer is sent as it was typed, so that the product refuses it', () => {
    expect(wireOf([field('f', 'integer')], { f: '1.5' }, ENVIRONMENT)).toEqual({ f: '1.5' });
  });

  test('a secret that was not entered is not sent', () => {
    expect(wireOf([field('f', 'secret')], { f: '' }, ENVIRONMENT)).toEqual({});
  });
});

describe('the body that a form sends', () => {
  const fields = [field('a', 'text'), field('b', 'text', { defaultValue: 'x' }), field('c', 'text')];
  const initial = draftOf(fields, null, ENVIRONMENT);

  test('a new record: what was entered, and null only where a default was cleared', () => {
    const sent = (entered: Record<string, string>) =>
      newValues(fields, fields, { ...initial, ...entered }, () => false, ENVIRONMENT);
    expect(sent({ a: 'n' })).toEqual({ a: 'n' });
    expect(sent({ b: '' })).toEqual({ b: null });
    expect(sent({ b: 'y' })).toEqual({ b: 'y' });
  });

  test('a change: only what differs', () => {
    expect(changesOf(fields, fields, initial, { ...initial, c: 'n' }, ENVIRONMENT)).toEqual({ c: 'n' });
  });

  test('a field that is no longer asked for is emptied (3, when)', () => {
    const asked = fields.filter(({ name }) => name !== 'b');
    expect(changesOf(fields, asked, initial, initial, ENVIRONMENT)).toEqual({ b: null });
  });
});
