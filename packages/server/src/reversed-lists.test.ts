import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

/** A reversed list is answered as far as a page of a list may go, 3 here; `_more` names those that hold more (3, 9). */
let clubs: TestServer;
let member: string;
let boss: string;
const ids: Record<string, string> = {};

type Answer = Record<string, unknown>;

beforeAll(async () => {
  clubs = await serve(planFrom('clubs.md'));
  member = await join(clubs, 'mia@example.com');
  boss = await join(clubs, 'bea@example.com', ['boss']);
  for (const name of ['Many', 'Few', 'None', 'Shut'])
    ids[name] = await create('/api/clubs', { name, open: name !== 'Shut' });
  for (let round = 1; round <= 5; round += 1) {
    await play('Many', round, { guests: [ids['None']] });
    await play('Shut', round);
    if (round <= 3) await play('Few', round, { secret: round === 3 });
  }
  await play('Few', 4);
});
afterAll(() => clubs?.close());

async function create(url: string, body: unknown): Promise<string> {
  const answer = await clubs.ask('POST', url, { cookie: boss, body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

const play = (club: string, round: number, more: Answer = {}) =>
  create('/api/matches', { club: ids[club], round, guests: [], scores: [{ points: round }, { points: 0 }], ...more });

async function read(url: string, cookie = member): Promise<Answer> {
  const answer = await clubs.ask('GET', url, { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}

const club = (name: string, query: string, cookie = member) => read(`/api/clubs/${ids[name]}?${query}`, cookie);
const rounds = (list: unknown) => (list as { round: number }[] | undefined)?.map(({ round }) => round);

describe('the first records of a reversed list, in its order', () => {
  test.each([
    ['more than a page', 'Many', 'expand=matches', () => member, [5, 4, 3], ['matches']],
    ['a page, and what the reader may not read', 'Few', 'expand=matches', () => member, [4, 2, 1], []],
    ['the same for whoever reads it all', 'Few', 'expand=matches', () => boss, [4, 3, 2], ['matches']],
    ['none', 'None', 'expand=matches', () => member, [], []],
    ['some fields of each', 'Many', 'fields=matches.round', () => member, [5, 4, 3], ['matches']],
    ['a list that the reader may not read', 'Shut', 'expand=matches', () => member, undefined, []],
    ['the same for somebody else', 'Shut', 'expand=matches', () => boss, [5, 4, 3], ['matches']],
  ] as const)('%s', async (_, name, query, cookie, found, more) => {
    const answer = await club(name, query, cookie());
    expect({ found: rounds(answer['matches']), more: answer['_more'] }).toEqual({ found, more });
  });

  test('as ids, by a reference and by a many', async () => {
    const { matches, _more } = await club('Many', 'fields=matches');
    expect([(matches as unknown[]).length, _more]).toEqual([3, ['matches']]);
    const friends = await club('None', 'fields=friends,matches');
    expect([(friends['friends'] as number[]).every(Number.isInteger), friends['_more']]).toEqual([true, ['friends']]);
  });

  test('owned children are part of their record, and whole; a record without reversed lists has no _more', async () => {
    const { matches } = await club('Many', 'expand=matches');
    for (const match of matches as Answer[])
      expect([(match['scores'] as unknown[]).length, '_more' in match]).toEqual([2, false]);
    expect(await club('Many', 'fields=name')).not.toHaveProperty('_more');
    expect(await club('Many', '')).not.toHaveProperty('_more');
  });

  test('in each record of a list, and through references', async () => {
    const { items } = await read('/api/clubs?order=name&expand=matches&limit=3&name.in=Many,None');
    expect((items as Answer[]).map(({ _more }) => _more)).toEqual([['matches'], []]);
    const through = await read(`/api/matches?club=${ids['Many']}&fields=club.matches&limit=1`);
    expect((through['items'] as { club: { matches: unknown[]; _more: unknown } }[]).map(({ club: of }) => of)).toEqual([
      expect.objectContaining({
        matches: [expect.anything(), expect.anything(), expect.anything()],
        _more: ['matches'],
      }),
    ]);
  });
});

test('the rest is a list: filtered by what refers there', async () => {
  const first = await read(`/api/matches?club=${ids['Many']}&count=exact&limit=3`);
  expect([first['count'], rounds(first['items'])]).toEqual([5, [5, 4, 3]]);
  const rest = await read(`/api/matches?club=${ids['Many']}&limit=3&cursor=${String(first['next'])}`);
  expect([rest['next'], rounds(rest['items'])]).toEqual([null, [2, 1]]);
  const guests = await read(`/api/matches?guests=${ids['None']}&count=exact&limit=1`);
  expect(guests['count']).toBe(5);
});

test('an ETag covers what is answered: of what lies beyond, whether there is any', async () => {
  const url = `/api/clubs/${await create('/api/clubs', { name: 'Growing' })}?fields=name,matches`;
  ids['Growing'] = url.split(/[/?]/)[3] ?? '';
  const tags: unknown[] = [];
  for (const round of [9, 8, 7, 6, 5]) {
    await play('Growing', round);
    tags.push((await clubs.ask('GET', url, { cookie: member })).headers.etag);
  }
  // The fourth makes it more than a page; the fifth changes nothing in the answer.
  expect([new Set(tags).size, tags[3] === tags[4]]).toEqual([4, true]);
});

test('an export has all of it', async () => {
  const headers = { accept: 'text/csv' };
  const answer = await clubs.ask('GET', '/api/clubs?fields=name,matches&name=Many', { cookie: boss, headers });
  expect(answer.body.trim().split('\n').at(-1)?.split(';').length, answer.body).toBe(5);
});

test('the description says where the rest is', async () => {
  const { components } = await read('/api/openapi.json');
  const { properties } = (components as { schemas: Record<string, { properties: Record<string, Answer> }> }).schemas[
    'Club'
  ] as { properties: Record<string, Answer> };
  expect(properties['matches']?.['description']).toBe('Its first 3; all of them: GET /api/matches?club={id}.');
  expect(properties['_more']).toEqual({
    type: 'array',
    items: { type: 'string', enum: ['matches', 'friends'] },
    description: 'Where reversed lists are answered: those of them that hold more records than are answered.',
  });
});
