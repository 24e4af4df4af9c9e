import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';

/** 3: addresses and telephone numbers that a default or an effect gives are judged when their record is saved. */

const none = { ifMatch: null };

let story: Story;
let ada: Actor;

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/firms.md', import.meta.url), 'utf8')));
  ada = await story.actor('ada@example.com');
});
afterAll(() => story.end());

const create = (body: object) => story.engine.create(ada, 'Firm', body, none);
const errorsOf = async (work: Promise<unknown>) =>
  (await refusalOf(work)).errors.map(({ field, code, clause }) => [field, code, clause]);

test.each<[string, object, unknown]>([
  ['a text that is no address', { title: 'Smith' }, [['mail', 'NO_MATCH', '3.Firm.mail']]],
  [
    'two of them',
    { title: 'Smith and sons' },
    [
      ['mail', 'NO_MATCH', '3.Firm.mail'],
      ['site', 'NO_MATCH', '3.Firm.site'],
    ],
  ],
  ['what is given stands for itself', { title: 'Smith and sons', mail: null }, [['site', 'NO_MATCH', '3.Firm.site']]],
])('a default: %s', async (_, body, errors) => {
  expect(await errorsOf(create(body))).toEqual(errors);
});

test('a default that is an address is kept', async () => {
  expect((await create({ title: 'smith@example.com' })).record).toMatchObject({
    mail: 'smith@example.com',
    site: 'https://example.com/smith@example.com',
  });
});

test('an effect: a number is kept, and another text refused', async () => {
  const fired = async (title: string) => {
    const { record } = await create({ title, mail: null, site: 'https://example.com/' });
    return story.engine.fire(ada, 'Firm', record.id, 'shut', {}, none);
  };
  expect(await errorsOf(fired('Smith'))).toEqual([['phone', 'NO_MATCH', '3.Firm.phone']]);
  expect((await fired('+31 20 555 0100')).record).toMatchObject({ phone: '+31 20 555 0100' });
});
