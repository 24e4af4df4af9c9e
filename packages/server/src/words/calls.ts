import { seed } from '@nonet/engine';
import { EXACT_CALL_SETTINGS, EXACT_CALL_ACTIONS, EXACT_CALL_PARTS, LIST_WORDS } from '@nonet/language';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { cookieOf, serve } from '../fixtures/serve.ts';
import type { Case, Json, Words } from './world.ts';

const DOCUMENT = readFileSync(new URL('words.md', import.meta.url), 'utf8');
const PASSWORD = 'a long enough password';

/** Signs somebody up by the exact call. */
async function person(words: Words): Promise<{ name: string; email: string; token: string; cookie: string }> {
  const name = words.name();
  const email = `${name.replace(' ', '-')}@example.com`;
  const answer = await words.server.ask('POST', '/v1/people', { body: { name, email, password: PASSWORD } });
  expect(answer.statusCode, answer.body).toBe(201);
  return { name, email, token: String(answer.json<Json>()['token']), cookie: cookieOf(answer) };
}

const bearer = (token: string) => ({ authorization: `Token ${token}` });

/** Things with one note, by which they are found again: their names end with the given letters. */
async function noted(words: Words, letters: string): Promise<string> {
  const note = words.name();
  for (const letter of letters) await words.thing({ name: `${note} ${letter}`, note });
  return note;
}

async function namesOf(words: Words, path: string, query: Readonly<Record<string, string>>): Promise<string> {
  const { names } = await words.must(200, 'GET', `/v1/${path}?${new URLSearchParams(query).toString()}`);
  return (names as string[]).map((name) => name.at(-1)).join('');
}

/** The behaviour of each action of an exact call (7). */
export const ACTIONS: Readonly<Record<(typeof EXACT_CALL_ACTIONS)[number] | 'EVENT on', Case>> = {
  async create(words) {
    const tags = [words.name(), words.name()];
    const body = { title: words.name(), kind: 'big', tags, old: 'not looked at' };
    expect(await words.must(201, 'POST', '/v1/things', { body })).toMatchObject({
      title: body.title,
      tags,
      twin: null,
    });
    const items = [{ title: words.name() }, { title: words.name() }];
    expect(await words.must(201, 'POST', '/v1/things/all', { body: { items } })).toMatchObject(items);
    // Either all are there, or none.
    const [name] = [words.name()];
    await words.must(422, 'POST', '/v1/things/all', { body: { items: [{ title: name }, { title: 'x' }] } });
    expect(await words.must(200, 'GET', `/api/things?name=${name}`)).toMatchObject({ items: [] });
  },
  async read(words) {
    const id = await words.thing({ note: 'n', twin: await words.thing({ name: 'the twin' }) });
    expect(await words.must(200, 'GET', `/v1/things/${id}`)).toMatchObject({
      id,
      note: 'n',
      twin: { name: 'the twin' },
    });
    expect(await words.must(200, 'GET', `/v1/things/${await words.thing()}`)).not.toHaveProperty('note');
  },
  async list(words) {
    expect(await namesOf(words, 'narrowed', { note: await noted(words, 'ab') })).toBe('ba');
  },
  async update(words) {
    const id = await words.thing({ note: 'n' });
    const body = { kind: 'big' };
    expect(await words.must(200, 'PUT', `/v1/things/${id}`, { body })).toMatchObject({ kind: 'big', note: 'n' });
    expect(await words.must(400, 'PUT', `/v1/things/${id}`, { body: { status: 'closed' } })).toEqual({
      code: 'INVALID',
    });
  },
  async delete(words) {
    const id = await words.thing({ name: 'gone' });
    expect(await words.must(200, 'DELETE', `/v1/things/${id}`)).toEqual({ was: 'gone' });
    expect(await words.must(404, 'GET', `/v1/things/${id}`)).toEqual({ code: 'NOT_FOUND' });
  },
  async 'delete each'(words) {
    const [note, other] = [await noted(words, 'ab'), await noted(words, 'c')];
    await words.must(204, 'DELETE', `/v1/things?note=${note}`);
    expect(await namesOf(words, 'narrowed', { note })).toBe('');
    expect(await namesOf(words, 'narrowed', { note: other })).toBe('c');
  },
  async 'EVENT on'(words) {
    const id = await words.thing();
    expect(await words.must(200, 'POST', `/v1/things/${id}/close`)).toMatchObject({ status: 'closed' });
    const body = { name: words.name() };
    expect(await words.must(201, 'POST', '/v1/things/begin', { body })).toMatchObject({
      title: body.name,
      note: 'begun',
    });
  },
  async add(words) {
    const [id, tag] = [await words.thing(), words.name()];
    await words.must(404, 'PUT', `/v1/things/${id}/tags/${tag}`);
    await words.must(201, 'POST', '/api/tags', { body: { name: tag } });
    for (const _ of [1, 2])
      expect(await words.must(200, 'PUT', `/v1/things/${id}/tags/${tag}`)).toMatchObject({ tags: [tag] });
  },
  async remove(words) {
    const tags = [words.name(), words.name()];
    const { id } = await words.must(201, 'POST', '/v1/things', { body: { title: words.name(), tags } });
    expect(await words.must(200, 'DELETE', `/v1/things/${String(id)}/tags/${tags[0]}`)).toMatchObject({
      tags: [tags[1]],
    });
  },
  async 'sign up'(words) {
    const { name, cookie } = await person(words);
    expect(await words.must(200, 'GET', '/v1/me', { cookie })).toEqual({ name });
  },
  async 'sign in'(words) {
    const { name, email } = await person(words);
    const body = { email, password: PASSWORD };
    expect(await words.must(200, 'POST', '/v1/session', { body })).toMatchObject({ name });
    expect(await words.must(401, 'POST', '/v1/session', { body: { email, password: 'x' } })).toEqual({
      code: 'WRONG_CREDENTIALS',
    });
  },
  async 'sign out'(words) {
    const { token } = await person(words);
    await words.must(204, 'DELETE', '/v1/session', { headers: bearer(token) });
    await words.must(401, 'GET', '/v1/me', { headers: bearer(token) });
  },
  async user(words) {
    const { name, token } = await person(words);
    expect(await words.must(200, 'GET', '/v1/me', { headers: bearer(token) })).toEqual({ name });
  },
  async reset() {
    const server = await serve(planFrom('words.md', DOCUMENT.replace('`refuse NOT_FOUND`', '`reset`')), {
      mode: 'dev',
    });
    await seed(server.engine, { demo: true });
    const names = async () =>
      (await server.ask('GET', '/api/things')).json<{ items: Json[] }>().items.map(({ name }) => name);
    const first = await names();
    await server.ask('POST', '/api/things', { body: { name: 'another' } });
    expect(await names()).toEqual([...first, 'another']);
    expect((await server.ask('GET', '/v1/unknown')).statusCode).toBe(204);
    expect(await names()).toEqual(first);
    await server.close();
  },
  async refuse(words) {
    expect(await words.must(418, 'GET', '/v1/tea')).toEqual({ tea: 'Really?' });
    expect(await words.must(404, 'GET', '/v1/unknown')).toEqual({ code: 'NOT_FOUND' });
  },
};

/** The behaviour of each word of a `list` (7). */
export const LISTS: Readonly<Record<(typeof LIST_WORDS)[number], Case>> = {
  async where(words) {
    const [note] = [await noted(words, 'a'), await noted(words, 'b')];
    expect(await namesOf(words, 'narrowed', { note })).toBe('a');
  },
  async search(words) {
    const note = await noted(words, 'ab');
    expect(await namesOf(words, 'narrowed', { note, q: `${note} a` })).toBe('a');
  },
  async order(words) {
    expect(await namesOf(words, 'narrowed', { note: await noted(words, 'ab') })).toBe('ba');
    expect(await namesOf(words, 'pages', { note: await noted(words, 'ba') })).toBe('ab');
  },
  async limit(words) {
    const note = await noted(words, 'abc');
    expect(await namesOf(words, 'narrowed', { note })).toBe('cb');
    expect(await namesOf(words, 'narrowed', { note, limit: '1' })).toBe('c');
    expect(await words.must(200, 'GET', `/v1/narrowed?note=${note}&limit=1`)).toMatchObject({ count: 3 });
  },
  async offset(words) {
    expect(await namesOf(words, 'narrowed', { note: await noted(words, 'abc'), offset: '1' })).toBe('ba');
  },
  async page(words) {
    expect(await namesOf(words, 'pages', { note: await noted(words, 'abc'), page: '2' })).toBe('c');
  },
  async size(words) {
    const note = await noted(words, 'abc');
    expect(await namesOf(words, 'pages', { note, page: '1', size: '3' })).toBe('abc');
    expect(await words.must(200, 'GET', `/v1/pages?note=${note}&size=1`)).toMatchObject({ pages: 3 });
  },
};

/** The behaviour of each part of an exact call (7). */
export const PARTS: Readonly<Record<(typeof EXACT_CALL_PARTS)[number], Case>> = {
  async by(words) {
    await words.must(401, 'GET', '/v1/me');
    await words.must(200, 'GET', '/v1/me', { cookie: (await person(words)).cookie });
  },
  async when(words) {
    await words.must(418, 'GET', '/v1/chosen?big=yes');
    expect((await words.server.ask('GET', '/v1/chosen')).statusCode).toBe(302);
  },
  does: ACTIONS.read,
  async filters(words) {
    const note = await noted(words, 'a');
    expect(await namesOf(words, 'narrowed', { note, kind: 'big' })).toBe('');
    expect(await namesOf(words, 'narrowed', { note, kind: 'small' })).toBe('a');
    expect(await words.must(400, 'GET', `/v1/narrowed?note=${note}&kind=huge`)).toEqual({ code: 'INVALID' });
  },
  async answers(words) {
    expect((await words.server.ask('GET', '/v1/chosen')).headers['location']).toBe('/elsewhere');
  },
};

/** The behaviour of each setting of the exact calls (7). */
export const SETTINGS: Readonly<Record<(typeof EXACT_CALL_SETTINGS)[number] | 'errors CODE', Case>> = {
  async base(words) {
    expect((await words.server.ask('GET', '/tea')).statusCode).toBe(404);
    expect((await words.server.ask('GET', '/v1/tea')).statusCode).toBe(418);
  },
  token: ACTIONS.user,
  async session(words) {
    expect((await person(words)).cookie).toMatch(/^words\.sid=/);
  },
  async lasts(words) {
    const { email } = await person(words);
    const answer = await words.server.ask('POST', '/v1/session', { body: { email, password: PASSWORD } });
    expect(String(answer.headers['set-cookie'])).toContain('; Max-Age=7200;');
  },
  async origins(words) {
    const allowed = async (origin: string) =>
      (await words.server.ask('GET', '/v1/tea', { headers: { origin } })).headers['access-control-allow-origin'];
    expect(await allowed('https://words.example')).toBe('https://words.example');
    expect(await allowed('https://other.example')).toBeUndefined();
  },
  async errors(words) {
    expect(await words.must(400, 'POST', '/v1/things', { body: { nothing: 1 } })).toEqual({ code: 'INVALID' });
  },
  'errors CODE': ACTIONS.refuse,
};
