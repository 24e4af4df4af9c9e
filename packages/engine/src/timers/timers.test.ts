import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, planOfExample, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

let story: Story;
let workers: Worker[];
let emma: Actor;
let mo: Actor;
let travel: string;
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfExample('expenses'));
  [emma, mo] = (await Promise.all(['emma', 'mo'].map((name) => story.actor(`${name}@example.com`)))) as [Actor, Actor];
  travel = await story.find('category', 'name', 'Travel');
  workers = [1, 2].map(() => startWorker(story.engine, { onFault: (error) => expect.unreachable(String(error)) }));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await story.end();
});

const settle = () => Promise.all(workers.map((worker) => worker.settle()));
const claim = async () => {
  const line = { date: '2026-11-10', category: travel, description: 'Train to Utrecht', amount: '12.5' };
  return (
    await story.engine.create(
      emma,
      'Claim',
      { purpose: 'Visit', from: '2026-11-09', to: '2026-11-12', lines: [line] },
      none,
    )
  ).record;
};
const status = async (id: string) =>
  (await story.engine.read(emma, 'Claim', id, { fields: null, expand: null })).record.status;

test('`after` counts calendar days since the record entered its state, and fires once', async () => {
  const { id } = await claim();
  const submitted = await claim();
  await story.engine.fire(emma, 'Claim', submitted.id, 'submit', {}, none);
  // 180 days in Amsterdam lead into summer time: an hour earlier in UTC.
  story.time.now = '2027-05-20T08:59:59.000000Z';
  await settle();
  expect(await status(id)).toBe('draft');
  story.time.now = '2027-05-20T09:00:00.000000Z';
  await settle();
  expect(await status(id)).toBe('withdrawn');
  expect(await status(submitted.id)).toBe('submitted');
  const history = (await story.engine.history(emma, 'Claim', id)) as {
    action: string;
    by: unknown;
    from: string;
    to: string;
  }[];
  expect(history).toHaveLength(2);
  expect(history[0]).toMatchObject({ action: 'lapse', by: null, from: 'draft', to: 'withdrawn' });
});

test('a state entered anew counts anew', async () => {
  story.time.now = '2026-11-21T10:00:00.000000Z';
  const { id } = await claim();
  await story.engine.fire(emma, 'Claim', id, 'submit', {}, none);
  story.time.now = '2027-02-01T10:00:00.000000Z';
  await story.engine.fire(mo, 'Claim', id, 'reject', { rejection_reason: 'There is no receipt.' }, none);
  story.time.now = '2027-05-21T10:00:00.000000Z';
  await settle();
  expect(await status(id)).toBe('rejected');
  story.time.now = '2027-08-01T10:00:00.000000Z';
  await settle();
  expect(await status(id)).toBe('withdrawn');
});

test('a record that a guard refuses waits for a change or an hour, and delays nothing', async () => {
  const text = readFileSync(new URL('../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
  const guarded = await startStory(
    planOfDocument(
      text.replace('after DRAFT_KEPT | none |', 'after DRAFT_KEPT | `purpose != "Keep" or minute(now()) >= 15` |'),
    ),
  );
  const faults: string[] = [];
  const worker = startWorker(guarded.engine, { onFault: (error) => faults.push(String(error)) });
  const owner = await guarded.actor('emma@example.com');
  const category = await guarded.find('category', 'name', 'Travel');
  const draft = (purpose: string) =>
    guarded.engine.create(
      owner,
      'Claim',
      {
        purpose,
        from: '2026-11-09',
        to: '2026-11-12',
        lines: [{ date: '2026-11-10', category, description: 'Train', amount: '1' }],
      },
      none,
    );
  const kept = await draft('Keep');
  const other = await draft('Leave');
  await draft('Keep');
  guarded.time.now = '2027-08-01T10:00:00.000000Z';
  await worker.settle();
  await worker.settle();
  const states = async () =>
    (await guarded.engine.pool.query('select status from product.claim order by number')).rows.map(
      (row: { status: string }) => row.status,
    );
  expect(await states()).toEqual(['draft', 'withdrawn', 'draft']);
  guarded.time.now = '2027-08-01T10:30:00.000000Z';
  await worker.settle();
  expect(await states()).toEqual(['draft', 'withdrawn', 'draft']);
  expect(faults).toEqual([]);
  await guarded.engine.update(owner, 'Claim', kept.record.id, { purpose: 'No more' }, { ifMatch: '*' });
  await worker.settle();
  expect(await states()).toEqual(['withdrawn', 'withdrawn', 'draft']);
  guarded.time.now = '2027-08-01T11:20:00.000000Z';
  await worker.settle();
  expect(await states()).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
  expect(other.record.status).toBe('draft');
  await worker.stop();
  await guarded.end();
});

test('a timer that keeps the state fires once for each time, and again for a later time or after the state was entered again', async () => {
  const text = readFileSync(new URL('../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
  const rows = [
    '| nudge | draft | same | after 14 days | none | none | none | none |',
    '| remind | any except paid, withdrawn | same | at to + 1 day | none | none | none | none |',
    '| check | draft | same | at checked | none | none | `checked = checked + 7 days` | none |',
  ];
  const reminding = await startStory(
    planOfDocument(
      text
        .replace('| booking | text |', '| checked | date | by system, default today() + 7 days | |\n| booking | text |')
        .replace('| lapse | draft', `${rows.join('\n')}\n| lapse | draft`),
    ),
  );
  const worker = startWorker(reminding.engine, { onFault: (error) => expect.unreachable(String(error)) });
  const [owner, manager] = [await reminding.actor('emma@example.com'), await reminding.actor('mo@example.com')];
  const category = await reminding.find('category', 'name', 'Travel');
  const line = { date: '2026-11-19', category, description: 'Train', amount: '1' };
  const body = { purpose: 'Visit', from: '2026-11-19', to: '2026-11-30', lines: [line] };
  const { id } = (await reminding.engine.create(owner, 'Claim', body, none)).record;
  const until = async (day: string): Promise<string[]> => {
    reminding.time.now = `${day}T10:00:00.000000Z`;
    await worker.settle();
    const history = (await reminding.engine.history(owner, 'Claim', id)) as { action: string; by: unknown }[];
    return history.filter(({ by }) => by === null).map(({ action }) => action);
  };
  const change = (to: string) => reminding.engine.update(owner, 'Claim', id, { to }, { ifMatch: '*' });

  expect(await until('2026-11-30')).toEqual(['check']);
  expect(await until('2026-12-01')).toEqual(['remind', 'check']);
  expect(await until('2026-12-02')).toEqual(['remind', 'check']);
  await change('2026-11-25');
  expect(await until('2026-12-03')).toEqual(['remind', 'check']);
  await change('2026-12-10');
  // The times that passed meanwhile: a nudge on the 5th, checks on the 5th and the 12th, and the later time of the
  // reminder.
  expect((await until('2026-12-14')).toSorted()).toEqual(['check', 'check', 'check', 'nudge', 'remind', 'remind']);
  reminding.time.now = '2026-12-15T09:00:00.000000Z';
  await reminding.engine.fire(owner, 'Claim', id, 'submit', {}, none);
  expect((await until('2026-12-15')).filter((action) => action === 'remind')).toHaveLength(3);
  reminding.time.now = '2026-12-16T09:00:00.000000Z';
  await reminding.engine.fire(manager, 'Claim', id, 'reject', { rejection_reason: 'There is no receipt.' }, none);
  expect((await until('2026-12-16')).filter((action) => action === 'remind')).toHaveLength(4);
  await worker.stop();
  await reminding.end();
});

test('a timer repeats as often as its record says, however long that was not looked at; more often than each second, never', async () => {
  const text = readFileSync(new URL('../fixtures/reminders.md', import.meta.url), 'utf8');
  const plan = planOfDocument(
    text
      .replace('| due | date | |', '| due | date | |\n| rhythm | duration | |')
      .replace('every 3 days', 'every rhythm'),
  );
  const loans = await startStory(plan);
  const worker = startWorker(loans.engine, { onFault: (error) => expect.unreachable(String(error)) });
  const rhythms = ['PT0.000001S', 'PT0.9S', 'PT1S', 'PT1H', 'P1D', 'P1M', 'P1Y'];
  await loans.engine.pool.query(
    `insert into product.loan (who, due, reminded, warned, status, rhythm, _entered_at)
     select n, date '2025-02-01', 0, 0, 'lent', n::interval, timestamptz '2025-01-31T10:00Z' from unnest($1::text[]) n`,
    [rhythms],
  );
  const reminded = async (now: string) => {
    loans.time.now = now;
    await worker.settle();
    await worker.settle();
    const { rows } = await loans.engine.pool.query<{ who: string; reminded: number }>(
      'select who, reminded from product.loan',
    );
    return rhythms.map((rhythm) => rows.find(({ who }) => who === rhythm)?.reminded);
  };
  expect(await reminded('2026-11-21T10:00:00.500000Z')).toEqual([0, 0, 1, 1, 1, 1, 1]);
  expect(await reminded('2026-11-21T10:30:00.000000Z')).toEqual([0, 0, 2, 1, 1, 1, 1]);
  // Clocks were set back in October: an hour earlier by them.
  expect(await reminded('2026-11-22T10:00:00.000000Z')).toEqual([0, 0, 3, 2, 2, 1, 1]);
  expect(await reminded('2026-11-30T10:00:00.000000Z')).toEqual([0, 0, 4, 3, 3, 2, 1]);
  expect(await reminded('2027-01-31T10:00:00.000000Z')).toEqual([0, 0, 5, 4, 4, 3, 2]);
  await worker.stop();
  await loans.end();
});

test('a timer at a date that is empty does not fire, before the date is there and after it has gone', async () => {
  const text = readFileSync(new URL('../fixtures/reminders.md', import.meta.url), 'utf8');
  const loans = await startStory(
    planOfDocument(
      text
        .replace('| due | date | |', '| due | date | |\n| wanted | date | optional |')
        .replace(
          '| bring | lent |',
          '| recall | lent | same | at wanted + 1 day | none | `warned = 9` |\n| bring | lent |',
        ),
    ),
  );
  const worker = startWorker(loans.engine, { onFault: (error) => expect.unreachable(String(error)) });
  await loans.engine.pool.query(
    `insert into product.loan (who, due, wanted, reminded, warned, status, _entered_at)
     select who, '2027-01-01', wanted::date, 0, 0, 'lent', timestamptz '2026-11-20T10:00Z'
     from (values ('never', null), ('later', null), ('gone', '2026-11-23'), ('there', '2026-11-23')) as v (who, wanted)`,
  );
  const recalled = async (now: string) => {
    loans.time.now = now;
    await worker.settle();
    const { rows } = await loans.engine.pool.query<{ who: string }>(
      'select who from product.loan where warned = 9 order by who',
    );
    return rows.map(({ who }) => who);
  };
  expect(await recalled('2026-11-22T10:00:00.000000Z')).toEqual([]);
  await loans.engine.pool.query(`update product.loan set wanted = null where who = 'gone'`);
  expect(await recalled('2026-11-24T10:00:00.000000Z')).toEqual(['there']);
  await loans.engine.pool.query(`update product.loan set wanted = '2026-11-24' where who = 'later'`);
  expect(await recalled('2026-11-26T10:00:00.000000Z')).toEqual(['later', 'there']);
  await worker.stop();
  await loans.end();
});

test('timers whose times have come meanwhile fire in the order of their times', async () => {
  const text = readFileSync(new URL('../fixtures/reminders.md', import.meta.url), 'utf8');
  // At the same time, the first timer in the document fires first; its effects decide whether the others still fire.
  const rows = [
    '| bring | lent | back | member | none | none |',
    '| lapse | lent | back | at due + 2 days | none | none |',
    '| forget | lent | back | at due + 2 days | none | `warned = 99` |',
    '| postpone | lent | same | at due + 1 day | `reminded == 0 and warned == 0` | `due = due + 8 days` |',
  ];
  const loans = await startStory(
    planOfDocument(text.replace('`due < today()`', 'none').replace(rows[0] ?? '', rows.join('\n'))),
  );
  const worker = startWorker(loans.engine, { onFault: (error) => expect.unreachable(String(error)) });
  await loans.engine.pool.query(
    `insert into product.loan (who, due, reminded, warned, status, _entered_at)
     select who, due::date, 0, 0, 'lent', timestamptz '2026-11-20T10:00Z'
     from (values ('before all', '2026-11-15'), ('between', '2026-11-24'), ('behind all', '2026-12-20')) as v (who, due)`,
  );
  loans.time.now = '2026-12-15T10:00:00.000000Z';
  await worker.settle();
  const { rows: found } = await loans.engine.pool.query(
    'select who, due::text, reminded, warned, status from product.loan order by who',
  );
  expect(found).toEqual([
    { who: 'before all', due: '2026-11-23', reminded: 1, warned: 0, status: 'back' },
    { who: 'behind all', due: '2026-12-20', reminded: 1, warned: 1, status: 'lent' },
    { who: 'between', due: '2026-11-24', reminded: 1, warned: 0, status: 'back' },
  ]);
  await worker.stop();
  await loans.end();
});
