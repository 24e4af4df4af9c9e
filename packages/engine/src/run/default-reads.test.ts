import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';

const none = { ifMatch: null };

let story: Story;
let ada: Actor;
let drill: string;
let crane: string;

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/hires.md', import.meta.url), 'utf8')));
  ada = await story.actor('ada@example.com');
  [drill, crane] = [await story.find('machine', 'name', 'Drill 1'), await story.find('machine', 'name', 'Crane 1')];
});
afterAll(() => story.end());

const create = async (entity: string, body: object) => (await story.engine.create(ada, entity, body, none)).record;

describe('3: a default reads the other values of its new record', () => {
  test.each<[string, object, object]>([
    ['through references', {}, { days: 3, deposit: '25.00' }],
    ['a default that another default gives', {}, { start: '2026-11-21', due: '2026-11-24', until: '2026-11-25' }],
    ['a value that was given', { start: '2026-12-01', days: 2 }, { due: '2026-12-03', until: '2026-12-04' }],
    [
      'a given value stays',
      { due: '2027-01-01', label: 'Mine' },
      { due: '2027-01-01', until: '2027-01-02', label: 'Mine' },
    ],
    ['what is left empty', {}, { remark: null, shout: null }],
    ['what is not left empty', { remark: 'hot' }, { shout: 'HOT' }],
  ])('%s', async (_, body, expected) => {
    expect(await create('Hire', { machine: drill, ...body })).toMatchObject(expected);
  });

  test('its number, and records without it', async () => {
    const before = await create('Hire', { machine: crane });
    const after = await create('Hire', { machine: crane });
    expect(after).toMatchObject({
      label: `${String(after.number)} Crane 1`,
      earlier: Number(before.earlier) + 1,
      deposit: '625.00',
    });
  });

  test('the owner of a child, also of one that is created with it', async () => {
    const hire = await create('Hire', { machine: drill, fees: [{}, { amount: '3.00' }] });
    expect(hire.fees).toMatchObject([
      { what: 'Hire of Drill 1', amount: '25.00' },
      { what: 'Hire of Drill 1', amount: '3.00' },
    ]);
  });

  test('what one statement writes, and what an effect creates', async () => {
    const hire = await create('Hire', { machine: drill });
    const returned = await create('Return', { hire: hire.id });
    expect(returned).toMatchObject({ late_from: hire.due });
    await story.engine.fire(ada, 'Return', returned.id, 'fine', {}, none);
    const fines = await story.engine.list(ada, 'Fine', WHOLE_LIST);
    expect(fines.items).toMatchObject([{ amount: '10.00', reason: `Late: ${String(hire.label)}` }]);
  });

  test('a value that is missing is reported by itself', async () => {
    const refusal = await refusalOf(story.engine.create(ada, 'Hire', {}, none));
    expect(refusal.errors.map(({ field, code }) => [field, code])).toEqual([['machine', 'REQUIRED']]);
  });

  test('it is not worked out again', async () => {
    const { record, etag } = await story.engine.create(ada, 'Hire', { machine: drill }, none);
    const body = { machine: crane, start: '2026-12-24' };
    const changed = await story.engine.update(ada, 'Hire', record.id, body, { ifMatch: etag });
    expect(changed.record).toMatchObject({ days: 3, due: '2026-11-24', deposit: '25.00' });
  });
});
