import type {
  FoundView,
  CanView,
  DashboardView,
  HistoryEntryView,
  PageView,
  RecordView,
  ReportView,
  SummaryView,
} from '@nonet/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { LightMyRequestResponse } from 'fastify';
import { type ListedRoute, routeAt, routesOf } from '@nonet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COST_CENTRES,
  claimsWorld,
  money,
  PEOPLE,
  type Person,
  type Truth,
  type World,
} from './fixtures/claims-world.ts';
import {
  claimFields,
  mayDo,
  mayExport,
  mayRead,
  type Actor,
  readsAsFinance,
  readsCostCentres,
  stateOf,
} from './fixtures/point-six.ts';
import { EventStream } from './fixtures/event-stream.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'OPTIONS';

let world: World;
let routes: readonly ListedRoute[];
const asked = new Set<string>();

beforeAll(async () => {
  world = await claimsWorld();
  routes = routesOf(world.server.server);
});
afterAll(() => world?.server.close());

const NOT_SIGNED_IN = 'nobody';
const ACTORS: Actor[] = [...(Object.keys(PEOPLE) as Person[]), NOT_SIGNED_IN];
const UNKNOWN_ID = '01a1fe63-0000-7000-8000-000000000000';

/** Texts that no answer to this reader may contain. */
function secretsFrom(actor: Actor): string[] {
  const hidden = world.claims.flatMap((claim) => {
    const finance = [claim.reference, claim.booking].filter((text) => text !== null);
    if (mayRead(actor, claim)) return readsAsFinance(actor, claim) ? [] : finance;
    return [
      claim.id,
      claim.number,
      claim.purpose,
      claim.line,
      claim.description,
      claim.file.id,
      claim.file.name,
      ...finance,
    ];
  });
  return [...hidden, ...(readsCostCentres(actor) ? [] : COST_CENTRES)];
}

const secrets = new Map<Actor, readonly string[]>();

/** Asks as a reader, notes the route, and looks through the whole answer. */
async function ask(
  actor: Actor,
  method: Method,
  url: string,
  more: { body?: object; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  const route = routeAt(routes, method, url);
  if (route !== null) asked.add(route);
  const cookie = actor === 'nobody' ? undefined : world.cookies.get(actor);
  const answer = await world.server.ask(method, url, { ...(cookie ? { cookie } : {}), ...more });
  if (!secrets.has(actor)) secrets.set(actor, secretsFrom(actor));
  const whole = `${JSON.stringify(answer.headers)}\n${answer.body}`;
  for (const secret of secrets.get(actor) ?? []) {
    if (whole.includes(secret)) throw new Error(`${method} ${url} tells ${actor} ${secret}: ${answer.body}`);
  }
  return answer;
}

/** All pages of a list, whose count must equal the number of its records. */
async function all(actor: Actor, url: string): Promise<RecordView[]> {
  const items: RecordView[] = [];
  let cursor: string | null = null;
  let count: number | undefined;
  do {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await ask(actor, 'GET', `${url}&limit=4&count=exact${from}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const page: PageView = answer.json();
    items.push(...page.items);
    if (items.length > world.claims.length) throw new Error(`${url} goes round in a circle.`);
    cursor = page.next;
    count = page.count;
  } while (cursor !== null);
  expect(count).toBe(items.length);
  return items;
}

const readable = (actor: Actor) => world.claims.filter((claim) => mayRead(actor, claim));
const numbers = (claims: readonly (Truth | RecordView)[]) => claims.map(({ number }) => String(number)).toSorted();
const sum = (claims: readonly Truth[]) => money(claims.reduce((total, { cents }) => total + cents, 0));

describe.each(ACTORS.filter((actor) => actor !== NOT_SIGNED_IN))('to %s', (actor) => {
  test('lists, counts, pages, orders and searches show the readable claims alone', async () => {
    const expected = readable(actor);
    expect(numbers(await all(actor, '/api/claims?order=number'))).toEqual(numbers(expected));
    const byTotal = await all(actor, '/api/claims?order=-total');
    expect(byTotal.map(({ total }) => total)).toEqual(
      expected
        .map(({ cents }) => cents)
        .toSorted((a, b) => b - a)
        .map(money),
    );
    for (const state of ['draft', 'submitted', 'escalated', 'approved', 'rejected', 'paid', 'withdrawn']) {
      const found = await all(actor, `/api/claims?status=${state}`);
      expect(numbers(found), state).toEqual(numbers(expected.filter((claim) => stateOf(claim) === state)));
    }
    const large = await all(actor, '/api/claims?total.gte=2500&owner.name.contains=Mo&expand=owner');
    expect(numbers(large)).toEqual(numbers(expected.filter((claim) => claim.large && claim.owner === 'mo')));
    for (const claim of world.claims) {
      const visible = mayRead(actor, claim) ? [claim.number] : [];
      expect(numbers((await ask(actor, 'GET', `/api/claims?q=${claim.purpose}`)).json<PageView>().items)).toEqual(
        visible,
      );
      expect(
        numbers((await ask(actor, 'GET', `/api/claims?total=${money(claim.cents)}`)).json<PageView>().items),
      ).toEqual(visible);
      const everywhere = (await ask(actor, 'GET', `/api/-/search?q=${claim.purpose}`)).json<FoundView[]>();
      expect(everywhere.flatMap(({ items }) => items)).toHaveLength(visible.length);
    }
    const lines = await all(actor, '/api/lines?order=description');
    expect(lines.map(({ description }) => description)).toEqual(
      expected.map(({ description }) => description).toSorted(),
    );
  });

  test('fields that nobody may read here can not be asked for either', async () => {
    const finance = actor === 'finn';
    const routes = ['payment_reference=x', 'booking.contains=x', 'order=booking', 'fields=payment_reference'];
    for (const route of routes) {
      expect([route, (await ask(actor, 'GET', `/api/claims?${route}`)).statusCode]).toEqual([
        route,
        finance ? 200 : 400,
      ]);
    }
    const centres = [
      '/api/users?cost_centre.contains=NL',
      '/api/users?order=cost_centre',
      '/api/users?fields=cost_centre',
    ];
    const through = [
      '/api/claims?owner.cost_centre=NL200',
      '/api/claims?order=owner.cost_centre',
      '/api/claims?fields=owner.cost_centre',
    ];
    for (const route of [...centres, ...through]) {
      const status = (await ask(actor, 'GET', route)).statusCode;
      expect([route, status]).toEqual([route, readsCostCentres(actor) ? 200 : 400]);
    }
    for (const claim of world.claims.filter((each) => each.reference !== null && finance)) {
      const found = (await ask(actor, 'GET', `/api/claims?payment_reference=${claim.reference}`)).json<PageView>();
      expect(numbers(found.items)).toEqual([claim.number]);
    }
    expect((await all(actor, '/api/users?order=email')).map(({ email }) => email)).toEqual(
      Object.keys(PEOPLE)
        .map((name) => `${name}@example.com`)
        .toSorted(),
    );
  });

  test('the sums and groups of a list count the readable claims alone', async () => {
    const expected = readable(actor);
    const asked = await ask(actor, 'GET', '/api/claims/summary?_sum=total&_by=status');
    const { count, values, groups } = asked.json<SummaryView>();
    expect([count, values.total?.sum]).toEqual([expected.length, sum(expected)]);
    const byState = Map.groupBy(expected, stateOf);
    expect(new Map(groups?.map((group) => [group.key, group.count]))).toEqual(
      new Map([...byState].map(([state, claims]) => [state, claims.length])),
    );
    const hidden = await ask(actor, 'GET', '/api/claims/summary?_by=owner.cost_centre');
    expect(hidden.statusCode).toBe(readsCostCentres(actor) ? 200 : 400);
  });

  test('a report counts the readable claims alone', async () => {
    const expected = readable(actor);
    const asked = await ask(actor, 'GET', '/api/claims/report?_rows=status&_columns=owner&_measures=count,sum(total)');
    const { rows, columns, total } = asked.json<ReportView>();
    expect(total).toEqual([expected.length, sum(expected)]);
    const byState = Map.groupBy(expected, stateOf);
    expect(new Map(rows.map((row) => [row.key, row.total]))).toEqual(
      new Map([...byState].map(([state, claims]) => [state, [claims.length, sum(claims)]])),
    );
    expect(columns?.reduce((count, column) => count + Number(column.total[0]), 0)).toBe(expected.length);
    for (const query of ['_rows=owner.cost_centre', '_rows=status&_columns=owner.cost_centre']) {
      const hidden = await ask(actor, 'GET', `/api/claims/report?${query}`);
      expect(hidden.statusCode).toBe(readsCostCentres(actor) ? 200 : 400);
    }
  });

  test('a claim, its lines, file, history and possibilities, or nothing', async () => {
    for (const claim of world.claims) {
      const may = mayRead(actor, claim);
      const status = may ? 200 : 404;
      const routes = ['', '/can', '/history', '?expand=owner,approver,project', '?fields=number,lines,owner.name'];
      const asJson = { headers: { accept: 'application/json' } };
      const answers = [];
      for (const route of routes) answers.push(await ask(actor, 'GET', `/api/claims/${claim.id}${route}`));
      answers.push(await ask(actor, 'GET', `/api/claims/${claim.id}/papers/claim_sheet`, asJson));
      answers.push(await ask(actor, 'GET', `/api/lines/${claim.line}`));
      answers.push(await ask(actor, 'GET', `/api/-/files/${claim.file.id}`));
      expect(
        answers.map(({ statusCode }) => statusCode),
        claim.purpose,
      ).toEqual(answers.map(() => status));
      if (!may) continue;
      const [record, can, history] = answers;
      expect(Object.keys(record?.json() ?? {}).toSorted()).toEqual(claimFields(actor, claim));
      checkCan(actor, claim, can?.json<CanView>());
      checkHistory(actor, claim, history?.json<HistoryEntryView[]>() ?? []);
    }
  });

  test('streams send what the lists answer, and nothing about other changes', async () => {
    const cookie = world.cookies.get(actor) ?? '';
    const lists = {
      a: 'claims?order=number&limit=50',
      b: 'lines?order=description&limit=50',
      c: '-/dashboards/overview',
    };
    const [one, several] = [
      await EventStream.open(world.server, '/api/claims/events?order=number&limit=50', cookie),
      await EventStream.open(world.server, `/api/-/events?${new URLSearchParams(lists)}`, cookie),
    ];
    asked.add('GET /api/:/events').add('GET /api/-/events');
    await Promise.all([one.next(0), several.next(0, 3)]);
    // Everything changes, and the records that they may read are sent again.
    await world.server.engine.pool.query(`update product.claim set updated_at = updated_at + interval '1 second'`);
    const count = readable(actor).length;
    await Promise.all([one.next(1, count), several.next(3, count)]);
    const sent = one.events.flatMap(({ data }) => (data.item ? [data.item as RecordView] : []));
    expect(numbers(sent)).toEqual(numbers(readable(actor)));
    for (const { text } of [one, several])
      for (const secret of secretsFrom(actor))
        if (text.includes(secret)) throw new Error(`A stream tells ${actor} ${secret}.`);
    one.close();
    several.close();
  });

  test('writes treat hidden records like unknown ones', async () => {
    for (const claim of world.claims.filter((each) => !mayRead(actor, each))) {
      for (const [method, route, body] of WRITES) {
        // The owner of a deleted record knows that it existed.
        if (route === '/restore' && claim.owner === actor) continue;
        const write = (id: string) =>
          ask(actor, method, `/api/claims/${id}${route}`, { body, headers: { 'if-match': '*' } });
        const [hidden, unknown] = [await write(claim.id), await write(UNKNOWN_ID)];
        expect([method, route, hidden.statusCode]).toEqual([method, route, unknown.statusCode]);
        expect(hidden.body).toBe(unknown.body);
        expect([403, 404]).toContain(hidden.statusCode);
      }
    }
    // The same for a record that is merged into another: who may not read it learns nothing of it.
    const [other] = readable(actor);
    for (const { id } of other === undefined ? [] : world.claims.filter((each) => !mayRead(actor, each))) {
      const merge = (from: string) =>
        ask(actor, 'POST', `/api/claims/${other?.id}/merge-with`, {
          body: { from: { id: from }, take: [] },
          headers: { 'if-match': '*' },
        });
      const [hidden, unknown] = [await merge(id), await merge(UNKNOWN_ID)];
      expect([hidden.statusCode, hidden.body]).toEqual([unknown.statusCode, unknown.body]);
      expect([403, 404]).toContain(hidden.statusCode);
    }
    // Nobody is erased in this product.
    expect((await ask(actor, 'POST', `/api/users/${UNKNOWN_ID}/erase`, { body: {} })).statusCode).toBe(404);
    // The ids that they ask for come back to them, and nothing else.
    asked.add('POST /api/:/bulk');
    const cookie = world.cookies.get(actor) ?? '';
    const hidden = world.claims.filter((each) => !mayRead(actor, each) && each.owner !== actor).map(({ id }) => id);
    for (const action of [{ action: 'delete' }, { action: 'restore' }, { action: 'event', event: 'withdraw' }]) {
      const ids = [...hidden, UNKNOWN_ID];
      const body = { ...action, items: ids.map((id) => ({ id, if_match: '*' })) };
      const { results } = (await world.server.ask('POST', '/api/claims/bulk', { cookie, body })).json();
      const unknown = results.at(-1);
      expect(results).toEqual(ids.map((id) => ({ ...unknown, id })));
      expect([403, 404]).toContain(unknown.status);
    }
    const tried = await ask(actor, 'POST', '/api/claims/submit', { body: {} });
    expect([404, 405]).toContain(tried.statusCode);
  });

  test('nothing is imported if no cell allows an import', async () => {
    const statuses: number[] = [];
    for (const path of ['claims', 'lines', 'users', 'categories']) {
      for (const query of ['', '?dry_run=true']) {
        const file = { body: Buffer.from('name\nx\n'), headers: { 'content-type': 'text/csv' } };
        statuses.push((await ask(actor, 'POST', `/api/${path}/import${query}`, file)).statusCode);
      }
    }
    // Lines are written with their claim.
    expect(statuses).toEqual([403, 403, 404, 404, 403, 403, 403, 403]);
  });

  test('exports hold what may be exported', async () => {
    const answer = await ask(actor, 'GET', '/api/claims?order=number&fields=number,purpose', {
      headers: { accept: 'text/csv' },
    });
    const rows = answer.body.trim().split('\r\n').slice(1);
    const expected = world.claims.filter((claim) => mayExport(actor, claim));
    expect(rows).toEqual(expected.map(({ number, purpose }) => `${number},${purpose}`).toSorted());
  });

  test('dashboards and screens count and show what this reader may read', async () => {
    const { tiles } = (await ask(actor, 'GET', '/api/-/dashboards/overview')).json<DashboardView>();
    const of = (...states: string[]) => readable(actor).filter((claim) => states.includes(stateOf(claim)));
    const total = (name: string) => tiles.find((tile) => tile.name === name)?.groups?.map(({ value }) => value);
    const value = (name: string) => tiles.find((tile) => tile.name === name)?.value;
    expect(value('My open claims')).toBe(
      of('draft', 'submitted', 'approved').filter(({ owner }) => owner === actor).length,
    );
    expect(value('Waiting for me')).toBe(of('submitted').filter((claim) => supervises(actor, claim)).length);
    expect(value('To be paid')).toBe(sum(of('approved')));
    expect(total('Paid by month')).toEqual(of('paid').length > 0 ? [sum(of('paid'))] : []);
    const categories = ['Meals', 'Travel'].map((name) => of('paid').filter(({ category }) => category === name));
    // The records behind each number and group are exactly those that it counts.
    for (const tile of tiles.filter(({ list, valueKind }) => list !== null && valueKind === 'integer')) {
      const behind = await all(actor, `/api/claims?screen=${tile.list}&tile=${encodeURIComponent(tile.clause)}`);
      expect([tile.name, behind.length]).toEqual([tile.name, tile.value]);
    }
    const paid = tiles.find(({ name }) => name === 'Paid by month');
    for (const { key, value } of paid?.groups ?? []) {
      const tile = `tile=${encodeURIComponent(paid?.clause ?? '')}&tile.group=${String(key)}`;
      const behind = await all(actor, `/api/claims?${tile}`);
      expect(money(behind.reduce((cents, claim) => cents + Math.round(Number(claim['total']) * 100), 0))).toBe(value);
    }
    expect(total('Spend by category')).toEqual(categories.filter((claims) => claims.length > 0).map(sum));

    const shown: Record<string, (claim: Truth) => boolean> = {
      my_claims: ({ owner }) => owner === actor,
      approvals: (claim) => stateOf(claim) === 'submitted' && supervises(actor, claim),
      escalations: (claim) => stateOf(claim) === 'escalated',
      finance_board: () => true,
      trips: () => true,
    };
    const { screens } = (await ask(actor, 'GET', '/api/-/product')).json<{ screens: { slug: string }[] }>();
    const opened = Object.entries(shown).filter(([slug]) => screens.some((screen) => screen.slug === slug));
    const closed = Object.keys(shown).filter((slug) => !opened.some(([other]) => other === slug));
    for (const [slug, fits] of opened) {
      const found = await all(actor, `/api/claims?screen=${slug}`);
      expect(numbers(found), slug).toEqual(numbers(readable(actor).filter(fits)));
    }
    // Nothing is deleted, and the answer reveals nothing more.
    const deleted = await ask(actor, 'GET', '/api/claims?deleted=only');
    expect(deleted.json<{ items?: object[]; code?: string }>()).toMatchObject(
      deleted.statusCode === 200 ? { items: [] } : { code: 'FORBIDDEN' },
    );
    for (const slug of closed) {
      const answer = await ask(actor, 'GET', `/api/claims?screen=${slug}`);
      expect(answer.statusCode, slug).toBeGreaterThanOrEqual(400);
    }
  });

  test('the description of the product names no field that its reader can never read', async () => {
    const described = (await ask(actor, 'GET', '/api/openapi.json')).json<Record<string, unknown>>();
    expect(await new Validator().validate(structuredClone(described))).toMatchObject({ valid: true });
    for (const url of ['/api/-/product', '/api/openapi.json']) {
      const { body } = await ask(actor, 'GET', url);
      for (const name of ['payment_reference', 'booking'])
        expect(body.includes(name), `${url} ${name}`).toBe(actor === 'finn');
      expect(body.includes('cost_centre'), url).toBe(readsCostCentres(actor));
    }
  });
});

/** The calls of `exact-claims.md`: their callers' rights hold, whatever the document states for them (7). */
describe.each(ACTORS)('exact calls to %s', (actor) => {
  interface ExactClaim {
    number: string;
    total: number;
    lines: unknown[];
    mine: boolean;
    others: number;
    owner: { name: string; centre: string | null; claims: number } | null;
  }
  const exact = (method: Method, url: string, body?: object) => {
    asked.add(`${method} /api/-/answered`);
    return ask(actor, method, `/exact${url}`, body === undefined ? {} : { body });
  };
  const listed = async (query: string) =>
    (await exact('GET', `/claims?limit=90${query}`)).json<{ claims: ExactClaim[]; count: number }>();

  test('lists, counts, searches and filters show the readable claims alone', async () => {
    expect((await exact('GET', '/claims')).statusCode).toBe(actor === 'nobody' ? 401 : 200);
    if (actor === 'nobody') return;
    const expected = readable(actor);
    const { claims, count } = await listed('');
    expect(claims.map(({ number }) => number).toSorted()).toEqual(numbers(expected));
    expect(count).toBe(expected.length);
    expect(claims.map(({ total }) => total)).toEqual(
      expected.map(({ cents }) => cents / 100).toSorted((a, b) => b - a),
    );
    for (const claim of claims) {
      const truth = expected.find(({ number }) => number === claim.number);
      const visible = expected.filter(({ owner }) => owner === truth?.owner).length;
      expect([claim.mine, claim.others, claim.lines.length]).toEqual([truth?.owner === actor, visible, 1]);
      expect(claim.owner?.claims).toBe(visible);
      expect(claim.owner?.centre !== null).toBe(readsCostCentres(actor) && truth?.owner !== 'dana');
    }
    const paid = await listed('&status=paid');
    expect(numbers(paid.claims as never)).toEqual(numbers(expected.filter((claim) => stateOf(claim) === 'paid')));
    for (const claim of world.claims) {
      const visible = mayRead(actor, claim);
      expect((await listed(`&q=${claim.purpose}`)).count).toBe(visible ? 1 : 0);
      expect((await listed(`&line=${claim.description}`)).count).toBe(visible ? 1 : 0);
    }
    for (const claim of world.claims.filter(({ reference }) => reference !== null))
      expect((await listed(`&reference=${claim.reference}`)).count).toBe(readsAsFinance(actor, claim) ? 1 : 0);
    for (const centre of COST_CENTRES)
      expect((await listed(`&centre=${centre}`)).count > 0 && !readsCostCentres(actor)).toBe(false);
  });

  test('a reader of a claim finds it, the records through it, and its changes', async () => {
    for (const claim of world.claims) {
      const visible = mayRead(actor, claim);
      const found = actor === 'nobody' ? 401 : visible ? 200 : 404;
      expect((await exact('GET', `/claims/${claim.number}`)).statusCode).toBe(found);
      expect((await exact('GET', `/claims/${claim.number}/lines`)).statusCode).toBe(found);
      expect((await exact('GET', `/claims/${claim.number}/lines/${claim.line}`)).statusCode).toBe(found);
      if (visible && claim.owner === actor) continue;
      const refused = actor === 'nobody' ? [401] : visible ? [403] : [404];
      for (const [method, url, body] of [
        ['PATCH', '', { purpose: 'Taken over' }],
        ['DELETE', '', undefined],
        ['POST', '/withdrawal', {}],
      ] as const)
        expect(refused, `${method} ${claim.number}`).toContain(
          (await exact(method, `/claims/${claim.number}${url}`, body)).statusCode,
        );
    }
    for (const url of ['/people', '/me'])
      expect((await exact('GET', url)).statusCode).toBe(actor === 'nobody' ? 401 : 200);
    await exact('PUT', '/claims');
    await exact('OPTIONS', '/claims');
  });
});

/** The texts in a record that say something of their own: no ids, no times, and nothing of three letters. */
function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string' && value.length > 3 && !/^[0-9a-f]{8}-|^\d{4}-\d\d-\d\d/.test(value)) into.add(value);
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collectTexts(part, into);
}

const supervises = (actor: Actor, claim: Truth) => PEOPLE[claim.owner].supervisor === actor;

const WRITES = [
  ['PATCH', '', { purpose: 'Taken over' }],
  ['DELETE', '', {}],
  ['POST', '/restore', {}],
  ['POST', '/withdraw', {}],
  ['POST', '/pay', { payment_reference: 'BANK-X' }],
  ['POST', '/merge-with', { from: { id: UNKNOWN_ID }, take: [] }],
] as const;

function checkCan(actor: Actor, claim: Truth, can: CanView | undefined): void {
  if (!can) throw new Error('There is no answer.');
  const { update, delete: remove, restore, events } = can;
  const verdicts = Object.entries({ update, delete: remove, restore, ...events });
  expect(Object.fromEntries(verdicts.map(([name, { may }]) => [name, may])), claim.purpose).toEqual(
    mayDo(actor, claim),
  );
}

/** 6: a value of history is shown where today's roles may read it on the record as it was then. */
function checkHistory(actor: Actor, claim: Truth, history: readonly HistoryEntryView[]): void {
  const readableThen = claim.states.filter((state) => mayRead(actor, claim, state));
  expect(history.map(({ to }) => to).toReversed(), claim.purpose).toEqual(readableThen);
  for (const { changes } of history.filter(({ action }) => action === 'create')) {
    expect(changes.map(({ field }) => field)).toContain('purpose');
  }
}

test('a shared view shows its readers nothing that they may not read', async () => {
  const state = { filters: { status: 'submitted' }, search: null, order: '-total', columns: ['number'], page_size: 50 };
  for (const [maker, role] of [
    ['mo', 'manager'],
    ['finn', 'finance'],
    ['ada', 'admin'],
  ] as const) {
    const view = { screen: 'my_claims', name: `Of ${maker}`, role, state };
    const saved = await ask(maker, 'POST', '/api/-/views', { body: view });
    expect([maker, saved.statusCode]).toEqual([maker, 201]);
    for (const other of ACTORS) {
      const listed = await ask(other, 'GET', '/api/-/views');
      const sees = other !== NOT_SIGNED_IN && (PEOPLE[other].roles as readonly string[]).includes(role);
      expect([other, listed.body.includes(view.name)]).toEqual([other, sees]);
      const tried = await ask(other, 'POST', '/api/-/views', { body: { ...view, name: 'Mine' } });
      expect([other, tried.statusCode]).toEqual([other, other === NOT_SIGNED_IN ? 401 : sees ? 201 : 400]);
      const id = saved.json<{ id: string }>().id;
      if (other === maker) continue;
      for (const method of ['PATCH', 'DELETE'] as const) {
        const status = (await ask(other, method, `/api/-/views/${id}`, { body: { name: 'Taken over' } })).statusCode;
        expect(status).toBe(other === NOT_SIGNED_IN ? 401 : 404);
      }
    }
  }
});

test('a visitor finds nothing', async () => {
  const lists = ['/api/claims', '/api/lines', '/api/users', '/api/categories', '/api/projects'];
  for (const url of [...lists, ...lists.map((list) => `${list}/events`)]) {
    expect([url, (await ask('nobody', 'GET', url)).statusCode]).toEqual([url, 401]);
  }
  for (const claim of world.claims) {
    for (const url of ['', '/can', '/history']) {
      expect((await ask('nobody', 'GET', `/api/claims/${claim.id}${url}`)).statusCode).toBe(401);
    }
    expect((await ask('nobody', 'GET', `/api/-/files/${claim.file.id}`)).statusCode).toBe(404);
  }
  for (const [method, route, body] of WRITES) {
    const answer = await ask('nobody', method, `/api/claims/${UNKNOWN_ID}${route}`, {
      body,
      headers: { 'if-match': '*' },
    });
    expect(answer.statusCode).toBe(401);
  }
  const product = (await ask('nobody', 'GET', '/api/-/product')).json<{
    entities: object;
    screens: { slug: string }[];
  }>();
  expect(product.entities).toEqual({});
  expect(product.screens.map(({ slug }) => slug)).toEqual(['sign_in', 'policy']);
  expect((await ask('nobody', 'GET', '/api/openapi.json')).json<{ paths: object }>().paths).toEqual({});
  expect((await ask('nobody', 'GET', '/api/-/dashboards/overview')).statusCode).toBeGreaterThanOrEqual(400);
});

test('routes without records say nothing about them', async () => {
  for (const actor of ACTORS) {
    for (const url of [
      '/',
      '/manifest.webmanifest',
      '/healthz',
      '/readyz',
      '/api/-/session',
      '/api/-/sessions',
      '/api/-/tokens',
      '/api/-/notices',
      '/api/-/notices/state',
      '/api/-/notices/preferences',
      '/api/-/preferences',
      '/api/-/search?q=dinner',
    ])
      await ask(actor, 'GET', url);
    const refused = actor === 'nobody' ? 401 : 403;
    for (const url of ['/api/-/document', '/api/gaps', '/api/-/versions', '/api/-/versions/1..1', '/api/-/corrections'])
      expect((await ask(actor, 'GET', url)).statusCode).toBe(refused);
    // No page is given in this document, and no screen of it is a calendar with an address.
    for (const url of ['/api/-/given/overview', '/api/-/given/Claim.purpose', '/api/-/calendars/trips/calendar.ics'])
      expect((await ask(actor, 'GET', url)).statusCode).toBe(404);
    // The document states no feed.
    expect((await ask(actor, 'POST', '/api/-/feeds/catalogue', { body: {} })).statusCode).toBe(404);
    const other = { files: [{ path: 'spec.md', text: '# Specification: Other' }] };
    expect((await ask(actor, 'POST', '/api/-/corrections', { body: other })).statusCode).toBe(refused);
    await ask(actor, 'POST', '/api/-/password-links', { body: { email: 'emma@example.com' } });
    await ask(actor, 'POST', '/api/-/password-links/use', { body: { token: 'none', password: 'a long password' } });
    // The deployment of this product names no provider to sign in with.
    for (const [method, url] of [
      ['POST', '/api/-/open-id/other'],
      ['GET', '/api/-/open-id/other/callback'],
    ] as const)
      expect((await ask(actor, method, url, { body: { next: '/' } })).statusCode).toBe(404);
    await ask(actor, 'POST', '/api/-/tokens', { body: { name: 'of mine', days: 1 } });
    // With a session alone no agent is answered; its tools have a test of their own.
    expect((await ask(actor, 'POST', '/api/-/mcp', { body: {} })).statusCode).toBe(401);
    await ask(actor, 'DELETE', `/api/-/tokens/${UNKNOWN_ID}`);
    await ask(actor, 'DELETE', `/api/-/sessions/${UNKNOWN_ID}`);
    await ask(actor, 'GET', '/api/-/second-factors');
    await ask(actor, 'DELETE', `/api/-/second-factors/${UNKNOWN_ID}`);
    for (const step of ['totp', `totp/${UNKNOWN_ID}`, 'passkey', 'passkey/confirm', 'recovery-codes'])
      await ask(actor, 'POST', `/api/-/second-factors/${step}`, { body: {} });
    for (const url of ['/api/-/session/second-factor', '/api/-/session/second-factor/passkey'])
      expect((await ask(actor, 'POST', url, { body: { code: '123456' } })).statusCode).toBe(401);
    await ask(actor, 'PATCH', `/api/-/views/${UNKNOWN_ID}`, { body: { name: 'Not mine' } });
    await ask(actor, 'DELETE', `/api/-/views/${UNKNOWN_ID}`);
    for (const url of ['/api/-/notices/read', '/api/-/notices/unread'])
      await ask(actor, 'POST', url, { body: { ids: [UNKNOWN_ID] } });
    await ask(actor, 'PATCH', '/api/-/notices/preferences/none', { body: { way: 'off' } });
    await ask(actor, 'PATCH', '/api/-/preferences', { body: { time_zone: 'Asia/Tokyo' } });
    await ask(actor, 'POST', '/api/-/files', { body: {} });
    await ask(actor, 'POST', '/api/claims', { body: { owner: world.users.get('emma'), purpose: 'In another name' } });
  }
  await ask('nobody', 'POST', '/api/-/session', { body: { email: 'emma@example.com', password: 'wrong' } });
  await ask('nobody', 'DELETE', '/api/-/session');
  for (const actor of ACTORS) {
    const taken = { email: 'emma@example.com', password: 'a long enough password' };
    // The document states no screen to sign up: who is known stays unknown.
    expect((await ask(actor, 'POST', '/api/-/sign-up', { body: taken })).statusCode).toBe(404);
    const wrong = { current: 'wrong', password: 'a long enough password' };
    const status = (await ask(actor, 'POST', '/api/-/password', { body: wrong })).statusCode;
    expect(status).toBe(actor === 'nobody' ? 401 : 400);
  }
});

test('the log holds no value of any record, and nothing that opens anything', async () => {
  expect(world.logged.length).toBeGreaterThan(1000);
  const { rows } = await world.server.engine.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'product' and table_type = 'BASE TABLE'`,
  );
  const values = new Set<string>();
  for (const { name } of rows) {
    const records = await world.server.engine.pool.query<{ record: object }>(
      `select to_jsonb(t) as record from product."${name}" t`,
    );
    for (const { record } of records.rows) collectTexts(record, values);
  }
  for (const { file, ...claim } of world.claims) values.add(file.name).add(claim.number);
  for (const cookie of world.cookies.values()) values.add(cookie.split('=')[1] ?? '');
  expect(values.size).toBeGreaterThan(100);
  const { plan } = world.server.engine;
  const names = new Set([...plan.states.flatMap(({ states }) => states), ...plan.roles].map(({ name }) => name));
  const log = world.logged.join('');
  expect([...values].filter((value) => !names.has(value) && log.includes(value))).toEqual([]);
});

test('this file requests every route', async () => {
  for (const { methods, path } of routes) {
    for (const method of methods as Method[]) {
      const route = `${method} ${path}`;
      // HEAD is GET without its body; what answers 405 is none.
      if (asked.has(route) || method === 'HEAD') continue;
      const url = path.replace('/api/:', '/api/claims').replaceAll(':', UNKNOWN_ID);
      const status = (await ask('emma', method, url, method === 'GET' ? {} : { body: {} })).statusCode;
      expect([route, status], 'is asked as every reader in a test of this file').toEqual([route, 405]);
    }
  }
});
