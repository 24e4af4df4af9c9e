import type { GivenRequest, GivenView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { MOST_A_SECOND, messageLimit } from './message-limit.ts';
import { onlyDeclared, readMessage, undeclared } from './read-request.ts';

const GIVEN: GivenView = {
  address: '/api/-/given/plan',
  reads: [
    { entity: 'Seat', fields: ['number', 'status', 'guest.name'] },
    { entity: 'Row', fields: [] },
  ],
  does: [
    { entity: 'Seat', kind: 'event', name: 'take' },
    { entity: 'Seat', kind: 'update', name: 'note' },
    { entity: 'Row', kind: 'update', name: null },
    { entity: 'Row', kind: 'create', name: null },
  ],
};

describe('2: a message of a page is read value by value', () => {
  test.each<[string, unknown, unknown]>([
    ['no object', 'list', null],
    ['null', null, null],
    ['an array', [1], null],
    ['a number that is none', { ask: '1', request: {} }, null],
    ['a height', { height: 12.2 }, { kind: 'height', height: 13 }],
    ['a height beyond all bounds', { height: 1e12 }, { kind: 'height', height: 20_000 }],
    ['a height that is none', { height: Number.NaN }, null],
    [
      'an unknown method',
      { ask: 1, request: { method: 'erase', entity: 'Seat' } },
      { kind: 'ask', number: 1, request: null },
    ],
    [
      'a method of every object',
      { ask: 1, request: { method: 'toString', entity: 'Seat' } },
      { kind: 'ask', number: 1, request: null },
    ],
    [
      'a filter that is an object',
      { ask: 1, request: { method: 'list', entity: 'Seat', query: { filters: { row: {} } } } },
      { kind: 'ask', number: 1, request: null },
    ],
    [
      'values that are no object',
      { ask: 1, request: { method: 'create', entity: 'Row', values: [1] } },
      { kind: 'ask', number: 1, request: null },
    ],
    ['a value of a widget', { set: 'A1' }, { kind: 'set', value: 'A1' }],
    ['an object as the value of a widget', { set: { valueOf: 1 } }, null],
  ])('%s', (_, message, read) => expect(readMessage(message)).toEqual(read));

  test('nothing is read that a message inherits', () => {
    expect(readMessage(Object.create({ ask: 1, request: {} }))).toBeNull();
    const values: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
    const read = readMessage({ ask: 1, request: { method: 'create', entity: 'Row', values } });
    expect(read).toMatchObject({ kind: 'ask', request: { method: 'create' } });
    expect('polluted' in {}).toBe(false);
  });
});

describe('2: a page gets what its screen declares', () => {
  test.each<[GivenRequest, string | null]>([
    [{ method: 'list', entity: 'Seat', query: {} }, null],
    [
      {
        method: 'list',
        entity: 'Seat',
        query: { filters: { 'status.ne': 'free', 'guest.name': 'x' }, order: '-number' },
      },
      null,
    ],
    [{ method: 'list', entity: 'Seat', query: { filters: { price: '1' } } }, 'Seat.price'],
    [{ method: 'list', entity: 'Seat', query: { filters: { 'guest.email.contains': '@' } } }, 'Seat.guest.email'],
    [{ method: 'list', entity: 'Seat', query: { filters: { q: 'x' } } }, 'Seat.q'],
    [{ method: 'list', entity: 'Seat', query: { filters: { deleted: 'only' } } }, 'Seat.deleted'],
    [{ method: 'follow', entity: 'Seat', query: { order: 'number,price' } }, 'Seat.price'],
    [{ method: 'read', entity: 'User', id: '1' }, 'User'],
    [{ method: 'list', entity: '__proto__', query: {} }, '__proto__'],
    [{ method: 'create', entity: 'Row', values: {} }, null],
    [{ method: 'create', entity: 'Seat', values: {} }, 'Seat: create'],
    [{ method: 'delete', entity: 'Row', id: '1' }, 'Row: delete'],
    [{ method: 'update', entity: 'Seat', id: '1', values: { note: 'x' } }, null],
    [{ method: 'update', entity: 'Seat', id: '1', values: { note: 'x', price: 1 } }, 'Seat: update price'],
    [{ method: 'update', entity: 'Row', id: '1', values: { any: 1 } }, null],
    [{ method: 'fire', entity: 'Seat', id: '1', event: 'take', values: {} }, null],
    [{ method: 'fire', entity: 'Seat', id: '1', event: 'release', values: {} }, 'Seat: release'],
    [{ method: 'fire', entity: 'Row', id: '1', event: 'take', values: {} }, 'Row: take'],
  ])('%j', (request, beyond) => expect(undeclared(GIVEN, request)).toBe(beyond));

  test('an answer has the declared paths alone', () => {
    const record = {
      id: 7,
      _title: 'A1',
      number: 'A1',
      price: 3,
      guest: { id: 'g', _title: 'Ann', name: 'Ann', email: 'a@b.c' },
    };
    expect(onlyDeclared(record, ['number', 'guest.name'])).toEqual({
      id: '7',
      _title: 'A1',
      number: 'A1',
      guest: { id: 'g', _title: 'Ann', name: 'Ann' },
    });
  });
});

test('2: messages are counted by the second', () => {
  let now = 0;
  const isWithin = messageLimit(() => now);
  expect(Array.from({ length: MOST_A_SECOND }, isWithin).every(Boolean)).toBe(true);
  expect(isWithin()).toBe(false);
  now = 1000;
  expect(isWithin()).toBe(true);
});
