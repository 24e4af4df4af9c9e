import fc from 'fast-check';
import { RRule, RRuleSet } from 'rrule';
import { describe, expect, test } from 'vitest';
import { nextOccurrence, occurrencesBetween, occurrencesOf, storedRecurrence } from './recurrence.ts';
import { readRecurrence, writeRecurrence } from './recurrence-text.ts';

const read = (text: string) => {
  const { recurrence, wrong } = readRecurrence(text);
  if (recurrence === null) throw new Error(`${wrong.why}: ${wrong.part}`);
  return recurrence;
};

describe('a recurrence has these dates (3)', () => {
  test.each([
    ['every second Tuesday', '20261201', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', ['2026-12-01', '2026-12-15', '2026-12-29']],
    [
      'from a day that is none of them',
      '20261202',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
      ['2026-12-15', '2026-12-29', '2027-01-12'],
    ],
    [
      'the last working day of each month',
      '20261101',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      ['2026-11-30', '2026-12-31', '2027-01-29'],
    ],
    [
      'each 1 May until 2028',
      '20260701',
      'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;UNTIL=20281231',
      ['2027-05-01', '2028-05-01'],
    ],
    ['the 31st, in months that have one', '20270131', 'FREQ=MONTHLY', ['2027-01-31', '2027-03-31', '2027-05-31']],
    ['29 February', '20240229', 'FREQ=YEARLY', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['the last day of the month', '20280131', 'FREQ=MONTHLY;BYMONTHDAY=-1', ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['three times', '20261231', 'FREQ=DAILY;COUNT=2', ['2026-12-31', '2027-01-01']],
    [
      'all but one that is left out',
      '20261201',
      'FREQ=WEEKLY;BYDAY=TU EXDATE:20261208',
      ['2026-12-01', '2026-12-15', '2026-12-22'],
    ],
    ['all but the first', '20261201', 'FREQ=DAILY;COUNT=4 EXDATE:20261201', ['2026-12-02', '2026-12-03', '2026-12-04']],
    ['Tuesdays and Fridays', '20261203', 'FREQ=WEEKLY;BYDAY=FR,TU', ['2026-12-04', '2026-12-08', '2026-12-11']],
  ])('%s', (_, start, rule, dates) => {
    const recurrence = read(`DTSTART;VALUE=DATE:${start}\nRRULE:${rule}`);
    expect(occurrencesOf(recurrence, '0001-01-01', '9999-12-31', 3)).toEqual(dates);
    expect(nextOccurrence(recurrence, dates[0] ?? '')).toBe(dates[1]);
  });
});

const JANUARY_TO_APRIL = Array.from({ length: 101 }, (_, day) =>
  new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', ''),
).join(',');

test.each([
  ['tomorrow', 'form', 'tomorrow'],
  ['DTSTART:20261201 RRULE:BYDAY=TU', 'form', 'BYDAY=TU'],
  ['DTSTART:20261201T090000 RRULE:FREQ=DAILY', 'time', '20261201T090000'],
  ['DTSTART:20261201 RRULE:FREQ=HOURLY', 'value', 'FREQ=HOURLY'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;BYHOUR=9', 'part', 'BYHOUR'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;BYDAY=TU', 'combination', 'BYDAY'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;INTERVAL=0', 'value', 'INTERVAL=0'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;COUNT=1001', 'value', 'COUNT=1001'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;COUNT=2;UNTIL=20270101', 'combination', 'UNTIL, COUNT'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;INTERVAL=2;INTERVAL=3', 'combination', 'INTERVAL, INTERVAL'],
  ['DTSTART:20261301 RRULE:FREQ=DAILY', 'value', 'DTSTART=20261301'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;UNTIL=20261101', 'until', 'UNTIL=20261101'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;UNTIL=20261202T000000Z', 'time', 'UNTIL=20261202T000000Z'],
  ['DTSTART:20261201 RRULE:FREQ=WEEKLY;BYDAY=2TU', 'combination', 'FREQ=WEEKLY, BYDAY=2TU'],
  ['DTSTART:20261201 RRULE:FREQ=WEEKLY;WKST=SU', 'value', 'WKST=SU'],
  ['DTSTART:20261201 RRULE:FREQ=MONTHLY;BYDAY=TU', 'combination', 'BYDAY=TU'],
  ['DTSTART:20261201 RRULE:FREQ=MONTHLY;BYDAY=1TU,2TU', 'combination', 'BYDAY=1TU,2TU'],
  ['DTSTART:20261201 RRULE:FREQ=MONTHLY;BYDAY=-2TU', 'value', 'BYDAY=-2TU'],
  ['DTSTART:20261201 RRULE:FREQ=MONTHLY;BYMONTHDAY=0', 'value', 'BYMONTHDAY=0'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY EXDATE:20261201T090000Z', 'time', 'EXDATE=20261201T090000Z'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY EXDATE:tomorrow', 'value', 'EXDATE=TOMORROW'],
  ['DTSTART:20261201 RRULE:FREQ=DAILY;COUNT=2 EXDATE:20261201,20261202', 'none', 'FREQ=DAILY;COUNT=2'],
  [`DTSTART:20260101 RRULE:FREQ=DAILY EXDATE:${JANUARY_TO_APRIL}`, 'exceptions', 'EXDATE'],
  ['DTSTART:20260301 RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'none', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
  [
    'DTSTART:20260301 RRULE:FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29',
    'none',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29',
  ],
] as const)('%s is refused', (text, why, part) => {
  expect(readRecurrence(text)).toEqual({ recurrence: null, wrong: { why, part } });
});

test.each([
  ['dates that are none of its own', 'EXDATE:20261202,20261224', ''],
  ['several lines, any order, twice', 'EXDATE:20261222 EXDATE;VALUE=DATE:20261208,20261222', '20261208,20261222'],
])('exceptions have one form: %s', (_, stated, dates) => {
  const text = `DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY;BYDAY=TU`;
  expect(writeRecurrence(read(`${text} ${stated}`))).toBe(dates === '' ? text : `${text}\nEXDATE;VALUE=DATE:${dates}`);
});

test('it is answered in one form', () => {
  const text = ' dtstart:20261202\r\nrrule:byday=+2tu;wkst=mo;interval=1;freq=monthly ';
  expect(writeRecurrence(read(text))).toBe('DTSTART;VALUE=DATE:20261208\nRRULE:FREQ=MONTHLY;BYDAY=2TU');
});

test('one without an end goes on for a hundred years', () => {
  const daily = read('DTSTART:20260101 RRULE:FREQ=DAILY');
  expect(nextOccurrence(daily, '2125-12-31')).toBe('2126-01-01');
  expect(nextOccurrence(daily, '2126-01-01')).toBeNull();
  expect(occurrencesBetween(daily, '2026-01-01', '2126-01-02')).toBeNull();
  const last = read('DTSTART:99991230 RRULE:FREQ=DAILY');
  expect(occurrencesOf(last, '0001-01-01', '9999-12-31', 9)).toEqual(['9999-12-30', '9999-12-31']);
  expect(nextOccurrence(last, '9999-12-31')).toBeNull();
});

const rules = fc.record({
  start: fc.integer({ min: 0, max: 30_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  rule: fc.oneof(
    fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY', 'FREQ=MONTHLY;BYMONTHDAY=-1'),
    fc
      .uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { minLength: 1 })
      .map((days) => `FREQ=WEEKLY;BYDAY=${days.join(',')}`),
    fc
      .tuple(fc.constantFrom(1, 2, 3, 4, 5, -1), fc.constantFrom('MO', 'TH', 'SU'))
      .map(([place, day]) => `FREQ=MONTHLY;BYDAY=${place}${day}`),
    fc.constantFrom(-1, 1, 3).map((place) => `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${place}`),
    fc.integer({ min: 1, max: 31 }).map((day) => `FREQ=YEARLY;BYMONTH=${(day % 12) + 1};BYMONTHDAY=${day}`),
    fc.integer({ min: 1, max: 12 }).map((month) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=-1FR`),
  ),
  interval: fc.integer({ min: 1, max: 5 }),
  ends: fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 30 }).map((count) => `;COUNT=${count}`),
  ),
  /** Which of its first dates are left out. */
  except: fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 5 }),
});

test('a library for RFC 5545 finds the same dates', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: -400, max: 4_000 }), ({ start, rule, interval, ends, except }, offset) => {
      const stated = `DTSTART:${start.replaceAll('-', '')} RRULE:${rule};INTERVAL=${interval}${ends}`;
      const whole = readRecurrence(stated).recurrence;
      const all = whole === null ? [] : occurrencesOf(whole, start, '9999-12-31', 40);
      const left = all.filter((_, at) => except.includes(at)).map((date) => date.replaceAll('-', ''));
      const found = readRecurrence(left.length === 0 ? stated : `${stated} EXDATE:${left.join(',')}`);
      fc.pre(found.recurrence !== null);
      const from = new Date(Date.parse(start) + offset * 86_400_000);
      const to = new Date(from.getTime() + 1_500 * 86_400_000);
      const written = writeRecurrence(found.recurrence);
      const options = RRule.parseString(/RRULE:(.*)/.exec(written)?.[1] ?? '');
      const library = new RRuleSet(true);
      library.rrule(new RRule({ ...options, dtstart: new Date(found.recurrence.start) }, true));
      for (const date of found.recurrence.except) library.exdate(new Date(date));
      const dates = library.between(from, to, true);
      const day = (date: Date) => date.toISOString().slice(0, 10);
      expect(occurrencesBetween(found.recurrence, day(from), day(to))).toEqual(dates.map(day));
      expect(read(written)).toEqual(found.recurrence);
      expect(storedRecurrence(written)).toEqual(found.recurrence);
    }),
  );
});
