import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { RunningEngine } from '../running-engine.ts';
import type { Actor } from '../engine.ts';
import { planOfDocument, type Story } from '../fixtures/story.ts';
import { type Edit, editedTrips, fireTimers, startTrips, TRIPS } from '../fixtures/trips.ts';

let story: Story;
let lena: Actor;
beforeEach(async () => {
  ({ story, lena } = await startTrips());
});
afterEach(() => story.end());

const start = (text: string, change: 'newer' | 'any' = 'newer'): Promise<RunningEngine> =>
  createEngine({ plan: planOfDocument(text), pool: story.engine.pool, clock: () => story.time.now, change });
const rows = async (sql: string) =>
  (await story.engine.pool.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row).join(' '));
const trips = (columns: string) => rows(`select ${columns} from product.trip order by title`);
const views = () => rows(`select screen, name, state->'filters' from nonet.saved_view order by 1, 2`);
const filters = async () =>
  (
    await story.engine.pool.query<{ f: unknown }>(`select state->'filters' as f from nonet.saved_view order by screen`)
  ).rows.map(({ f }) => f);
/** Everything that is stored, except the list of versions. */
async function hash(): Promise<string> {
  const tables = ['product.trip', 'product."user"', 'nonet.saved_view', 'nonet.api_token', 'nonet.outbound_call'];
  const keys = ['nonet.repeated_timer', 'nonet.scheduled_call', 'nonet.number_counter'];
  const parts = [];
  for (const table of [...tables, ...keys])
    parts.push([table, await rows(`select to_jsonb(t)::text from ${table} t order by 1`)]);
  return JSON.stringify(parts, null, 1);
}

describe('a former name of', () => {
  test('a choice', async () => {
    const engine = await start(editedTrips([['enum(rail, bus, air)', 'enum(train (By train) was rail, bus, air)']]));
    expect(engine.migration.steps).toContain('choice Trip.kind.train was rail');
    expect(await trips('title, kind')).toEqual(['a train', 'b bus', 'c air']);
    expect(await filters()).toEqual([{ 'kind.in': 'train,air', status: 'stuck' }, { kind: 'bus' }]);
    const history = await engine.history(lena, 'Trip', (await trips('id'))[0] ?? '');
    expect(JSON.stringify(history)).toContain('"train"');
    expect(JSON.stringify(history)).not.toContain('"rail"');
  });

  test('a call: its queued ones are called so', async () => {
    const before = await rows('select id, state from nonet.outbound_call order by 1');
    expect(before).toHaveLength(2);
    const engine = await start(editedTrips([['#### tell\n', '#### notify (was: tell)\n']]));
    expect(await rows('select distinct call, clause from nonet.outbound_call')).toEqual(['notify 7.notify']);
    expect(await rows('select id, state from nonet.outbound_call order by 1')).toEqual(before);
    expect(engine.migration.effects).toEqual([]);
  });

  test('a screen: its saved views are found, and the tokens of its calendar open it', async () => {
    const engine = await start(editedTrips([['### Mine `/mine`', '### Of mine `/of-mine` (was: Mine)']]));
    expect(await rows('select screen from nonet.saved_view order by 1')).toEqual(['all', 'of_mine']);
    expect(await rows('select screen from nonet.api_token')).toEqual(['of_mine']);
    expect(engine.migration.effects.filter((line) => line.includes('gone'))).toEqual([]);
  });

  test('a constant: nothing is stored under it, and nothing is said to be gone', async () => {
    const engine = await start(
      editedTrips([
        ['MOST', 'LONGEST'],
        [
          '| name | value |\n| --- | --- |\n| TARGET_URL | env TARGET_URL |',
          '| name | value | was |\n| --- | --- | --- |\n| TARGET_URL | env TARGET_URL | |',
        ],
        ['| LONGEST | 40 |', '| LONGEST | 40 | MOST |'],
      ]),
    );
    expect(engine.migration.effects.filter((line) => /gone|new/.test(line))).toEqual([]);
  });
});

describe('several parts that become one', () => {
  test('states and choices become one, with their records, history and timers', async () => {
    const merged = editedTrips([
      [
        '| state | kind |\n| --- | --- |\n| draft | initial |\n| sent | |\n| stuck | |',
        '| state | kind | was |\n| --- | --- | --- |\n| draft | initial | |\n| open | | sent, stuck |',
      ],
      ['| done | final |', '| done | final | |'],
      ['| send | draft | sent |', '| send | draft | open |'],
      [/\| hold .*\n/, ''],
      ['| ask | sent |', '| ask | open |'],
      [/\| poke .*\n/, ''],
      [
        '| event | from | to | by | then |\n| --- | --- | --- | --- | --- |',
        '| event | from | to | by | then | was |\n| --- | --- | --- | --- | --- | --- |',
      ],
      ['reminded = reminded + 1 |', 'reminded = reminded + 1 | poke |'],
      ['| clerk | |', '| clerk | | |'],
      ['| boss | |', '| boss | | |'],
      ['| finish | sent, stuck |', '| finish | open |'],
      ['enum(rail, bus, air)', 'enum(ground was rail and bus, air)'],
    ]);
    expect(await trips('status, reminded')).toEqual(['sent 1', 'stuck 1', 'draft 0']);
    const engine = await start(merged);
    expect(await trips('title, status, kind')).toEqual(['a open ground', 'b open ground', 'c draft air']);
    // Both have been reminded for these days, and are not reminded once more for the new name.
    expect(await rows('select distinct clause from nonet.repeated_timer')).toEqual(['4.Trip.status.ask']);
    expect(await rows('select count(*)::int from nonet.repeated_timer')).toEqual(['2']);
    expect(await fireTimers(engine)).toBe(0);
    expect(await filters()).toEqual([{ 'kind.in': 'ground,air', status: 'open' }, { kind: 'ground' }]);
    const history = JSON.stringify(await engine.history(lena, 'Trip', (await trips('id'))[1] ?? ''));
    expect(history).toContain('"open"');
    expect(history).not.toMatch(/"(sent|stuck|poke|bus)"/);
    expect((await start(merged)).migration.kind).toBe('unchanged');
  });

  test('roles and screens become one', async () => {
    const text = editedTrips([
      [/### Mine [^#]*/, ''],
      ['### All `/all`', '### All `/all` (was: Mine)'],
      ['clerk, boss |', 'clerk |'],
      [
        '| role | is given to |\n| --- | --- |\n| clerk | assigned |\n| boss | assigned |',
        '| role | is given to | was |\n| --- | --- | --- |\n| clerk | assigned | boss |',
      ],
      ['| done | boss |', '| done | clerk |'],
      ['| may | clerk | boss |\n| --- | --- | --- |', '| may | clerk |\n| --- | --- |'],
      ['| yes | yes |', '| yes |'],
      ['| no | no |', '| no |'],
    ]);
    await start(text);
    expect(await rows('select roles from product."user" where roles is not null')).toEqual(['clerk']);
    expect(await rows('select roles from nonet.api_token')).toEqual(['clerk']);
    expect(await rows('select screen, name, role from nonet.saved_view order by name')).toEqual([
      'all Mine clerk',
      'all Mine (2) clerk',
    ]);
  });
});

describe('two names are swapped', () => {
  const SWAPS: Readonly<Record<string, readonly Edit[]>> = {
    fields: [
      ['| origin | text | |', '| origin | text | was target |'],
      ['| target | text | |', '| target | text | was origin |'],
    ],
    choices: [['enum(rail, bus, air)', 'enum(rail was air, bus, air was rail)']],
    states: [
      [
        '| state | kind |\n| --- | --- |\n| draft | initial |\n| sent | |\n| stuck | |',
        '| state | kind | was |\n| --- | --- | --- |\n| draft | initial | |\n| sent | | stuck |\n| stuck | | sent |',
      ],
      ['| done | final |', '| done | final | |'],
    ],
    screens: [
      ['### All `/all`', '### All `/all` (was: Mine)'],
      ['### Mine `/mine`', '### Mine `/mine` (was: All)'],
    ],
    roles: [
      [
        '| role | is given to |\n| --- | --- |\n| clerk | assigned |\n| boss | assigned |',
        '| role | is given to | was |\n| --- | --- | --- |\n| clerk | assigned | boss |\n| boss | assigned | clerk |',
      ],
    ],
  };

  test.each<[what: string, read: () => Promise<unknown>, expected: unknown]>([
    ['fields', () => trips('title, origin, target'), ['a a to a from', 'b b to b from', 'c c to c from']],
    ['choices', () => trips('kind'), ['air', 'bus', 'rail']],
    ['states', () => trips('status'), ['stuck', 'sent', 'draft']],
    ['screens', views, ['all Mine [object Object]', 'mine Mine [object Object]']],
    ['roles', () => rows('select roles from nonet.api_token'), ['clerk,boss']],
  ])('%s, once, and back', async (what, read, expected) => {
    const before = await hash();
    const text = editedTrips(SWAPS[what] ?? []);
    await start(text);
    expect(await read()).toEqual(expected);
    const after = await hash();
    // Another change of the document, which still says so.
    await start(text.replace('| MOST | 40 |', '| MOST | 41 |'));
    expect(await hash()).toBe(after);
    await start(TRIPS, 'any');
    expect(await hash()).toBe(before);
  });
});

test('a name that is given to something new says `was none`', async () => {
  await start(
    editedTrips([['| origin | text | |', '| start | text | was origin |\n| origin | text | optional, was none |']]),
  );
  expect(await trips('start, origin')).toEqual(['a from ', 'b from ', 'c from ']);
});
