import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDuration, writeDuration } from './duration.ts';

describe('a duration', () => {
  test.each([
    ['P3D', 'en-GB', '3 days'],
    ['P1D', 'en-GB', '1 day'],
    ['PT1H30M', 'en-GB', '1 hr, 30 mins'],
    ['PT1H30M', 'nl', '1 uur, 30 min'],
    ['P1Y2M', 'nl', '1 jaar, 2 maanden'],
    ['P30D', 'nl', '30 dagen'],
    ['PT0S', 'en-GB', '0 secs'],
    ['-P2D', 'en-GB', '-2 days'],
    ['PT1.5S', 'en-GB', '1.5 secs'],
    ['soon', 'en-GB', 'soon'],
  ])('%s in %s reads %s', (iso, locale, words) => {
    expect(writeDuration(iso, locale)).toBe(words);
  });

  test.each([
    ['3 days', 'en-GB', 'P3D'],
    ['1h 30m', 'en-GB', 'PT1H30M'],
    ['1 hr, 30 mins', 'en-GB', 'PT1H30M'],
    ['1:30', 'en-GB', 'PT1H30M'],
    ['2 weken', 'nl', 'P2W'],
    ['1 uur, 30 min', 'nl', 'PT1H30M'],
    ['2 days', 'nl', 'P2D'],
    ['p3d', 'en-GB', 'P3D'],
    ['', 'en-GB', ''],
    ['soon', 'en-GB', 'soon'],
    ['3 days and a bit', 'en-GB', '3 days and a bit'],
    ['3 days 4 days', 'en-GB', '3 days 4 days'],
  ])('typed as %s in %s is %s', (typed, locale, iso) => {
    expect(readDuration(typed, locale)).toBe(iso);
  });

  test('is read back as it is written', () => {
    const count = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(
        fc.tuple(count, count, count, count),
        fc.constantFrom('en-GB', 'nl', 'de', 'fr'),
        (counts, locale) => {
          const [months, days, hours, minutes] = counts;
          const date = `${months ? `${months}M` : ''}${days ? `${days}D` : ''}`;
          const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}`;
          const iso = date + time === '' ? 'PT0S' : `P${date}${time === '' ? '' : `T${time}`}`;
          expect(readDuration(writeDuration(iso, locale), locale)).toBe(iso);
        },
      ),
    );
  });
});
