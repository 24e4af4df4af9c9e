import { expect, test } from 'vitest';
import type { ExpectedCall } from '../reference/expected-call.ts';
import { Bindings } from './bindings.ts';
import { callsDifference } from './calls.ts';

const EXPECTED: ExpectedCall = {
  call: 'told',
  clause: '7.told',
  record: '@Task:1',
  method: 'POST',
  origin: { kind: 'constant', name: 'RECEIVER' },
  path: '/tasks/@Task:1?at=2026-03-16T09%3A00%3A00.000Z',
  headers: { 'x-about': 'task @Task:1', 'x-at': '2026-03-16T09:00:00.000Z' },
  body: { id: '@Task:1' },
  secret: null,
};
const RECEIVED = {
  method: 'POST',
  origin: 'RECEIVER',
  path: '/tasks/one?at=2026-03-16T09%3A00%3A00.000000Z',
  headers: { 'idempotency-key': 'k', 'x-about': 'task one', 'x-at': '2026-03-16T09:00:00Z' },
  body: { id: 'one' },
  text: '{"id":"one"}',
};

test.each<[what: string, changed: object, reason: string | null]>([
  ['as it must be', {}, null],
  [
    'to another path',
    { path: '/tasks/two' },
    `the call told (POST ${EXPECTED.path.replace('@Task:1', 'one')}) was not made; made were POST /tasks/two`,
  ],
  [
    'with the id of another record in a header',
    { headers: { ...RECEIVED.headers, 'x-about': 'task two' } },
    'the header x-about of told is task two',
  ],
  [
    'without a header',
    { headers: { 'idempotency-key': 'k', 'x-at': '2026-03-16T09:00:00Z' } },
    'the header x-about of told is undefined',
  ],
])('a call that came %s', (_what, changed, reason) => {
  const bindings = new Bindings();
  bindings.bind('@Task:1', 'one');
  expect(callsDifference(bindings, [EXPECTED], [{ ...RECEIVED, ...changed }], new Map())?.text ?? null).toBe(reason);
});

test.each<[paths: readonly string[], end: string]>([
  [[], ', and no other was'],
  [['/a', '/b', '/c', '/d', '/e'], '; made were POST /a, POST /b, POST /c, and 2 more'],
])('what was made in the place of a call: %j', (paths, end) => {
  const received = paths.map((path) => ({ ...RECEIVED, path }));
  const reason = callsDifference(new Bindings(), [{ ...EXPECTED, path: '/tasks' }], received, new Map());
  expect(reason?.text).toBe(`the call told (POST /tasks) was not made${end}`);
});

test('calls that are due at the same time have no order', () => {
  const both = ['one', 'two'].map((real, place) => {
    const of = (text: string) => text.replaceAll('@Task:1', `@Task:${place + 1}`);
    const body = { id: `@Task:${place + 1}`, note: `@Note:${place + 1}` };
    const call: ExpectedCall = { ...EXPECTED, path: '/tasks', headers: { 'x-about': of('@Task:1') }, body };
    const headers = { 'idempotency-key': real, 'x-about': real };
    const received = { ...RECEIVED, path: '/tasks', headers, body: { id: real, note: `note ${real}` } };
    return { call, received };
  });
  const bindings = new Bindings();
  bindings.bind('@Task:1', 'one');
  bindings.bind('@Task:2', 'two');
  const calls = both.map(({ call }) => call);
  const received = both.map(({ received: one }) => one);
  const keys = new Map<ExpectedCall, string>();
  expect(callsDifference(bindings, calls, received.toReversed(), keys)).toBe(null);
  expect([...keys.values()]).toEqual(['one', 'two']);
  expect(bindings.get('@Note:1')).toBe('note one');
  const same = received.map(() => received[1] ?? RECEIVED);
  expect(callsDifference(bindings, calls, same, new Map())?.text).toBe('in the body of told: id is "two", not @Task:1');
});
