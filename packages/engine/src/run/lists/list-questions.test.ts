import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListQuery, Actor } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

const WORKSHOP = readFileSync(new URL('../../fixtures/workshop.md', import.meta.url), 'utf8').replace(
  '| price | money | default 5 | |',
  `| price | money | default 5 | |
| fitter | User | optional, clear | |
| off | Bike | optional, clear, among Bike where holder == this.fitter and not stolen | |`,
);
const none = { ifMatch: null };
let story: Story;
let cora: Actor;
let max: Actor;
let bikes: Record<string, string>;

const list = (actor: Actor, entity: string, query: Partial<ListQuery>) =>
  story.engine.list(actor, entity, {
    ...WHOLE_LIST,
    count: true,
    ...query,
  });

beforeAll(async () => {
  story = await startStory(planOfDocument(WORKSHOP));
  [cora, max] = (await Promise.all(['cora', 'max'].map((name) => story.actor(`${name}@example.com`)))) as [
    Actor,
    Actor,
  ];
  bikes = {};
  for (const [actor, name, stolen] of [
    [cora, 'Red', false],
    [cora, 'Gone', true],
    [max, 'Blue', false],
  ] as const) {
    const body = { name, stolen, ...(stolen ? { police_report: 'PR-1' } : {}) };
    bikes[name] = (await story.engine.create(actor, 'Bike', body, none)).record.id;
  }
});
afterAll(() => story.end());

describe('for=E.field: what a reference may be set to (3, among)', () => {
  const names = async (query: Partial<ListQuery>, actor = max) => {
    const page = await list(actor, 'Bike', query);
    expect(page.count).toBe(page.items.length);
    return page.items.map((item) => String(item.name)).sort((one, other) => one.localeCompare(other));
  };
  const value = (key: string, text: string | null) => [{ key, value: text ?? '' }];

  test.each<[string, () => Partial<ListQuery>, string[]]>([
    ['without it, everything that may be read', () => ({}), ['Blue', 'Gone', 'Red']],
    ['what the condition holds for', () => ({ for: 'Job.bike' }), ['Blue', 'Red']],
    ['with filters', () => ({ for: 'Job.bike', filters: value('name', 'Red') }), ['Red']],
    ["by the form's values", () => ({ for: 'Part.off', filters: value('this.fitter', cora.userId) }), ['Red']],
    ["by the form's empty value", () => ({ for: 'Part.off', filters: value('this.fitter', null) }), []],
    ['not narrowed while a value is not given', () => ({ for: 'Part.off' }), ['Blue', 'Gone', 'Red']],
  ])('%s', async (_what, query, expected) => {
    expect(await names(query())).toEqual(expected);
  });

  test("with the actor's rights: never more than may be read", async () => {
    expect(await names({ for: 'Job.bike' }, cora)).toEqual(await names({ filters: value('stolen', 'false') }, cora));
  });

  test.each<[string, Partial<ListQuery>, string]>([
    ['an unknown field', { for: 'Job.bikes' }, 'for'],
    ['an unknown entity', { for: 'Jobs.bike' }, 'for'],
    ['a path', { for: 'Part.job.bike' }, 'for'],
    ['a field that refers to other records', { for: 'Bike.serviced_by' }, 'for'],
    ['a field that is no reference', { for: 'Bike.name' }, 'for'],
    ['nothing', { for: '' }, 'for'],
    ['a value that is not asked for', { for: 'Job.bike', filters: value('this.wish', 'x') }, 'this.wish'],
    ['a value without a field', { filters: value('this.fitter', 'x') }, 'this.fitter'],
    ['a value of another type', { for: 'Part.off', filters: value('this.fitter', 'x') }, 'this.fitter'],
  ])('%s is INVALID', async (_what, query, field) => {
    expect(await refusalOf(list(max, 'Bike', query))).toMatchObject({ code: 'INVALID', errors: [{ field }] });
  });
});

describe('can=event: which events are possible for each item, as in /can', () => {
  test('by who asks, by state and by guard', async () => {
    const request = (wish: string, hours: string | null) =>
      story.engine
        .fire(cora, 'Job', null, 'request', { bike: bikes.Red, wish }, none)
        .then(({ record }) =>
          story.engine.pool.query('update product.job set hours = $2 where id = $1', [record.id, hours]),
        );
    await request('Brakes', null);
    await request('A new frame', '20');
    const [planned] = (await list(max, 'Job', { filters: [{ key: 'wish', value: 'Brakes' }] })).items;
    await story.engine.fire(max, 'Job', planned?.id ?? '', 'plan', {}, none);

    for (const actor of [cora, max, await story.actor('olga@example.com')]) {
      const events = ['plan', 'finish', 'touch', 'open_question'];
      const page = await list(actor, 'Job', { can: events.join(','), order: 'wish' });
      for (const [place, item] of page.items.entries()) {
        const can = (await story.engine.can(actor, 'Job', item.id)) as { events: Record<string, { may: boolean }> };
        expect(page.can?.[place]).toEqual(events.filter((event) => can.events[event]?.may === true));
      }
    }
    const { items, can } = await list(max, 'Job', { can: 'plan,finish', order: 'wish', fields: 'wish' });
    expect(items.map((item, place) => [item.wish, can?.[place]])).toEqual([
      ['A new frame', ['plan']],
      ['Brakes', ['finish']],
    ]);
    expect((await list(max, 'Job', {})).can).toBeNull();
  });

  test.each([['plans'], ['request'], ['plan,'], ['']])('%j is INVALID', async (can) => {
    expect(await refusalOf(list(max, 'Job', { can }))).toMatchObject({ code: 'INVALID', errors: [{ field: 'can' }] });
  });
});
