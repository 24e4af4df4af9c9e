import { expect, test } from 'vitest';
import { stillSent } from './sent-texts.ts';

test.each<[rule: string, sent: readonly string[], arrived: string, left: readonly string[] | null]>([
  ['what was sent comes back', ['bolt'], 'bolt', []],
  ['it comes back after more was sent: what is typed stays', ['bo', 'bolt'], 'bo', ['bolt']],
  ['the address leaves out what was replaced at once', ['bo', 'bol', 'bolt'], 'bol', ['bolt']],
  ['filters are cleared, a view is opened', ['bolt'], '', null],
  ['somebody goes back', [], 'nut', null],
])('%s', (_rule, sent, arrived, left) => {
  expect(stillSent(sent, arrived)).toEqual(left);
});
