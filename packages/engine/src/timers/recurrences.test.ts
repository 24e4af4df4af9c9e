import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, ListQuery } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

let story: Story;
let worker: Worker;
let cara: Actor;
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/rounds.md', import.meta.url), 'utf8')));
  cara = await story.actor('cara@example.com');
  worker = startWorker(story.engine, { onFault: (error) => expect.unreachable(String(error)) });
});
afterAll(async () => {
  await worker.stop();
  await story.end();
});

const make = (name: string, days: unknown) => story.engine.create(cara, 'Round', { name, days }, none);
const rule = (start: string, text: string) => `DTSTART;VALUE=DATE:${start}\nRRULE:${text}`;

describe('a field with repeating dates (3)', () => {
  test('has one form, and its next date is computed from it', async () => {
    const { record } = await make('Lifts', 'dtstart:20261202 rrule:freq=monthly;byday=1mo');
    expect(record).toMatchObject({ days: rule('20261207', 'FREQ=MONTHLY;BYDAY=1MO'), next_day: '2026-12-07' });
    const left = await make('Gauges', 'DTSTART:20261207 RRULE:FREQ=WEEKLY;COUNT=2 EXDATE:20261207,20261208');
    expect(left.record).toMatchObject({
      days: `${rule('20261207', 'FREQ=WEEKLY;BYDAY=MO;COUNT=2')}\nEXDATE;VALUE=DATE:20261207`,
      next_day: '2026-12-14',
    });
    const ended = await make('Pumps', 'DTSTART:20261101 RRULE:FREQ=DAILY;COUNT=3');
    expect(ended.record).toMatchObject({ next_day: null });
  });

  test.each([
    ['every Tuesday', 'recurrence', undefined],
    [5, 'recurrence', undefined],
    ['DTSTART:20261201T080000 RRULE:FREQ=DAILY', 'recurrenceTime', '20261201T080000'],
    ['DTSTART:20261201 RRULE:FREQ=DAILY;BYHOUR=8', 'recurrencePart', 'BYHOUR'],
    ['DTSTART:20261201 RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'recurrenceNone', undefined],
    ['DTSTART:20261201 RRULE:FREQ=DAILY;UNTIL=20261130', 'recurrenceUntil', undefined],
  ])('%s is refused', async (value, key, part) => {
    const refusal = await refusalOf(make('Wrong', value));
    expect(refusal.errors).toMatchObject([
      { field: 'days', message: { key, values: { label: 'Days', ...(part === undefined ? {} : { part }) } } },
    ]);
  });

  test('rules judge its dates, and messages say it in words', async () => {
    const refusal = await refusalOf(make('Often', 'DTSTART:20261201 RRULE:FREQ=DAILY'));
    expect(refusal.errors[0]?.message).toBe('every day is more than ten times a month.');
  });

  const listed = async (filters: ListQuery['filters']) => {
    const page = await story.engine.list(cara, 'Round', { ...WHOLE_LIST, filters });
    return page.items.map(({ _title }) => _title).toSorted();
  };

  test.each([
    ['one of its dates is within both bounds', { 'days.gte': '2026-12-02', 'days.lte': '2026-12-13' }, ['Lifts']],
    ['both bounds are meant', { 'days.gte': '2026-12-15', 'days.lte': '2026-12-15' }, ['Boilers']],
    ['neither bound is', { 'days.gt': '2026-12-15', 'days.lt': '2026-12-29' }, []],
    ['none on a day that is left out', { days: '2026-12-07' }, ['Lifts']],
    ['a day', { days: '2026-11-30' }, ['Gutters']],
    ['from a day on', { 'days.gte': '2026-12-01' }, ['Boilers', 'Gauges', 'Gutters', 'Lifts']],
    ['before a day', { 'days.lt': '2026-11-04' }, ['Pumps']],
    ['whether there are any', { 'pauses.null': 'false' }, []],
  ])('lists are filtered: %s', async (_, filters, titles) => {
    expect(await listed(Object.entries(filters).map(([key, value]) => ({ key, value })))).toEqual(titles);
  });

  test.each([
    ['days.in', '2026-11-30'],
    ['days.contains', 'TU'],
    ['days.gte', 'FREQ=DAILY'],
  ])('a filter %s=%s is refused', async (key, value) => {
    expect((await refusalOf(listed([{ key, value }]))).code).toBe('INVALID');
  });
});

/** 4: `every days at begins`. */
test.each([
  ['later on the day on which it entered', '10:30', 'WEEKLY;BYDAY=MO', '2027-02-01', ['09:29:59', '09:30:00']],
  ['not for a time that had passed', '09:30', 'WEEKLY;BYDAY=MO', '2027-02-08', ['08:29:59', '08:30:00']],
  [
    'at a time that is skipped in spring',
    '02:30',
    'YEARLY;BYMONTH=3;BYDAY=-1SU',
    '2027-03-28',
    ['01:29:59', '01:30:00'],
  ],
  ['at the later of two in autumn', '02:30', 'YEARLY;BYMONTH=10;BYDAY=-1SU', '2027-10-31', ['01:29:59', '01:30:00']],
])('a timer fires at its time of day: %s', async (name, begins, frequency, day, [before = '', then = '']) => {
  story.time.now = '2027-02-01T09:00:00.000000Z';
  const body = { name, begins, days: `DTSTART:20270101 RRULE:FREQ=${frequency}` };
  const { record } = await story.engine.create(cara, 'Round', body, none);
  const begun = async (now: string) => {
    story.time.now = `${day}T${now}.000000Z`;
    await worker.settle();
    return (await story.engine.read(cara, 'Round', record.id, { fields: null, expand: null })).record['begun'];
  };
  expect(await begun(before)).toBe(0);
  expect(await begun(then)).toBe(1);
});

/** 4: `every days`. Berlin is an hour before UTC in winter, two hours in summer. */
test('a timer fires once at the beginning of each date, and once for those that passed while nothing ran', async () => {
  story.time.now = '2027-02-01T10:00:00.000000Z';
  const { record } = await make('Filters', 'DTSTART:20270214 RRULE:FREQ=WEEKLY;BYDAY=SU');
  const done = async (now: string) => {
    story.time.now = now;
    await worker.settle();
    await worker.settle();
    return (await story.engine.read(cara, 'Round', record.id, { fields: null, expand: null })).record['done'];
  };
  expect(await done('2027-02-13T22:59:59.000000Z')).toBe(0);
  expect(await done('2027-02-13T23:00:00.000000Z')).toBe(1);
  expect(await done('2027-02-20T22:59:00.000000Z')).toBe(1);
  expect(await done('2027-02-20T23:00:00.000000Z')).toBe(2);
  // Four Sundays pass: 28 February, and 7, 14 and 21 March.
  expect(await done('2027-03-24T12:00:00.000000Z')).toBe(3);
  // The clocks are put forward on the night of the date itself.
  expect(await done('2027-03-27T22:59:59.000000Z')).toBe(3);
  expect(await done('2027-03-27T23:00:00.000000Z')).toBe(4);
  expect(await done('2027-04-03T22:00:00.000000Z')).toBe(5);
  await story.engine.update(
    cara,
    'Round',
    record.id,
    { days: 'DTSTART:20270501 RRULE:FREQ=DAILY;COUNT=1' },
    { ifMatch: '*' },
  );
  expect(await done('2027-04-30T21:59:59.000000Z')).toBe(5);
  expect(await done('2027-04-30T22:00:00.000000Z')).toBe(6);
  expect(await done('2028-04-30T22:00:00.000000Z')).toBe(6);
});
