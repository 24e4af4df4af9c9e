import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { storeFile } from '../files/store.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import { eraseByOperator } from './erase-by-operator.ts';
import { findPerson } from './find-person.ts';
import { findAllOfPerson } from './person-file.ts';

/** 3: `erased`, 6: `erase`: a person's values go, also from the history, and what refers to them stays. */

const DOCUMENT = readFileSync(new URL('../fixtures/erasure.md', import.meta.url), 'utf8');
const PLAN = planOfDocument(DOCUMENT);
const none = { ifMatch: null };
const any = { ifMatch: '*' };

let story: Story;
let ann: Actor;
let nora: Actor & { userId: string };
let loan: string;

beforeEach(async () => {
  story = await startStory(PLAN, { ARCHIVE_URL: 'https://archive.example' });
  ann = await story.actor('ann@example.com');
  const { userId, roles } = await story.actor('nora@example.com');
  nora = { userId: userId ?? '', roles };
  loan = await lend({ remark: 'She cried', grade: 'bad' });
});
afterEach(() => story.end());

const erase = (actor: Actor, id: string) => story.engine.erase(actor, 'User', id, any);
const rowsOf = async (text: string, values: unknown[] = []): Promise<readonly Record<string, unknown>[]> =>
  (await story.engine.pool.query(text, values)).rows;
const lend = async (more: object): Promise<string> =>
  (await story.engine.create(ann, 'Loan', { what: 'Boat', member: nora.userId, ...more }, none)).record.id;
const everything = async (): Promise<string> => {
  const tables = await rowsOf(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('product', 'nonet')
    and c.relname not in ('version', 'product', 'security_event')`);
  const texts = await Promise.all(
    tables.map(({ name }) => rowsOf(`select to_jsonb(t)::text as row from ${String(name)} t`)),
  );
  return JSON.stringify(texts);
};

describe('what is stated as erased', () => {
  test('goes from the record, is replaced as stated, and all else stays', async () => {
    await story.engine.update(
      ann,
      'User',
      nora.userId,
      { phone: '+31 6 12345678', card: 'C-1', pin: '1234', joined: '2020-01-01', friends: [ann.userId] },
      any,
    );
    await story.engine.update(ann, 'User', nora.userId, { addresses: [{ street: 'Canal Street 5' }] }, any);
    const answer = await erase(ann, nora.userId);
    expect(answer.record).toMatchObject({
      name: 'Former member',
      email: `${nora.userId}@erased.invalid`,
      phone: null,
      card: null,
      joined: '2020-01-01',
      addresses: [],
      friends: [],
      roles: [],
      disabled: true,
    });
    expect(await rowsOf('select what, member, remark, grade, disputed from product.loan')).toEqual([
      { what: 'Boat', member: nora.userId, remark: null, grade: 'good', disputed: false },
    ]);
  });

  test('goes from records that the person made, with a constant in its place, also from deleted ones', async () => {
    await story.engine.create(nora, 'Note', { text: 'My diary' }, none);
    await story.engine.create(ann, 'Note', { text: 'Of Ann' }, none);
    await story.engine.delete(ann, 'Loan', loan, any);
    await erase(ann, nora.userId);
    expect(await rowsOf('select text from product.note order by text')).toEqual([
      { text: 'Of Ann' },
      { text: 'Removed' },
    ]);
    expect(await rowsOf('select remark from product.loan')).toEqual([{ remark: null }]);
  });

  test('is nowhere in the database any more: not in history, mails, calls, uploads or kept answers', async () => {
    const file = await storeFile(story.engine, [Buffer.from('portrait of Nora')], {
      name: 'nora.txt',
      actor: ann,
      address: null,
    });
    await story.engine.update(ann, 'User', nora.userId, { photo: file.id }, any);
    const plan = await storeFile(story.engine, [Buffer.from('plan')], { name: 'plan.txt', actor: ann, address: null });
    await story.engine.update(
      ann,
      'User',
      nora.userId,
      { addresses: [{ street: 'Canal Street 5', plan: plan.id }], name: 'Nora Nieuw' },
      { ifMatch: '*', idempotencyKey: 'k' },
    );
    await story.engine.update(ann, 'User', nora.userId, { photo: null }, any);
    await story.engine.update(ann, 'Loan', loan, { remark: 'She laughed' }, any);
    const given = /Nora|Nowak|nora@|Canal|She (?:cried|laughed)|portrait/;
    expect(await everything()).toMatch(given);
    await erase(ann, nora.userId);
    expect((await everything()).match(given)).toBeNull();
    expect(await rowsOf('select name from nonet.file')).toEqual([]);
  });
});

describe('the history', () => {
  test('keeps its entries, says who erased whom, and has no value', async () => {
    await story.engine.update(ann, 'User', nora.userId, { phone: '+31 6 12345678', joined: '2020-01-01' }, any);
    await erase(ann, nora.userId);
    await story.engine.update(ann, 'User', nora.userId, { joined: '2020-01-02' }, any);
    expect(await story.engine.history(ann, 'User', nora.userId)).toMatchObject([
      { action: 'update', changes: [{ field: 'joined', from: '2020-01-01', to: '2020-01-02' }] },
      {
        action: 'erase',
        label: 'Erased',
        clause: '6.User.erase',
        by: { id: ann.userId },
        changes: expect.not.arrayContaining([expect.objectContaining({ field: 'name' })]),
      },
      { action: 'update', changes: [{ field: 'joined', from: null, to: '2020-01-01' }] },
    ]);
    expect(await story.engine.history(ann, 'Loan', loan)).toMatchObject([
      { action: 'erase', clause: '6.User.erase', changes: [] },
      { action: 'create' },
    ]);
  });

  test('that is archived loses the values as well', async () => {
    await story.engine.pool.query(
      `create table nonet.history_2020_01 (primary key (id), check (at < '2030-01-01')) inherits (nonet.history)`,
    );
    await story.engine.pool.query(
      `with moved as (delete from only nonet.history where record = $1 returning *) insert into nonet.history_2020_01 select * from moved`,
      [loan],
    );
    await erase(ann, nora.userId);
    expect(JSON.stringify(await rowsOf('select * from nonet.history_2020_01'))).not.toContain('She cried');
    expect(await story.engine.history(ann, 'Loan', loan)).toHaveLength(2);
  });
});

describe('the account', () => {
  test('opens nothing any more, and the chain of security events goes on with what was done', async () => {
    const of = [
      'session (token_hash, user_id, created_at, seen_at, expires_at)',
      'api_token (token_hash, user_id, name, created_at, expires_at)',
    ];
    await story.engine.pool.query(`insert into nonet.${of[0] ?? ''} values ('\\x01', $1, now(), now(), now())`, [
      nora.userId,
    ]);
    await story.engine.pool.query(`insert into nonet.${of[1] ?? ''} values ('\\x02', $1, 'mine', now(), now())`, [
      nora.userId,
    ]);
    await story.engine.pool.query(
      `insert into nonet.second_factor (user_id, kind, name) values ($1, 'totp', 'Phone of Nora')`,
      [nora.userId],
    );
    await story.engine.pool.query(
      `insert into nonet.identity (issuer, subject, user_id, bound_at) values ('i', 's', $1, now())`,
      [nora.userId],
    );
    await story.engine.pool.query(
      `insert into nonet.login_attempt (address, email, at, succeeded) values ('a', 'nora@example.com', now(), true)`,
    );
    await erase(ann, nora.userId);
    for (const table of ['session', 'api_token', 'second_factor', 'identity', 'login_attempt'])
      expect(await rowsOf(`select from nonet.${table}`), table).toEqual([]);
    expect(await rowsOf('select from nonet.credential where user_id = $1', [nora.userId])).toEqual([]);
    expect(
      await rowsOf(`select actor, subject, detail from nonet.security_event where kind = 'person erased'`),
    ).toEqual([{ actor: ann.userId, subject: nora.userId, detail: { clause: '6.User.erase', records: 2 } }]);
  });
});

describe('nobody is erased', () => {
  test.each([
    ['by whom point 6 does not let', async () => erase(nora, ann.userId ?? ''), 'NOT_FOUND', null],
    [
      'while a record about them is held',
      async () => {
        await story.engine.update(ann, 'Loan', loan, { disputed: true }, any);
        await erase(ann, nora.userId);
      },
      'IN_USE',
      '3.Loan.settings.kept_while',
    ],
    [
      'while they are held themselves',
      async () => {
        await story.engine.update(ann, 'User', nora.userId, { investigated: true }, any);
        await erase(ann, nora.userId);
      },
      'IN_USE',
      '3.User.settings.kept_while',
    ],
    [
      'without the version that is meant',
      async () => story.engine.erase(ann, 'User', nora.userId, none),
      'PRECONDITION_REQUIRED',
      null,
    ],
    ['that is no person', async () => story.engine.erase(ann, 'Loan', loan, any), 'NOT_FOUND', null],
  ] as const)('%s', async (_, attempt, code, clause) => {
    expect(await refusalOf(attempt())).toMatchObject({ code, clause });
    expect(await rowsOf('select name from product."user" where id = $1', [nora.userId])).toEqual([
      { name: 'Nora Nowak' },
    ]);
  });

  test('and `/can` says so', async () => {
    expect((await story.engine.can(ann, 'User', nora.userId)).erase).toEqual({ may: true });
    await story.engine.update(ann, 'Loan', loan, { disputed: true }, any);
    expect((await story.engine.can(ann, 'User', nora.userId)).erase).toMatchObject({ may: false, code: 'IN_USE' });
    expect((await story.engine.can(nora, 'User', nora.userId)).erase).toMatchObject({ may: false });
    expect(await story.engine.can(ann, 'Loan', loan)).not.toHaveProperty('erase');
  });
});

test('a right that is not shown is refused by its name; a document that erases nobody knows no such request', async () => {
  const open = await startStory(
    planOfDocument(DOCUMENT.replace('| erase | `not disabled` | yes | no |', '| erase | not shown | no | no |')),
    { ARCHIVE_URL: 'https://archive.example' },
  );
  const clerk = await open.actor('ann@example.com');
  const { userId } = await open.actor('nora@example.com');
  expect(await refusalOf(open.engine.erase(clerk, 'User', userId ?? '', any))).toMatchObject({
    code: 'NOT_SPECIFIED',
    clause: '6.User.erase.clerk',
  });
  await open.end();
});

test('people erase themselves where point 6 lets them', async () => {
  await erase(nora, nora.userId);
  expect(await rowsOf('select name from product."user" where id = $1', [nora.userId])).toEqual([
    { name: 'Former member' },
  ]);
});

test('the operator erases as well, and what is exported of them afterwards has none of the values', async () => {
  const person = await findPerson(story.engine.pool, story.engine.index, 'NORA@example.com');
  expect(person).toMatchObject({ id: nora.userId });
  expect(await findPerson(story.engine.pool, story.engine.index, nora.userId)).toEqual(person);
  expect(await eraseByOperator(story.engine, { id: nora.userId, email: 'nora@example.com' })).toBe(2);
  const known: unknown[] = [];
  await findAllOfPerson(story.engine, `${nora.userId}@erased.invalid`, async (one) => void known.push(one));
  expect(JSON.stringify(known)).not.toMatch(/Nora|She cried/);
  expect(await rowsOf(`select clause, by from nonet.history where action = 'erase' and entity = 'User'`)).toEqual([
    { clause: '3.User', by: null },
  ]);
});
