import type { Screen } from '@nonet/language';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOfExample, startStory, type Story } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import type { Observed } from './observed.ts';

// A statement is compiled once and kept, and so are the texts of records: an answer that uses them hangs on the same
// tables as the first one, or nobody is told when it is another.

let story: Story;
beforeAll(async () => {
  story = await startStory(planOfExample('expenses'));
});
afterAll(async () => {
  await story?.end();
});

test.each(['dana@example.com', 'emma@example.com', 'finn@example.com'])(
  'what is asked again hangs on the same tables, for %s',
  async (email) => {
    const actor = await story.actor(email);
    const { engine } = story;
    const { roles } = engine.plan;
    const isFor = ({ for: who }: Screen) =>
      who !== null &&
      roles.some(({ name, given }) => who.includes(name) && (given.kind === 'signed in' || actor.roles.includes(name)));
    const observed = async () => {
      const found = new Map<string, readonly string[]>();
      const see = (what: string, { tables }: Observed<unknown>) => found.set(what, [...tables].toSorted());
      for (const { slug, kind, entity } of engine.plan.screens.filter(isFor)) {
        if (kind === 'dashboard') see(slug, await engine.observeDashboard(actor, slug));
        if (entity === null || (kind !== 'list' && kind !== 'board')) continue;
        const list = { ...WHOLE_LIST, screen: slug };
        see(`${slug}, listed`, await engine.observeList(actor, entity, list));
        see(`${slug}, sought`, await engine.observeList(actor, entity, { ...list, search: 'a', count: true }));
      }
      return found;
    };
    const first = await observed();
    expect(first.size).toBeGreaterThan(2);
    expect([...first.values()].every((tables) => tables.length > 0)).toBe(true);
    expect(await observed()).toEqual(first);
    expect(await observed()).toEqual(first);
  },
);
