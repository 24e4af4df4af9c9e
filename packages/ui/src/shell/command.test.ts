import { expect, test } from 'vitest';
import { isMeant, readCommand } from './command.ts';

test.each([
  ['Approve EX-2026-00008', 'approve', 'EX-2026-00008'],
  ['approve exception ex-1', 'approve exception', 'ex-1'],
  ['approve', null, 'approve'],
  ['approval of costs', null, 'approval of costs'],
])('“%s” is %s of “%s”', (typed, verb, rest) => {
  expect(readCommand(typed, ['Approve', 'Approve exception', 'Pay'])).toEqual({ verb, rest });
});

test.each([
  ['EX-2026-00008: Lyon', 'ex-2026-00008', true],
  ['EX-2026-00008: Lyon', 'EX-2026', true],
  ['EX-2026-00008: Lyon', 'lyon', true],
  ['EX-2026-00008: Visit in Lyon', 'visit in lyon', true],
  ['EX-2026-00008: Lyon', 'yon', false],
  ['EX-2026-00008: Lyon', ' ', false],
])('%s is meant by “%s”: %s', (title, typed, meant) => {
  expect(isMeant(title, typed)).toBe(meant);
});
