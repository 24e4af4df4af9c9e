import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { advance, dueTime, isOverdue, timersOf } from './advance.ts';
import { insert } from './insert.ts';
import { lookUp } from './lookup.ts';
import { beginTransaction, touch } from './transaction.ts';
import { World } from './world.ts';

const REMINDERS = readFileSync(new URL('../../../engine/src/fixtures/reminders.md', import.meta.url), 'utf8');
const BRING = '| bring | lent | back | member | none | none |';

/** A loan that is due on a day, as the product has it at the last of these times, with these rows behind `remind` and `warn`. */
function lentUntil(
  due: string,
  rows: readonly string[],
  times: readonly string[] = ['2026-12-15T10:00:00Z'],
): Readonly<Record<string, unknown>> | undefined {
  const text = REMINDERS.replace('`due < today()`', 'none').replace(BRING, [BRING, ...rows].join('\n'));
  const transaction = beginTransaction(new World(lookUp(planOf(text), {}), '2026-11-20T10:00:00Z'), null, true);
  const id = insert(transaction, 'Loan', { who: 'Lena', due });
  const world = times.reduce((at, time) => advance(at, time).world, transaction.world);
  const { due: until, reminded, warned, status } = world.get(id)?.values ?? {};
  return { due: until, reminded, warned, status };
}

const ROWS = [
  '| lapse | lent | back | at due + 2 days | none | none |',
  '| forget | lent | back | at due + 2 days | none | `warned = 99` |',
  '| postpone | lent | same | at due + 1 day | `reminded == 0 and warned == 0` | `due = due + 8 days` |',
];

// 4: timers whose times have come meanwhile fire in the order of their times. The engine's test has the same cases.
test.each([
  ['an earlier one moves the time of those behind it', '2026-11-15', '2026-11-23', 1, 0, 'back'],
  ['of those of one time the first in the document fires', '2026-11-24', '2026-11-24', 1, 0, 'back'],
  ['what is not due yet does not fire', '2026-12-20', '2026-12-20', 1, 1, 'lent'],
])('%s', (_what, due, until, reminded, warned, status) => {
  expect(lentUntil(due, ROWS)).toEqual({ due: until, reminded, warned, status });
});

test.each([
  ['within the hour', '2026-12-15T10:30:00Z', 'lent'],
  ['after an hour', '2026-12-15T11:20:00Z', 'back'],
])('4: what a guard refuses is tried again after an hour: %s', (_when, then, status) => {
  const row = '| lapse | lent | back | at due + 2 days | `minute(now()) >= 15` | none |';
  expect(lentUntil('2026-12-10', [row], ['2026-12-15T10:00:00Z', then])).toMatchObject({ status });
});

test.each([
  ['no record is kept for a time', ''],
  ['its entity is', '| setting | is |\n| --- | --- |\n| kept for | 3 years after due |\n\n'],
])('4: a timer whose time has passed already is overdue where %s', (_what, settings) => {
  const row = '| lapse | lent | back | at due + 2 days | none | none |';
  const text = REMINDERS.replace(BRING, `${BRING}\n${row}`).replace('### Watcher', `${settings}### Watcher`);
  const transaction = beginTransaction(new World(lookUp(planOf(text), {}), '2026-11-20T10:00:00Z'), null, true);
  const id = insert(transaction, 'Loan', { who: 'Lena', due: '2026-11-01' });
  touch(transaction, id, 'Loan', 'create', 'create', '3.Loan');
  expect(isOverdue(transaction.world, transaction.touched.keys())).toBe(true);
});

const ROUNDS = readFileSync(new URL('../../../engine/src/fixtures/rounds.md', import.meta.url), 'utf8');

// 4: `every days at begins`. The engine's test has the same cases.
test.each([
  ['later on the day on which it entered', '10:30', 'WEEKLY;BYDAY=MO', '2027-02-01T09:30:00Z'],
  ['not for a time that had passed', '09:30', 'WEEKLY;BYDAY=MO', '2027-02-08T08:30:00Z'],
  ['at a time that is skipped in spring', '02:30', 'YEARLY;BYMONTH=3;BYDAY=-1SU', '2027-03-28T01:30:00Z'],
  ['at the later of two in autumn', '02:30', 'YEARLY;BYMONTH=10;BYDAY=-1SU', '2027-10-31T01:30:00Z'],
  ['never without a time', null, 'DAILY', null],
])('a timer on repeating dates comes %s', (_when, begins, frequency, due) => {
  const transaction = beginTransaction(new World(lookUp(planOf(ROUNDS), {}), '2027-02-01T09:00:00Z'), null, true);
  const days = `DTSTART;VALUE=DATE:20270101\nRRULE:FREQ=${frequency}`;
  const id = insert(transaction, 'Round', { name: 'Lifts', days, begins });
  const timer = timersOf(transaction.world).find(({ event }) => event.name === 'begin');
  expect(timer && dueTime(transaction.world, timer, id)).toBe(due);
});
