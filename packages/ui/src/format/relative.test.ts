import { expect, test } from 'vitest';
import { relativeTime } from './relative.ts';

/** One in the afternoon in Berlin. */
const NOW = Date.parse('2026-11-26T12:00:00Z');
const READER = { locale: 'en', timeZone: 'Europe/Berlin' };

test.each([
  ['2026-11-26T11:59:30Z', 'now'],
  ['2026-11-26T11:58:00Z', '2 minutes ago'],
  ['2026-11-26T09:30:00Z', '2 hours ago'],
  ['2026-11-25T13:00:00Z', '23 hours ago'],
  ['2026-11-25T11:00:00Z', 'yesterday'],
  // 37 hours ago; it is another day on the reader's clocks.
  ['2026-11-24T22:30:00Z', '2 days ago'],
  ['2026-11-24T23:30:00Z', 'yesterday'],
  ['2026-11-28T12:00:00Z', 'in 2 days'],
  ['2026-11-10T12:00:00Z', '2 weeks ago'],
  ['2024-11-10T12:00:00Z', '2 years ago'],
])('%s is %s', (instant, text) => {
  expect(relativeTime(instant, READER, NOW)).toBe(text);
});
