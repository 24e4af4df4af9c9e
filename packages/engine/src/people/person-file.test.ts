import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { findAllOfPerson, type KnownOfPerson } from './person-file.ts';

const PLAN = planOfDocument(readFileSync(new URL('../fixtures/mails.md', import.meta.url), 'utf8'));
const none = { ifMatch: null };
let story: Story;
let loan: string;
let other: string;

beforeAll(async () => {
  story = await startStory(PLAN);
  const kees = await story.actor('kees@example.com');
  const lend = async (more: object) =>
    (await story.engine.create(kees, 'Loan', { fee: '2.5', due: '2026-12-01', ...more }, none)).record.id;
  const [nora, wim] = [await story.find('user', 'name', 'Nora'), await story.find('user', 'name', 'Wim')];
  loan = await lend({ title: 'Momo', member: nora });
  other = await lend({ title: 'Dune', member: wim, helpers: [nora] });
  await lend({ title: 'Emma', member: wim });
  await story.engine.pool.query(
    `insert into nonet.session (token_hash, user_id, created_at, seen_at, expires_at, user_agent, network)
     values ('\\x01', $1, now(), now(), now(), 'Firefox', '192.0.2.0/24')`,
    [nora],
  );
  await story.engine.pool.query(
    `insert into nonet.second_factor (user_id, kind, name, secret) values ($1, 'totp', 'My phone', 'sealed words')`,
    [nora],
  );
  await story.engine.pool.query(
    `insert into nonet.login_attempt (address, email, at, succeeded)
     values ('192.0.2.0/24', 'NORA@example.com', now(), false), ('browser 3f2a', $1::text, now(), true),
            ('192.0.2.0/24', 'wim@example.com', now(), true)`,
    [nora],
  );
});
afterAll(() => story.end());

async function allOf(email: string): Promise<{ isKnown: boolean; known: KnownOfPerson[] }> {
  const known: KnownOfPerson[] = [];
  const isKnown = await findAllOfPerson(story.engine, email, async (one) => void known.push(one));
  return { isKnown, known };
}

test('all that is known of a person: their account, what names them, and what surrounds their signing in', async () => {
  const { isKnown, known } = await allOf('Nora@Example.com');
  expect(isKnown).toBe(true);
  const of = (kind: KnownOfPerson['kind']) => known.filter((one) => one.kind === kind);
  expect(of('person')).toMatchObject([{ entity: 'User', fields: { name: 'Nora', email: 'nora@example.com' } }]);
  expect(of('record').map(({ id, names }) => [id, names])).toEqual([
    [loan, ['member']],
    [other, ['helpers']],
  ]);
  expect(of('session')).toMatchObject([{ user_agent: 'Firefox', network: '192.0.2.0/24' }]);
  expect(of('factor')).toMatchObject([{ which: 'totp', name: 'My phone' }]);
  expect(of('mail').map(({ to, subject }) => [to, subject])).toContainEqual(['nora@example.com', 'Momo is back']);
  expect(of('mail').every(({ to }) => to === 'nora@example.com')).toBe(true);
  expect(of('sign-in').map(({ from, succeeded }) => [from, succeeded])).toEqual([
    ['192.0.2.0/24', false],
    ['a known browser', true],
  ]);
  expect(JSON.stringify(known)).not.toMatch(/sealed words|3f2a"/);
});

test('of somebody who made records, those and what they did', async () => {
  const { known } = await allOf('kees@example.com');
  expect(known.filter(({ kind }) => kind === 'record')).toMatchObject([
    { made: true, names: [] },
    { made: true, names: [] },
    { made: true, names: [] },
  ]);
  expect(known.filter(({ kind }) => kind === 'change').every(({ action }) => action === 'create')).toBe(true);
});

test('of nobody, nothing', async () => {
  expect(await allOf('nobody@example.com')).toEqual({ isKnown: false, known: [] });
});
