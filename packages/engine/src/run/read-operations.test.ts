import type { Expression, Plan, Query, Screen, Tile } from '@nonet/language';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing/database';
import { createEngine } from '../create-engine.ts';
import type { RunningEngine } from '../running-engine.ts';
import type { Actor } from '../engine.ts';
import { binary, path, row, text, variable } from '../fixtures/build.ts';
import { claimsPlan, entities } from '../fixtures/claims.ts';

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [boss, emma, finn] = [1, 2, 3].map(id) as [string, string, string];
const asBoss: Actor = { userId: boss, roles: [] };
const asEmma: Actor = { userId: emma, roles: [] };
const asFinn: Actor = { userId: finn, roles: ['finance'] };
const asAuditor: Actor = { userId: finn, roles: ['auditor'] };

const screen = (slug: string, parts: Partial<Screen>): Screen => ({
  clause: `2.${slug}`,
  slug,
  name: slug,
  route: `/${slug}`,
  parameters: [],
  kind: 'list',
  entity: 'Claim',
  for: ['employee'],
  where: null,
  groups: [],
  filters: [],
  search: [],
  order: [],
  pageSize: null,
  actions: [],
  related: [],
  empty: null,
  body: '',
  board: null,
  days: null,
  gallery: null,
  rows: null,
  colour: null,
  also: [],
  tiles: [],
  open: [],
  ...parts,
});
const query = (parts: Partial<Query>): Query => ({
  kind: 'query',
  form: 'count',
  source: { kind: 'entity', entity: 'Claim' },
  variable: 'c',
  where: null,
  value: null,
  order: [],
  type: { kind: 'integer', nullable: false },
  ...parts,
});
const tile = (name: string, shows: Expression | null, by: Expression | null = null): Tile => ({
  clause: `2.overview.${name}`,
  name,
  shows,
  target: null,
  by,
  as: by === null ? 'number' : 'bar',
});
const at = (words: string, entity = 'Claim') => path(entities, words, entity);
const money = { kind: 'money', currency: null, nullable: false } as const;

const plan: Plan = {
  ...claimsPlan,
  screens: [
    screen('mine', {
      where: binary(at('this.owner'), '==', variable('user', 'User')),
      order: [{ path: ['number'], descending: true }],
      search: [{ clause: '', path: ['purpose'], label: '' }],
      pageSize: 2,
    }),
    screen('paying', { for: ['finance'] }),
    screen('open', { for: null }),
    screen('overview', {
      kind: 'dashboard',
      entity: null,
      tiles: [
        tile('all', query({})),
        tile('money', query({ form: 'sum', value: at('c.total'), type: money })),
        tile('notes', query({ where: binary(at('c.note'), '==', text('secret')) })),
        tile('by_status', query({}), at('c.status')),
        tile('by_owner', query({ form: 'sum', value: at('c.total'), type: money }), at('c.owner')),
        tile('by_centre', query({}), at('c.owner.cost_centre')),
        tile(
          'lines',
          query({
            form: 'max',
            source: { kind: 'entity', entity: 'Line' },
            variable: 'l',
            value: at('l.amount', 'Line'),
            type: { ...money, nullable: true },
          }),
        ),
        tile('unknown', null),
      ],
    }),
  ],
  permissions: claimsPlan.permissions.map((item) =>
    item.entity === 'Line'
      ? { ...item, fields: { remark: { read: row('6.Line.read remark', { finance: 'yes' }) } } }
      : item,
  ),
};

let engine: RunningEngine;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  engine = await createEngine({ plan, databaseUrl: database.url, environment: {} });
  const execute = (statement: string, values: unknown[]) => engine.pool.query(statement, values);
  for (const [key, name, supervisor] of [
    [boss, 'Boss', null],
    [emma, 'Emma', boss],
    [finn, 'Finn', null],
  ]) {
    await execute(
      'insert into product."user" (id, email, name, roles, supervisor, cost_centre) values ($1, $2, $3, $4, $5, $6)',
      [key, `${name}@x.example`, name, [], supervisor, `C-${name}`],
    );
  }
  for (const [number, owner, status, note, amount] of [
    [11, emma, 'draft', 'secret', '10'],
    [12, emma, 'submitted', 'secret', '20.5'],
    [13, emma, 'paid', 'secret', '40'],
    [14, finn, 'draft', null, '3'],
  ] as const) {
    await execute(
      'insert into product.claim (id, number, owner, purpose, status, note) values ($1, $2, $3, $4, $5, $6)',
      [id(number), `EX-${number}`, owner, 'Train', status, note],
    );
    await execute(`insert into product.line (_parent, date, amount, remark) values ($1, '2026-01-01', $2, 'cash')`, [
      id(number),
      amount,
    ]);
  }
  const entry = async (action: string, from: object | null, to: object | null) => {
    const whole = (values: object | null) =>
      values === null
        ? null
        : JSON.stringify({ id: id(13), owner: emma, number: 'EX-13', purpose: 'Train', ...values });
    await execute(
      `insert into nonet.history (entity, record, at, "by", action, clause, from_state, to_state, before, after)
       values ('Claim', $1, now(), $2, $3, '4.x', $4::jsonb ->> 'status', $5::jsonb ->> 'status', $4::jsonb, $5::jsonb)`,
      [id(13), emma, action, whole(from), whole(to)],
    );
  };
  const lines = [{ id: id(99), _parent: id(13), _position: 0, date: '2026-01-01', amount: 40, remark: 'cash' }];
  await entry('create', null, { status: 'draft', note: 'first', lines: [] });
  await entry('update', { status: 'draft', note: 'first', lines: [] }, { status: 'draft', note: 'second', lines });
  await entry(
    'submit',
    { status: 'draft', note: 'second', lines },
    { status: 'submitted', note: 'while it waits', lines },
  );
  await entry(
    'pay',
    { status: 'submitted', note: 'while it waits', lines },
    { status: 'paid', note: 'third', lines, paid_at: '2026-03-31T22:30:00+00:00' },
  );
});

afterAll(async () => {
  await engine.close();
  await drop();
});

describe('history shows what may be read now, and could be read then (6)', () => {
  const shown = async (actor: Actor) =>
    (
      (await engine.history(actor, 'Claim', id(13))) as {
        action: string;
        from: string | null;
        to: string | null;
        changes: { field: string; from: unknown; to: unknown }[];
      }[]
    ).map(({ action, from, to, changes }) => ({
      action,
      from,
      to,
      changes: Object.fromEntries(changes.map((item) => [item.field, [item.from, item.to]])),
    }));

  test('its owner sees every entry, never the field that no role of theirs reads on it', async () => {
    const entries = await shown(asEmma);
    expect(entries.map((entry) => entry.action)).toEqual(['pay', 'submit', 'update', 'create']);
    expect(entries.flatMap((entry) => Object.keys(entry.changes))).not.toContain('note');
    expect(entries[2]?.changes).toEqual({ lines: [[], [{ id: id(99), date: '2026-01-01', amount: '40.00' }]] });
    expect(entries[3]?.changes.owner).toEqual([null, { id: emma, _title: 'Emma' }]);
  });

  test('a line manager sees none of the draft, and the note from when it was paid', async () => {
    expect(await shown(asBoss)).toEqual([
      {
        action: 'pay',
        from: 'submitted',
        to: 'paid',
        changes: { note: [null, 'third'], paid_at: [null, '2026-03-31T22:30:00.000000Z'] },
      },
      { action: 'submit', from: null, to: 'submitted', changes: {} },
    ]);
  });

  test('a value that may not be read now is in no entry, though it could be read then', async () => {
    await engine.pool.query(`update product.claim set status = 'submitted' where id = $1`, [id(13)]);
    expect((await shown(asBoss)).flatMap((entry) => Object.keys(entry.changes))).toEqual(['paid_at']);
    await engine.pool.query(`update product.claim set status = 'paid' where id = $1`, [id(13)]);
  });

  test('a reader of the record who may not read its history is refused', async () => {
    await expect(engine.history(asFinn, 'Claim', id(12))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await shown(asFinn)).map((entry) => entry.action)).toEqual(['pay']);
  });
});

describe('tiles count what their reader may read (2)', () => {
  const tiles = async (actor: Actor) => {
    const { tiles: all } = (await engine.dashboard(actor, 'overview')) as {
      tiles: {
        name: string;
        value: unknown;
        groups: { key: unknown; label: string; value: unknown }[] | null;
        open: string | null;
      }[];
    };
    return Object.fromEntries(
      all.map((item) => [
        item.name,
        item.open ?? item.groups?.map((group) => [group.label, group.value]) ?? item.value,
      ]),
    );
  };

  test('an owner', async () => {
    expect(await tiles(asEmma)).toEqual({
      all: 3,
      money: '70.50',
      notes: 0,
      by_status: [
        ['draft', 1],
        ['paid', 1],
        ['submitted', 1],
      ],
      by_owner: [['Emma', '70.50']],
      by_centre: [['—', 3]],
      lines: '40.00',
      unknown: '2.overview.unknown',
    });
  });

  test('finance', async () => {
    expect(await tiles(asFinn)).toEqual({
      all: 2,
      money: '43.00',
      notes: 1,
      by_status: [
        ['draft', 1],
        ['paid', 1],
      ],
      by_owner: [
        ['Emma', '40.00'],
        ['Finn', '3.00'],
      ],
      by_centre: [
        ['C-Emma', 1],
        ['C-Finn', 1],
      ],
      lines: '40.00',
      unknown: '2.overview.unknown',
    });
  });
});

describe('a screen', () => {
  const list = (actor: Actor, slug: string, more: object = {}) =>
    engine.list(actor, 'Claim', {
      filters: [],
      search: null,
      order: null,
      fields: 'number',
      expand: null,
      limit: null,
      cursor: null,
      count: true,
      screen: slug,
      ...more,
    });

  test('narrows, orders and pages its records', async () => {
    const page = await list(asEmma, 'mine');
    expect(page.items.map((item) => item.number)).toEqual(['EX-13', 'EX-12']);
    expect(page.count).toBe(3);
    expect((await list(asEmma, 'mine', { cursor: page.next })).items.map((item) => item.number)).toEqual(['EX-11']);
    expect((await list(asEmma, 'mine', { search: 'EX-13' })).count).toBe(0);
    expect((await list(asBoss, 'mine')).count).toBe(0);
  });

  test('opens for the readers whom it names', async () => {
    await expect(list(asEmma, 'paying')).rejects.toMatchObject({ code: 'FORBIDDEN', clause: '2.paying.for' });
    await expect(list({ userId: null, roles: [] }, 'paying')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(list(asEmma, 'open')).rejects.toMatchObject({ code: 'NOT_SPECIFIED', clause: '2.open.for' });
    expect((await list(asFinn, 'paying')).count).toBe(2);
    expect((await engine.hits()).get('2.open.for')).toBe(1);
  });
});

describe('the permitted and forbidden actions of a user', () => {
  test('by state and role', async () => {
    expect(await engine.can(asEmma, 'Claim', id(11))).toMatchObject({
      update: { may: true },
      delete: { may: false, code: 'FORBIDDEN' },
    });
    expect(await engine.can(asEmma, 'Claim', id(12))).toMatchObject({
      update: { may: false, code: 'FORBIDDEN', clause: '6.Claim.update' },
      fields: [],
    });
    await expect(engine.can(asBoss, 'Claim', id(11))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(engine.can(asAuditor, 'Claim', id(12))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('an ETag is that of what its reader may read', async () => {
  const tag = async (actor: Actor) => (await engine.read(actor, 'Claim', id(13), { fields: null, expand: null })).etag;
  const before = [await tag(asEmma), await tag(asFinn)];
  await engine.pool.query(`update product.claim set note = 'other' where id = $1`, [id(13)]);
  const after = [await tag(asEmma), await tag(asFinn)];
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});
