import type { FoundView, RecordView } from '@nonet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
const cookies = new Map<string, string>();
const SUBJECTS = ['Printer on fire', 'Fire', 'Crossfire', 'Fire drill', 'Café Ångström', 'The café is on fire'];

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  for (const name of ['mia', 'max']) cookies.set(name, await join(desk, `${name}@example.com`));
  cookies.set('agent', await join(desk, 'ann@example.com', ['agent']));
  for (const [place, subject] of SUBJECTS.entries()) await file(place % 2 === 0 ? 'mia' : 'max', subject);
});
afterAll(() => desk?.close());

const as = (who: string) => (cookies.has(who) ? { cookie: cookies.get(who) ?? '' } : {});

async function file(who: string, subject: string): Promise<RecordView> {
  const answer = await desk.ask('POST', '/api/tickets', { ...as(who), body: { subject } });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<RecordView>();
}

async function search(who: string, text: string): Promise<FoundView[]> {
  const answer = await desk.ask('GET', `/api/-/search?q=${encodeURIComponent(text)}`, as(who));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FoundView[]>();
}

const titles = async (who: string, text: string) =>
  (await search(who, text)).flatMap(({ items }) => items.map(({ _title }) => _title.replace(/^T-\d+ /, '')));

describe('/api/-/search finds the records that its reader may read, the best first', () => {
  test.each<[string, string, string, string[]]>([
    [
      'what is called so, then what begins so',
      'agent',
      'fire',
      ['Fire', 'Fire drill', 'Printer on fire', 'Crossfire', 'The café is on fire'],
    ],
    ['of what one reader may read', 'mia', 'fire', ['Printer on fire', 'Crossfire']],
    ['of what another may read', 'max', 'fire', ['Fire', 'Fire drill', 'The café is on fire']],
    ['words in any order, without accents', 'agent', 'fire cafe', ['The café is on fire']],
    ['a phrase', 'agent', '"on fire"', ['Printer on fire', 'The café is on fire']],
    ['a number', 'agent', 't-0005', ['Café Ångström']],
    ['the number of what its reader may not read', 'max', 't-0005', []],
    ['nothing', 'agent', ' ', []],
    ['for nobody', 'nobody', 'fire', []],
    ['what nobody may search: a text without a title or a list that searches it', 'agent', 'B1', []],
  ])('%s', async (_what, who, text, expected) => {
    expect(await titles(who, text)).toEqual(expected);
  });

  test('a record by its id', async () => {
    const { id } = await file('mia', 'Found by its id');
    expect(await titles('mia', id)).toEqual(['Found by its id']);
    expect(await titles('max', id)).toEqual([]);
  });

  test('of each entity so many, and says that there are more', async () => {
    for (let number = 1; number <= 6; number++) await file('max', `Flood ${number}`);
    const [found, ...others] = await search('max', 'flood');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ entity: 'Ticket', hasMore: true });
    expect(found?.items).toHaveLength(5);
  });

  test('another key is refused', async () => {
    expect((await desk.ask('GET', '/api/-/search?q=x&limit=9', as('mia'))).statusCode).toBe(400);
  });
});

test('the search over everything finds as many where a page of a list has fewer (MAX_PAGE_SIZE)', async () => {
  const agenda = await serve(planFrom('agenda.md'));
  try {
    const cookie = await join(agenda, 'mia@example.com');
    for (const subject of ['Attic 1', 'Attic 2', 'Attic 3', 'Attic 4'])
      await agenda.ask('POST', '/api/meetings', { cookie, body: { subject, begins: '2026-03-21T09:00:00Z' } });
    const [found] = (await agenda.ask('GET', '/api/-/search?q=attic', { cookie })).json<FoundView[]>();
    expect(found?.items).toHaveLength(4);
  } finally {
    await agenda.close();
  }
});
