import type { Plan, Query, Screen } from '@nonet/language';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '@nonet/testing/database';
import { createEngine } from '../create-engine.ts';
import type { RunningEngine } from '../running-engine.ts';
import type { ListQuery, Actor } from '../engine.ts';
import type { Refusal } from '../refusal.ts';
import { path } from '../fixtures/build.ts';
import { claimsPlan, entities } from '../fixtures/claims.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import type { ViewState } from '../views/view-state.ts';

/**
 * Two databases that differ only in data that a reader may not see give that reader the same answers, byte for byte,
 * for every operation (6).
 */
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const boss = id(1);
const people = [boss, id(2), id(3)] as const;
const TIME = '2026-01-01T00:00:00Z';

const count = (field: string): Query => ({
  kind: 'query',
  form: 'count',
  source: { kind: 'entity', entity: 'Claim' },
  variable: 'c',
  where: null,
  value: null,
  order: [],
  type: { kind: 'integer', nullable: false },
  ...(field === 'total' ? { form: 'sum' as const, value: path(entities, 'c.total', 'Claim') } : {}),
});
const overview: Screen = {
  clause: '2.overview',
  slug: 'overview',
  name: 'overview',
  route: '/',
  parameters: [],
  kind: 'dashboard',
  entity: null,
  for: 'everyone',
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
  open: [],
  tiles: ['total', 'note', 'owner', 'owner.cost_centre', 'status'].map((field) => ({
    clause: `2.overview.${field}`,
    name: field,
    shows: count(field),
    by: field === 'total' ? null : path(entities, `c.${field}`, 'Claim'),
    target: null,
    as: 'bar' as const,
  })),
};
const claims: Screen = {
  ...overview,
  clause: '2.claims',
  slug: 'claims',
  name: 'claims',
  route: '/claims',
  kind: 'list',
  entity: 'Claim',
  filters: ['note', 'owner', 'total'].map((name) => ({ path: [name], label: name, clause: `3.Claim.${name}` })),
  tiles: [],
};
/**
 * Everyone who may read a claim may restore and import it, so that deleted and named records have something to reveal.
 */
const permissions = claimsPlan.permissions.map((each) =>
  each.entity === 'Claim' && each.actions !== null
    ? {
        ...each,
        actions: { ...each.actions, restore: each.actions.read, create: each.actions.read, import: each.actions.read },
      }
    : each,
);
const plan: Plan = { ...claimsPlan, permissions, screens: [overview, claims] };

interface Claim {
  readonly owner: number;
  readonly status: string;
  readonly purpose: string;
  readonly note: string | null;
  readonly amounts: readonly number[];
  readonly deleted: boolean;
}
const claim = fc.record<Claim>({
  owner: fc.constantFrom(1, 2, 3),
  status: fc.constantFrom('draft', 'submitted', 'paid'),
  purpose: fc.constantFrom('Train', 'Taxi', 'Hotel'),
  note: fc.constantFrom(null, 'secret', 'other'),
  amounts: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 2 }),
  deleted: fc.nat({ max: 3 }).map((one) => one === 0),
});

/**
 * The rights of the boss, who supervises person 2, to read a claim: as an owner everything but the note, otherwise by
 * its state.
 */
const isReadable = ({ owner, status }: Claim) => owner === 1 || (owner === 2 && status !== 'draft');
const isNoteReadable = ({ owner, status }: Claim) => owner === 2 && status === 'paid';

/** A world that looks equal to the boss: unreadable values differ, and hidden claims are added and removed. */
function otherWorld(claims: readonly Claim[], hidden: readonly Claim[]): (Claim | null)[] {
  return claims.map((original, place) => {
    const other = hidden[place] ?? original;
    if (!isReadable(original)) return isReadable(other) ? null : other;
    return isNoteReadable(original) ? original : { ...original, note: other.note };
  });
}

const worlds: { engine: RunningEngine; drop: () => Promise<void> }[] = [];

beforeAll(async () => {
  for (let number = 0; number < 2; number++) {
    const database = await createTestDatabase();
    const engine = await createEngine({ plan, databaseUrl: database.url, environment: {}, clock: () => TIME });
    await engine.pool.query(`update nonet.product set secret = '\\x00'`);
    await engine.close();
    worlds.push({
      engine: await createEngine({ plan, databaseUrl: database.url, environment: {}, clock: () => TIME }),
      drop: database.drop,
    });
  }
});

afterAll(async () => {
  for (const { engine, drop } of worlds) {
    await engine.close();
    await drop();
  }
});

async function fill(
  { engine }: { engine: RunningEngine },
  claims: readonly (Claim | null)[],
  centre: string,
): Promise<void> {
  const statements = ['truncate product."user", product.claim, product.line, nonet.history, nonet.saved_view cascade'];
  for (const [place, person] of people.entries()) {
    statements.push(
      `insert into product."user" (id, email, name, roles, supervisor, cost_centre, created_at, updated_at) values ('${person}', '${place}@x.example', 'Person ${place}', '{}', ${place === 1 ? `'${boss}'` : 'null'}, '${centre}', '${TIME}', '${TIME}')`,
    );
  }
  for (const [place, item] of claims.entries()) {
    if (item === null) continue;
    const key = id(100 + place);
    statements.push(
      `insert into product.claim (id, number, owner, purpose, status, note, created_at, updated_at, _deleted_at) values ('${key}', 'EX-${place}', '${people[item.owner - 1]}', '${item.purpose}', '${item.status}', ${item.note === null ? 'null' : `'${item.note}'`}, '${TIME}', '${TIME}', ${item.deleted ? `'${TIME}'` : 'null'})`,
      ...item.amounts.map(
        (amount, position) =>
          `insert into product.line (id, _parent, _position, date, amount, created_at, updated_at) values ('${id(1000 + place * 10 + position)}', '${key}', ${position}, '2026-01-01', ${amount}, '${TIME}', '${TIME}')`,
      ),
      `insert into nonet.history (id, entity, record, at, action, clause, from_state, to_state, before, after) select '${id(5000 + place)}', 'Claim', id, '${TIME}', 'update', 'x', status, status, to_jsonb(c) || '{"note": "before"}', to_jsonb(c) from product.claim c where id = '${key}'`,
    );
  }
  for (const [place, filters] of VIEWS.entries())
    statements.push(
      `insert into nonet.saved_view (id, user_id, screen, name, state) values ('${id(8000 + place)}', '${boss}', 'claims', 'View ${place}', '${JSON.stringify({ ...EMPTY_VIEW, filters })}')`,
    );
  await engine.pool.query(statements.join(';\n'));
}

const query = (parts: Partial<ListQuery>): ListQuery => ({
  ...WHOLE_LIST,
  count: true,
  ...parts,
});
const filter = (key: string, value: string) => query({ filters: [{ key, value }], fields: 'number' });
const LISTS = [
  query({}),
  query({ expand: 'owner,created_by', order: '-total' }),
  query({ order: 'note,-purpose', limit: 1 }),
  query({ order: '-note', limit: 2 }),
  query({ search: 'secret' }),
  query({ search: 'other' }),
  query({ search: 'tr' }),
  filter('note', 'secret'),
  filter('note.ne', 'secret'),
  filter('note.null', 'true'),
  filter('note.gte', 'p'),
  filter('note.contains', 'e'),
  filter('total.gte', '100'),
  filter('large', 'true'),
  filter('owner.name.starts', 'person'),
  filter('owner.supervisor', boss),
  filter('owner.cost_centre', 'A'),
  filter('cost_centre', 'A'),
  query({ order: 'owner.cost_centre' }),
  query({ deleted: true }),
  query({ deleted: true, order: '-note', limit: 1 }),
  { ...filter('note', 'secret'), deleted: true },
];

const EMPTY_VIEW: ViewState = { filters: {}, search: null, order: '-note,total', columns: null, pageSize: null };
const VIEWS = [
  { note: 'secret', 'total.gte': '100' },
  { owner: id(2) },
  { 'owner.in': `${id(3)},${boss}` },
  { owner: id(100) },
];

/** All answers to the reader, as one text; a refusal with all its details. */
async function everything({ engine }: { engine: RunningEngine }, actor: Actor): Promise<string[]> {
  const answers: string[] = [];
  const note = async (ask: () => Promise<unknown>) => {
    answers.push(
      await ask().then(
        JSON.stringify,
        (refusal) =>
          `${refusal.code} ${refusal.status} ${refusal.message} ${JSON.stringify(refusal.errors)} ${refusal.clause}`,
      ),
    );
  };
  for (const entity of ['Claim', 'Line', 'User'])
    for (const list of LISTS) await note(() => engine.list(actor, entity, list));
  for (let place = 0; place < 6; place++) {
    for (const entity of ['Claim', 'Line'])
      await note(() =>
        engine.read(actor, entity, id(entity === 'Claim' ? 100 + place : 1000 + place * 10), {
          fields: null,
          expand: null,
        }),
      );
    await note(() => engine.can(actor, 'Claim', id(100 + place)));
    await note(() => engine.history(actor, 'Claim', id(100 + place)));
  }
  const owners = ['Person 0', 'Person 1', '1@x.example', 'A', 'B', boss, id(100)];
  const rows = owners.map((owner, place) => ({ line: place + 2, cells: [owner, 'Train'] }));
  for (const header of [
    ['owner', 'purpose'],
    ['owner', 'note'],
    ['owner', 'owner.name'],
  ])
    await note(() => engine.import(actor, 'Claim', { locale: null, header, rows }, { ifMatch: null, dryRun: true }));
  await note(() => engine.dashboard(actor, 'overview'));
  const items = Array.from({ length: 6 }, (_, place) => ({ id: id(100 + place), ifMatch: '*' }));
  for (const action of [{ kind: 'delete' }, { kind: 'restore' }, { kind: 'event', event: 'submit', body: {} }] as const)
    await note(async () =>
      (await engine.bulk(actor, 'Claim', action, items, {})).map((each) =>
        'error' in each ? [each.id, String(each.error), (each.error as Refusal).clause] : [each.id, each.answer?.json],
      ),
    );
  for (const { clause } of overview.tiles)
    for (const group of [undefined, null, 'secret', 'A', 'paid', boss, id(2), id(100)])
      await note(() =>
        engine.list(actor, 'Claim', query({ tile: group === undefined ? { clause } : { clause, group } })),
      );
  await note(() => engine.savedViews.list(actor));
  for (const filters of VIEWS)
    await note(() => engine.savedViews.change(actor, id(8000), { state: { ...EMPTY_VIEW, filters } }));
  return answers;
}

test("a reader can't distinguish two databases that differ in data that they may not read", async () => {
  const [first, second] = worlds as [(typeof worlds)[number], (typeof worlds)[number]];
  await fc.assert(
    fc.asyncProperty(
      fc.array(claim, { minLength: 3, maxLength: 6 }),
      fc.array(claim, { minLength: 6, maxLength: 6 }),
      async (claims, hidden) => {
        await fill(first, claims, 'A');
        await fill(second, otherWorld(claims, hidden), 'B');
        const actor: Actor = { userId: boss, roles: [] };
        expect(await everything(second, actor)).toEqual(await everything(first, actor));
      },
    ),
    { numRuns: 7 },
  );
});
