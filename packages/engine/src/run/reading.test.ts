import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing/database';
import { systemClock } from '../clock.ts';
import type { ListQuery, Actor } from '../engine.ts';
import { claimsPlan } from '../fixtures/claims.ts';
import { migrate } from '../migrate/migrate.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { listRecords } from './lists/list.ts';
import { readRecord } from './read.ts';
import { readScope } from './read-scope.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';

const index = indexPlan(claimsPlan);
const secret = Buffer.alloc(32, 7);
let pool: Pool;
let drop: () => Promise<void>;

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [boss, emma, otto, finn, audit] = [1, 2, 3, 4, 5].map(id) as [string, string, string, string, string];
const nobody: Actor = { userId: null, roles: [] };
const asEmma: Actor = { userId: emma, roles: [] };
const asBoss: Actor = { userId: boss, roles: [] };
const asFinn: Actor = { userId: finn, roles: ['finance'] };
const asAuditor: Actor = { userId: audit, roles: ['auditor'] };

const scope = (actor: Actor) => readScope(index, pool, systemClock, actor, secret);
const list = (actor: Actor, query: Partial<ListQuery> = {}) =>
  listRecords(scope(actor), 'Claim', { ...WHOLE_LIST, ...query });
const numbers = async (actor: Actor, query: Partial<ListQuery> = {}) =>
  (await list(actor, query)).items.map((item) => item.number);
const where = (...pairs: string[]) => ({
  filters: pairs.map((pair) => ({ key: pair.split('=')[0] as string, value: pair.split('=')[1] as string })),
});

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 3 });
  await migrate(pool, index);
  const people = [
    [boss, 'Boss', null],
    [emma, 'Emma', boss],
    [otto, 'Otto', null],
    [finn, 'Finn', null],
    [audit, 'Audit', null],
  ];
  for (const [key, name, supervisor] of people) {
    await pool.query(
      'insert into product."user" (id, email, name, roles, supervisor, cost_centre) values ($1, $2, $3, $4, $5, $6)',
      [key, `${name}@x.example`, name, [], supervisor, `C-${name}`],
    );
  }
  const claims: [number, string, string, string, string | null, string[]][] = [
    [11, emma, 'Train to Berlin', 'draft', 'secret one', ['10.00', '5.50']],
    [12, emma, 'Hotel', 'submitted', 'secret two', ['200']],
    [13, emma, 'Dinner', 'paid', null, ['40']],
    [14, otto, 'Taxi', 'submitted', 'secret three', ['7']],
    [15, otto, 'Train', 'paid', 'secret four', []],
  ];
  for (const [number, owner, purpose, status, note, amounts] of claims) {
    await pool.query(
      'insert into product.claim (id, number, owner, purpose, status, note, paid_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [id(number), `EX-${number}`, owner, purpose, status, note, status === 'paid' ? '2026-03-31T23:30:00Z' : null],
    );
    for (const [position, amount] of amounts.entries()) {
      await pool.query('insert into product.line (_parent, _position, date, amount) values ($1, $2, $3, $4)', [
        id(number),
        position,
        '2026-03-01',
        amount,
      ]);
    }
  }
});

afterAll(async () => {
  await pool.end();
  await drop();
});

describe('unreadable data does not exist (6)', () => {
  test.each([
    ['the owner reads their own, whatever the state', asEmma, ['EX-11', 'EX-12', 'EX-13']],
    ['a line manager reads no drafts', asBoss, ['EX-12', 'EX-13']],
    ['finance reads what is paid', asFinn, ['EX-13', 'EX-15']],
    ['a gap on read is as if nothing existed', asAuditor, []],
  ])('%s', async (_rule, actor, expected) => {
    const page = await list(actor, { order: 'number', count: true });
    expect(page.items.map((item) => item.number)).toEqual(expected);
    expect(page.count).toBe(expected.length);
  });

  test('a reader who is not signed in gets 401 if no `anyone` role could ever read', async () => {
    await expect(list(nobody)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  test('an unreadable record is not found, like none', async () => {
    for (const key of [id(11), id(99), 'x']) {
      await expect(readRecord(scope(asBoss), 'Claim', key, { fields: null, expand: null })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        status: 404,
      });
    }
  });

  test('a field is readable where one role held on that record allows both cells', async () => {
    const notes = async (actor: Actor) =>
      Object.fromEntries((await list(actor)).items.map((item) => [item.number, 'note' in item ? item.note : 'absent']));
    expect(await notes(asBoss)).toEqual({ 'EX-12': 'absent', 'EX-13': null });
    expect(await notes(asFinn)).toEqual({ 'EX-13': null, 'EX-15': 'secret four' });
    expect((await list(asEmma)).items.every((item) => !('note' in item))).toBe(true);
  });

  test.each([
    ['filter', asBoss, where('note=secret two'), []],
    ['filter by null', asBoss, where('note.null=true'), ['EX-12', 'EX-13']],
    ['search', asBoss, { search: 'secret' }, []],
    ['search where one role may read it', asFinn, { search: 'SECRET four' }, ['EX-15']],
  ])('%s sees null where a field is unreadable', async (_way, actor, query, expected) => {
    expect(await numbers(actor, { order: 'number', ...query })).toEqual(expected);
  });

  test.each([
    ['filters', where('owner.cost_centre=C-Emma')],
    ['order', { order: '-owner.cost_centre' }],
    ['fields', { fields: 'number,owner.cost_centre' }],
  ])('a key that no role of the reader can ever read is INVALID: %s', async (_way, query) => {
    await expect(list(asEmma, query)).rejects.toMatchObject({ code: 'INVALID', status: 400 });
  });
});

describe('a list', () => {
  test('answers in the wire form', async () => {
    const { record, etag } = await readRecord(scope(asEmma), 'Claim', id(11), { fields: null, expand: null });
    expect(record).toMatchObject({
      id: id(11),
      _title: 'EX-11: Train to Berlin',
      owner: emma,
      status: 'draft',
      total: '15.50',
      large: false,
      paid_at: null,
    });
    expect(record.lines).toMatchObject([{ date: '2026-03-01', amount: '10.00', remark: null }, { amount: '5.50' }]);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const shaped = await readRecord(scope(asEmma), 'Claim', id(11), {
      fields: 'number,owner.name,lines.amount',
      expand: null,
    });
    expect(shaped.record).toEqual({
      id: id(11),
      _title: 'EX-11: Train to Berlin',
      number: 'EX-11',
      owner: { id: emma, _title: 'Emma', name: 'Emma' },
      lines: [expect.objectContaining({ amount: '10.00' }), expect.objectContaining({ amount: '5.50' })],
    });
    expect(shaped.etag).toBe(etag);
  });

  test.each([
    ['children of a whole record', null, 'lines.created_by', true],
    ['children that are named', 'lines', 'lines.created_by', true],
    ['children of which some fields are named', 'lines.amount', 'lines.created_by', false],
  ])('keeps %s whole where `expand` goes through them', async (_what, fields, expand, isWhole) => {
    const { record } = await readRecord(scope(asEmma), 'Claim', id(11), { fields, expand });
    const [line] = record.lines as readonly Record<string, unknown>[];
    expect(line).toHaveProperty('created_by');
    expect(line).toHaveProperty('amount', '10.00');
    expect(Object.hasOwn(line ?? {}, 'date')).toBe(isWhole);
  });

  test.each([
    ['status=paid', ['EX-13']],
    ['status.ne=paid', ['EX-11', 'EX-12']],
    ['status.in=draft,paid', ['EX-11', 'EX-13']],
    ['total.gte=40', ['EX-12', 'EX-13']],
    ['total.lt=40.00', ['EX-11']],
    ['large=true', ['EX-12']],
    ['purpose.contains=TRAIN', ['EX-11']],
    ['purpose.starts=h', ['EX-12']],
    ['purpose.contains=%', []],
    ['paid_at.null=true', ['EX-11', 'EX-12']],
    ['paid_at.gte=2026-03-31', ['EX-13']],
    ['owner.name=Emma', ['EX-11', 'EX-12', 'EX-13']],
    [`owner.supervisor=${boss}`, ['EX-11', 'EX-12', 'EX-13']],
    ['f.status=paid', ['EX-13']],
  ])('filters by %s', async (filter, expected) => {
    expect(await numbers(asEmma, { ...where(filter), order: 'number' })).toEqual(expected);
  });

  test.each([
    ['statu=paid', /Did you mean status\?/],
    ['status=pad', /one of/],
    ['total.gte=many', /a number/],
    ['large.lt=true', /boolean/],
    ['paid_at=2026-02-30', /instant/],
    ["owner=' or 1", /an id/],
    ['lines.amount=1', /no field/],
    ['lines.null=true', /no such filter/],
    ['roles.null=true', /no field/],
  ])('refuses %s with the key and what it takes', async (filter, words) => {
    await expect(list(asEmma, where(filter))).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringMatching(words),
    });
  });

  test('pages by cursor, nulls last in both directions, then by id', async () => {
    for (const order of ['paid_at', '-paid_at', 'purpose', '-total', '-paid_at,purpose', 'owner.name']) {
      const whole = await numbers(asEmma, { order });
      const paged: unknown[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(asEmma, { order, limit: 1, cursor, count: true });
        expect(page.count).toBe(3);
        paged.push(...page.items.map((item) => item.number));
        cursor = page.next;
      } while (cursor !== null);
      expect(paged).toEqual(whole);
      expect(whole).toHaveLength(3);
    }
    expect((await numbers(asEmma, { order: '-paid_at' }))[0]).toBe('EX-13');
  });

  test('a cursor belongs to its reader and query, and is not forged', async () => {
    const { next } = await list(asEmma, { order: 'number', limit: 1 });
    const refused = { code: 'INVALID', status: 400 };
    await expect(list(asBoss, { order: 'number', cursor: next })).rejects.toMatchObject(refused);
    await expect(list(asEmma, { order: '-number', cursor: next })).rejects.toMatchObject(refused);
    await expect(list(asEmma, { order: 'number', cursor: `x${next}` })).rejects.toMatchObject(refused);
    await expect(list(asEmma, { limit: 201 })).rejects.toMatchObject(refused);
  });

  test('a softly deleted record is in no list', async () => {
    await pool.query('update product.claim set _deleted_at = now() where id = $1', [id(13)]);
    expect(await numbers(asEmma, { order: 'number' })).toEqual(['EX-11', 'EX-12']);
    await pool.query('update product.claim set _deleted_at = null where id = $1', [id(13)]);
  });
});
