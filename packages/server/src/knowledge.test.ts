import type { ProductView } from '@nonet/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
const cookies = new Map<string, string>();

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'), { documentReaders: ['agent'] });
  cookies.set('member', await join(desk, 'mia@example.com'));
  cookies.set('agent', await join(desk, 'ann@example.com', ['agent']));
});
afterAll(() => desk?.close());

function get(who: string, url: string) {
  const cookie = cookies.get(who);
  return desk.ask('GET', url, cookie ? { cookie } : {});
}
const product = async (who: string) => (await get(who, '/api/-/product')).json<ProductView>();

describe('/api/-/product shows each reader only what they may know', () => {
  /** 2 and 6 of the document, by hand: the names that must not reach a reader in any form. */
  const HIDDEN: Record<string, readonly string[]> = {
    nobody: [
      'ticket',
      'inbox',
      'badge',
      'remark',
      'forecast',
      'Rating',
      'points',
      'reply',
      'agent',
      'Plans',
      'Overview',
    ],
    member: ['inbox', 'badge', 'remark', 'forecast', 'Rating', 'points', 'Plans', '"answer"'],
    agent: ['forecast', 'Plans'],
  };

  test.each(Object.entries(HIDDEN))('%s', async (who, names) => {
    for (const url of ['/api/-/product', '/api/openapi.json']) {
      const { body } = await get(who, url);
      for (const name of names) expect(body).not.toContain(name);
    }
  });

  test('screens by their audience, with the parts that can be read or done', async () => {
    expect((await product('nobody')).screens.map(({ slug }) => slug)).toEqual(['sign_in', 'house_rules']);
    const { screens, entities } = await product('member');
    expect(screens.map(({ slug }) => slug)).toEqual(['sign_in', 'overview', 'tickets', 'ticket', 'house_rules']);
    const tickets = screens.find(({ slug }) => slug === 'tickets');
    expect(tickets?.groups.flatMap(({ columns }) => columns.map(({ path }) => path.join('.')))).toEqual([
      'number',
      'subject',
      'asker.name',
      'cost',
      'status',
    ]);
    expect(tickets?.actions.map(({ kind }) => kind)).toEqual(['create', 'export']);
    expect(screens.find(({ slug }) => slug === 'overview')?.tiles.map(({ name }) => name)).toEqual(['Open']);
    expect(entities.Ticket).toMatchObject({
      create: true,
      history: true,
      recordRoute: '/tickets/{id}',
      stateField: 'status',
    });
  });

  test('fields by what may be done with them', async () => {
    const field = async (who: string, name: string) =>
      (await product(who)).entities.Ticket?.fields.find((candidate) => candidate.name === name);
    expect(await field('member', 'subject')).toMatchObject({
      onCreate: true,
      onUpdate: true,
      required: true,
      minimum: '3',
      maximum: '80',
    });
    expect(await field('member', 'asker')).toMatchObject({ onCreate: false, onUpdate: false, entity: 'User' });
    expect(await field('agent', 'remark')).toMatchObject({ onCreate: true, onUpdate: true, meaning: 'among agents' });
    expect(await field('member', 'cost')).toMatchObject({ kind: 'money', currency: 'EUR', scale: 2 });
    expect((await field('member', 'status'))?.choices).toContainEqual({ name: 'closed', label: 'Closed', final: true });
    expect(await field('member', 'reply')).toMatchObject({ onUpdate: false });
  });

  test('a dashboard answers with the tiles of the view', async () => {
    expect(
      (await get('member', '/api/-/dashboards/overview')).json().tiles.map(({ name }: { name: string }) => name),
    ).toEqual(['Open']);
    expect((await get('agent', '/api/-/dashboards/overview')).json().tiles).toHaveLength(2);
  });

  test('the menu shows what the API allows, also for a role about the user alone at that moment', async () => {
    const cookie = await join(desk, 'wim@example.com');
    cookies.set('waiting', cookie);
    const menu = async (who: string) => (await product(who)).screens.map(({ slug }) => slug);
    expect(await menu('waiting')).not.toContain('waiting');
    expect((await desk.ask('POST', '/api/tickets', { cookie, body: { subject: 'Stuck' } })).statusCode).toBe(201);
    expect(await menu('waiting')).toContain('waiting');
    const { id } = (await get('waiting', '/api/tickets?screen=waiting')).json().items[0];
    const lists = planFrom('desk.md').screens.filter(({ kind }) => kind === 'list');
    const agree = async () => {
      for (const who of ['nobody', 'member', 'agent', 'waiting']) {
        const shown = await menu(who);
        for (const { slug } of lists) {
          const { statusCode } = await get(who, `/api/tickets?screen=${slug}`);
          expect([who, slug, shown.includes(slug)]).toEqual([who, slug, statusCode === 200]);
        }
      }
    };
    await agree();
    await desk.engine.pool.query(`update product.ticket set status = 'answered' where id = $1`, [id]);
    expect(await menu('waiting')).not.toContain('waiting');
    await agree();
  });

  test('the revision changes with the reader’s rights', async () => {
    expect((await product('member')).revision).not.toBe((await product('agent')).revision);
    expect((await product('member')).revision).toBe((await product('member')).revision);
  });
});

describe('/api/openapi.json', () => {
  test.each(['nobody', 'member', 'agent'])('is valid OpenAPI 3.1 for %s', async (who) => {
    const answer = (await get(who, '/api/openapi.json')).json();
    const result = await new Validator().validate(structuredClone(answer));
    expect(result).toMatchObject({ valid: true });
    expect(answer.openapi).toBe('3.1.0');
  });

  test('has what this reader may use', async () => {
    const paths = async (who: string) =>
      Object.entries((await get(who, '/api/openapi.json')).json().paths).flatMap(([path, item]) =>
        Object.keys(item as object)
          .filter((key) => key !== 'parameters')
          .map((method) => `${method} ${path}`),
      );
    expect(await paths('nobody')).toEqual([]);
    expect(await paths('member')).toEqual([
      'get /api/users',
      'get /api/users/events',
      'get /api/users/summary',
      'get /api/users/report',
      'get /api/users/{id}',
      'get /api/users/{id}/can',
      'get /api/tickets',
      'post /api/tickets',
      'get /api/tickets/events',
      'get /api/tickets/summary',
      'get /api/tickets/report',
      'get /api/tickets/{id}',
      'patch /api/tickets/{id}',
      'delete /api/tickets/{id}',
      'get /api/tickets/{id}/can',
      'post /api/tickets/{id}/restore',
      'get /api/tickets/{id}/history',
      'post /api/tickets/bulk',
      'post /api/tickets/{id}/close',
      'get /api/-/views',
      'post /api/-/views',
      'patch /api/-/views/{id}',
      'delete /api/-/views/{id}',
      'get /api/-/search',
    ]);
    expect(await paths('agent')).toContain('post /api/tickets/{id}/answer');
  });
});

describe('the document in production', () => {
  test('is there for the roles that the deployment names', async () => {
    const differences = '/api/-/versions/1..1';
    for (const url of ['/api/-/document', '/api/gaps', '/api/-/versions', differences]) {
      expect((await get('nobody', url)).statusCode).toBe(401);
      expect((await get('member', url)).statusCode).toBe(403);
      expect((await get('agent', url)).statusCode).toBe(200);
    }
    expect(await product('member')).toMatchObject({ document: false, gaps: null });
    expect(await product('agent')).toMatchObject({ document: true, gaps: 4 });
  });

  test('has its versions, and the differences between them', async () => {
    const view = (await get('agent', '/api/-/versions')).json();
    expect(view).toMatchObject({ current: 1, served: 1, change: null, kept: null });
    expect(view.versions).toMatchObject([{ number: 1, putToUseAt: expect.any(String) }]);
    const same = await get('agent', '/api/-/versions/1..1');
    expect(same.json()).toEqual({ former: 1, new: 1, unreadable: [], groups: [] });
    for (const unknown of ['/api/-/versions/7..1', '/api/-/versions/one'])
      expect((await get('agent', unknown)).statusCode).toBe(404);
  });

  test('has its points, sources and gaps with their hits', async () => {
    const { id } = (
      await desk.ask('POST', '/api/tickets', { cookie: cookies.get('member') ?? '', body: { subject: 'Hit' } })
    ).json();
    await desk.ask('POST', `/api/tickets/${id}/close`, { cookie: cookies.get('member') ?? '' });
    const view = (await get('agent', '/api/-/document')).json();
    expect(view.points).toHaveLength(9);
    expect(view.points[3]).toEqual({
      number: 4,
      name: 'states',
      title: 'States and transitions',
      open: false,
      line: expect.any(Number),
    });
    expect(view.sources[0].text.split('\n')[view.points[3].line - 1]).toBe('## 4. States and transitions');
    const gaps = (await get('agent', '/api/gaps')).json();
    expect(gaps).toContainEqual(
      expect.objectContaining({ clause: '4.Ticket.status.close.open.when', file: 'desk.md', hits: 1 }),
    );
  });
});
