import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateTimeTyping } from './typed-datetime.ts';
import { readTime, timePatternOf, timePatternText, timeTyping, writeTime } from './typed-time.ts';
import { rangeOf, unitAt, writtenOf } from './typing.ts';

const LETTERS = { day: 'd', month: 'm', year: 'y', hour: 'h', minute: 'm' };
const LOCALES = ['en-GB', 'en-US', 'en-001', 'nl-NL', 'fi-FI', 'da-DK', 'ko-KR', 'zh-TW', 'ar-EG', 'fr-CA', 'el-GR'];

test.each([
  ['en-GB', 'hh:mm'],
  ['en-US', 'h:mm AM'],
  ['en-CA', 'h:mm a.m.'],
  ['da-DK', 'hh.mm'],
  ['fr-CA', 'hh:mm'],
  ['zh-TW', '上午 h:mm'],
])('in %s times are typed as %s', (locale, text) => {
  expect(timePatternText(timePatternOf(locale), LETTERS)).toBe(text);
});

test.each([
  ['en-GB', '9:30', '09:30:00'],
  ['en-GB', '09.30', '09:30:00'],
  ['en-GB', '0930', '09:30:00'],
  ['en-GB', '21:30:15', '21:30:15'],
  ['en-GB', '21:30:15.25', '21:30:15.25'],
  ['en-GB', '9:30 pm', '21:30:00'],
  ['en-US', '9:30 PM', '21:30:00'],
  ['en-US', '9:30', '09:30:00'],
  ['en-US', '21:30', '21:30:00'],
  ['en-US', '12:00 am', '00:00:00'],
  ['en-US', '12:00 p.m.', '12:00:00'],
  ['en-US', '9p', '21:00:00'],
  ['zh-TW', '下午 9:30', '21:30:00'],
  ['fr-CA', '9 h 30', '09:30:00'],
  // Not a time, or an incomplete one.
  ['en-GB', '9', '9'],
  ['en-GB', '930', '930'],
  ['en-GB', '9:3', '9:3'],
  ['en-GB', '24:00', '24:00'],
  ['en-GB', '9:60', '9:60'],
  ['en-US', '13:00 PM', '13:00 PM'],
  ['en-GB', 'noon', 'noon'],
  ['en-GB', '9:30 ago', '9:30 ago'],
  ['en-GB', '', ''],
])('in %s “%s” is read as “%s”', (locale, typed, read) => {
  expect(readTime(typed, timePatternOf(locale), false)).toBe(read);
});

test('whole hours, and three digits, are a time once the input ends', () => {
  const pattern = timePatternOf('en-GB');
  expect(['9', '21', '930', '9:3', '99'].map((typed) => readTime(typed, pattern, true))).toEqual([
    '09:00:00',
    '21:00:00',
    '09:30:00',
    '9:3',
    '99',
  ]);
});

test('what is written is read back, in every locale', () => {
  const times = fc
    .integer({ min: 0, max: 86_399 })
    .map((second) => new Date(second * 1000).toISOString().slice(11, 19));
  fc.assert(
    fc.property(times, fc.constantFrom(...LOCALES), (time, locale) => {
      const pattern = timePatternOf(locale);
      expect(readTime(writeTime(time, pattern), pattern, false)).toBe(time);
    }),
  );
});

describe('a date and time', () => {
  const typing = dateTimeTyping('en-GB', 'Europe/Amsterdam', LETTERS);
  test.each([
    ['21/11/2026 09:30', '2026-11-21T08:30:00.000Z'],
    ['21/11/2026, 9:30 pm', '2026-11-21T20:30:00.000Z'],
    ['1/7/26 0930', '2026-07-01T07:30:00.000Z'],
    ['21 11 2026 09 30', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T09:30', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00Z'],
    ['21/11/2026', '21/11/2026'],
    ['21/11/2026 25:00', '21/11/2026 25:00'],
    ['tomorrow', 'tomorrow'],
    // The clocks are put forward at two.
    ['29/3/2026 02:30', '2026-03-29T02:30:00'],
  ])('“%s” is read as “%s”', (typed, read) => {
    expect(typing.read(typed, false)).toBe(read);
  });

  test('a day that was typed to its end needs its time', () => {
    expect(typing.read('21/11/26', true)).toBe('2026-11-21');
    expect(writtenOf(typing.parts('2026-11-21'))).toBe('21/11/2026');
  });

  test('a written time is read back, also in an ambiguous hour', () => {
    const seconds = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2100, 0) / 1000 });
    // Around the hour in which the clocks are put back, in both zones.
    const autumn = fc.integer({ min: Date.UTC(2026, 9, 24, 22) / 1000, max: Date.UTC(2026, 10, 1, 8) / 1000 });
    const zones = fc.constantFrom('Asia/Tokyo', 'Europe/Amsterdam', 'America/New_York');
    fc.assert(
      fc.property(fc.oneof(seconds, autumn), fc.constantFrom(...LOCALES), zones, (second, locale, zone) => {
        const instant = new Date(second * 1000).toISOString();
        const clocks = dateTimeTyping(locale, zone, LETTERS);
        expect(clocks.read(writtenOf(clocks.parts(instant)), false)).toBe(instant);
      }),
    );
  });

  test('an ambiguous hour is read as the earlier one, or as the one with the named offset', () => {
    expect(typing.read('25/10/2026 02:30', true)).toBe('2026-10-25T00:30:00.000Z');
    expect(typing.read('25/10/2026 02:30 cet', true)).toBe('2026-10-25T01:30:00.000Z');
    expect(writtenOf(typing.parts('2026-10-25T01:30:00.000Z'))).toBe('25/10/2026 02:30 CET');
    expect(typing.read('25/11/2026 02:30 CEST', true)).toBe('25/11/2026 02:30 CEST');
  });

  test('a time that the clocks skip is no instant, and moves on from there', () => {
    const skipped = typing.read('29/03/2026 02:30', true);
    expect(skipped).toBe('2026-03-29T02:30:00');
    expect(writtenOf(typing.parts(skipped))).toBe('29/03/2026 02:30');
    expect(typing.moved('2026-03-28T01:30:00.000Z', 'day', 1)).toBe(skipped);
    expect(typing.moved(skipped, 'day', 1)).toBe('2026-03-30T00:30:00.000Z');
  });
});

describe('the unit at the cursor is moved', () => {
  const british = dateTimeTyping('en-GB', 'Europe/Amsterdam', LETTERS);
  test.each([
    ['day', 1, '01/12/2026 09:30'],
    ['month', 3, '28/02/2027 09:30'],
    ['year', -1, '30/11/2025 09:30'],
    ['hour', 15, '01/12/2026 00:30'],
    ['minute', -31, '30/11/2026 08:59'],
  ] as const)('%s by %i: %s', (unit, steps, written) => {
    const moved = british.moved('2026-11-30T08:30:00.000Z', unit, steps);
    expect(writtenOf(british.parts(moved))).toBe(written);
  });

  test('an hour after a change of the clocks is an hour later', () => {
    const moved = british.moved('2026-03-29T00:30:00.000Z', 'hour', 1);
    expect(writtenOf(british.parts(moved))).toBe('29/03/2026 03:30');
  });

  test('a time of day stays within its day', () => {
    const american = timeTyping('en-US', 'UTC', LETTERS);
    expect(american.moved('23:59:30.5', 'minute', 1)).toBe('00:00:30.5');
    expect(american.moved('09:30:00', 'half', 1)).toBe('21:30:00');
    expect(american.moved('00:00:00', 'hour', -1)).toBe('23:00:00');
  });

  test('which one stands at a place, and where', () => {
    const parts = british.parts('2026-11-30T08:30:00.000Z');
    const at = [0, 2, 3, 5, 10, 11, 13, 14, 16].map((place) => unitAt(parts, place)?.unit);
    expect(at).toEqual(['day', 'day', 'day', 'month', 'year', 'year', 'hour', 'hour', 'minute']);
    expect(rangeOf(parts, 'hour')).toEqual([11, 13]);
    expect(rangeOf(parts, 'half')).toBeNull();
    expect(unitAt(british.parts('tomorrow'), 3)).toBeNull();
  });
});
