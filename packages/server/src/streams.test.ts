import type { PageView } from '@nonet/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '@nonet/engine';
import { EventStream } from './fixtures/event-stream.ts';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';
import { Product } from './product.ts';
import { createServer } from './server.ts';

let desk: TestServer;
let mia: string;
let ann: string;
const opened: EventStream[] = [];

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  mia = await join(desk, 'mia@example.com');
  ann = await join(desk, 'ann@example.com', ['agent']);
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
afterAll(() => desk?.close());

async function follow(path: string, headers: Record<string, string> | string): Promise<EventStream> {
  const stream = await EventStream.open(desk, path, headers);
  opened.push(stream);
  return stream;
}

async function ticket(cookie: string, subject: string): Promise<{ id: string; etag: string }> {
  const answer = await desk.ask('POST', '/api/tickets', { cookie, body: { subject } });
  expect(answer.statusCode, answer.body).toBe(201);
  return { id: answer.json().id, etag: String(answer.headers.etag) };
}

describe('a list that is followed', () => {
  test('comes whole, then row by row, as the list itself would say it', async () => {
    const first = await ticket(mia, 'A first');
    const stream = await follow('/api/tickets/events?order=subject', mia);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    const [reset] = await stream.next(0);
    expect(reset).toMatchObject({ event: 'reset', data: { items: [{ id: first.id }], next: null } });

    const second = await ticket(mia, 'A second');
    const [upsert] = await stream.next(1);
    const page = (await desk.ask('GET', '/api/tickets?order=subject', { cookie: mia })).json<PageView>();
    expect(upsert).toMatchObject({ event: 'upsert', data: { item: page.items[1], after: first.id } });

    await desk.ask('PATCH', `/api/tickets/${first.id}`, {
      cookie: mia,
      body: { subject: 'Z first' },
      headers: { 'if-match': '*' },
    });
    const [moved] = await stream.next(2);
    expect(moved).toMatchObject({ event: 'upsert', data: { item: { subject: 'Z first' }, after: second.id } });
  });

  test('sends nothing that its reader may not read, and a removal only of what they could', async () => {
    const own = await ticket(mia, 'Mine to close');
    const hers = await follow('/api/tickets/events?subject=Mine+to+close', mia);
    const agents = await follow('/api/tickets/events?subject.starts=Hidden', ann);
    await Promise.all([hers.next(0), agents.next(0)]);
    const max = await join(desk, 'max@example.com');
    const hidden = await ticket(max, 'Hidden from her');
    await agents.next(1);
    await desk.ask('DELETE', `/api/tickets/${hidden.id}`, { cookie: max, headers: { 'if-match': '*' } });
    const [removed] = await agents.next(2);
    expect(removed).toMatchObject({ event: 'remove', data: { id: hidden.id } });
    await desk.ask('DELETE', `/api/tickets/${own.id}`, { cookie: mia, headers: { 'if-match': '*' } });
    const [gone] = await hers.next(1);
    expect(gone).toMatchObject({ event: 'remove', data: { id: own.id } });
    expect(hers.text).not.toContain(hidden.id);
    expect(hers.events).toHaveLength(2);
  });

  test('follows what its rows are made of, and what may be done with them', async () => {
    const { id } = await ticket(mia, 'Who asks');
    const list = await follow('/api/tickets/events?subject=Who+asks&fields=asker.name&can=close,answer', ann);
    const [reset] = await list.next(0);
    expect(reset?.data).toMatchObject({ items: [{ asker: { name: 'mia' } }], can: [['answer']] });
    await desk.engine.pool.query(`update product."user" set name = 'Mia M' where email = 'mia@example.com'`);
    expect((await list.next(1))[0]?.data).toMatchObject({ item: { asker: { name: 'Mia M' } }, can: ['answer'] });
    await desk.ask('POST', `/api/tickets/${id}/answer`, { cookie: ann, body: { reply: 'Here' } });
    expect((await list.next(2))[0]?.data).toMatchObject({ item: { asker: { name: 'Mia M' } }, can: [] });
  });

  test('narrows at once with its reader, and ends with their session', async () => {
    const mine = await ticket(mia, 'Narrowing down');
    const bea = await join(desk, 'bea@example.com', ['agent']);
    const list = await follow('/api/tickets/events?subject=Narrowing+down', bea);
    expect((await list.next(0))[0]?.data).toMatchObject({ items: [{ id: mine.id, remark: null }] });
    await desk.engine.pool.query(`update product."user" set roles = '{}' where email = 'bea@example.com'`);
    expect((await list.next(1))[0]).toMatchObject({ event: 'remove', data: { id: mine.id } });
    await desk.ask('DELETE', '/api/-/session', { cookie: bea });
    await list.ended();
    expect(list.events).toHaveLength(2);
  });

  test('ends with the token by which it was asked, and with a disabled account', async () => {
    const { token, id } = (await desk.ask('POST', '/api/-/tokens', { cookie: mia, body: { name: 'follows' } })).json();
    const byToken = await follow('/api/tickets/events', { authorization: `Bearer ${token}` });
    await byToken.next(0);
    await desk.ask('DELETE', `/api/-/tokens/${id}`, { cookie: mia });
    await byToken.ended();
    expect(byToken.events).toHaveLength(1);
    const cleo = await join(desk, 'cleo@example.com');
    const list = await follow('/api/tickets/events', cleo);
    await list.next(0);
    await desk.engine.pool.query(`update product."user" set disabled = true where email = 'cleo@example.com'`);
    await list.ended();
    expect(list.events).toHaveLength(1);
  });

  test('continues where it was: silently if nothing has changed, otherwise with the whole answer', async () => {
    await ticket(mia, 'Coming back');
    const path = '/api/tickets/events?subject.starts=Coming';
    const before = await follow(path, mia);
    const [reset] = await before.next(0);
    before.close();
    const again = await follow(path, { cookie: mia, 'last-event-id': reset?.id ?? '' });
    // A later listener is notified later: so it is known that there was nothing to send.
    const later = await follow(path, mia);
    await later.next(0);
    later.close();
    await ticket(mia, 'Coming anew');
    expect((await again.next(0))[0]).toMatchObject({ event: 'upsert', data: { item: { subject: 'Coming anew' } } });
    again.close();
    const stale = await follow(path, { cookie: mia, 'last-event-id': reset?.id ?? '' });
    expect((await stale.next(0))[0]).toMatchObject({ event: 'reset' });
  });

  test.each([
    ['/api/tickets/events', {}, 401],
    ['/api/tickets/events?status=unknown', 'mia', 400],
    ['/api/tickets/events?screen=inbox', 'mia', 403],
    ['/api/nothing/events', 'mia', 404],
    ['/api/tickets/events?screen=plans', 'mia', 501],
    ['/api/-/events', 'mia', 400],
  ])('%s as %s: %i', async (path, who, status) => {
    const { response } = await follow(path, who === 'mia' ? mia : {});
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });
});

describe('one connection for several', () => {
  test('sends each under its name, a dashboard as a whole, and what is refused as its end', async () => {
    const lists = new URLSearchParams({
      a: 'tickets?subject=Several',
      b: '-/dashboards/overview',
      c: 'tickets?screen=inbox',
    });
    const stream = await follow(`/api/-/events?${lists}`, mia);
    const [first, second, third] = await stream.next(0, 3);
    expect([first?.data.list, second?.data.list, third?.event]).toEqual(['a', 'b', 'end']);
    expect(second?.data).toMatchObject({ tiles: [{ name: 'Open' }] });
    expect(third?.data).toMatchObject({ list: 'c', problem: { code: 'FORBIDDEN' } });
    await ticket(mia, 'Several');
    const events = await stream.next(3, 2);
    expect(events.map(({ event, data }) => [event, data.list])).toEqual([
      ['upsert', 'a'],
      ['reset', 'b'],
    ]);
  });

  test('a person has a limited number of them', async () => {
    const streams = await Promise.all(Array.from({ length: 21 }, () => follow('/api/tickets/events', ann)));
    const refused = streams.filter(({ response }) => response.status !== 200);
    expect(refused.map(({ response }) => response.status)).toEqual([429]);
  });
});

describe('several processes', () => {
  test('hear of each other, and of what they missed while the connection was away', async () => {
    const engine = await createEngine({ plan: desk.engine.plan, pool: desk.engine.pool });
    const other = {
      ...desk,
      engine,
      server: await createServer({ product: new Product({ engine }), mode: 'production', uiFolder: null }),
    };
    const list = await EventStream.open(other, '/api/tickets/events?subject.starts=Process', mia);
    await list.next(0);
    await ticket(mia, 'Process one');
    expect((await list.next(1))[0]?.data).toMatchObject({ item: { subject: 'Process one' } });
    await desk.engine.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen nonet%' and datname = current_database()`,
    );
    await ticket(mia, 'Process two');
    expect((await list.next(2))[0]?.data).toMatchObject({ item: { subject: 'Process two' } });
    const stopping = other.server.close();
    await list.ended();
    await stopping;
    await engine.close();
  });
});
