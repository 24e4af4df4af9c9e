import { expect, test } from 'vitest';
import { writeTitle } from './title.ts';

test.each([
  ['a date', 'Visit of 2026-03-09', 'en-GB', 'Visit of 9 Mar 2026'],
  ['in another language', '2026-03-09: Bezoek', 'nl-NL', '9 mrt 2026: Bezoek'],
  ['from one day to another', '2026-12-30–2027-01-02', 'en-GB', '30 Dec 2026–2 Jan 2027'],
  ['an instant, on the reader’s clock', 'At 2026-07-01T22:30:00.000000Z', 'en-GB', 'At 2 Jul 2026, 00:30'],
  ['a number with a date in it', 'INV-2026-03-09', 'en-GB', 'INV-2026-03-09'],
  ['a date with a number behind it', '2026-03-09-4', 'en-GB', '2026-03-09-4'],
  ['no such day', '2026-02-30', 'en-GB', '2026-02-30'],
  ['no such month', '2026-13-01', 'en-GB', '2026-13-01'],
  ['nothing', '', 'en-GB', ''],
])('%s', (_, title, locale, written) => {
  expect(writeTitle(title, locale, 'Europe/Amsterdam')).toBe(written);
});
