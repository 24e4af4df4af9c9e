import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let theatre: TestServer;
let clerk: string;
let guest: string;
beforeAll(async () => {
  theatre = await serve(planFrom('given/theatre.md'));
  clerk = await join(theatre, 'cora@example.com', ['clerk']);
  guest = await join(theatre, 'gil@example.com', ['guest']);
});
afterAll(() => theatre?.close());

test('2: a given page is for those that its screen is for', async () => {
  const status = async (cookie?: string) =>
    (await theatre.ask('GET', '/api/-/given/seats', cookie === undefined ? {} : { cookie })).statusCode;
  expect([await status(clerk), await status(guest), await status()]).toEqual([200, 200, 404]);
});

test('3: a widget is for those who may see or enter its value', async () => {
  const status = async (name: string, cookie?: string) =>
    (await theatre.ask('GET', `/api/-/given/${name}`, cookie === undefined ? {} : { cookie })).statusCode;
  expect([await status('Seat.note', guest), await status('Seat.note')]).toEqual([200, 404]);
  for (const name of ['Seat.number', 'Seat.none', 'None.note', 'Seat.note.more', 'all_seats', 'constructor'])
    expect([name, await status(name, clerk)]).toEqual([name, 404]);
});

test('2: its policy opens no network, and lets only the scripts of the file run', async () => {
  const { headers, body } = await theatre.ask('GET', '/api/-/given/seats', { cookie: guest });
  const policy = String(headers['content-security-policy']).split('; ');
  for (const part of ['sandbox allow-scripts', "default-src 'none'", "connect-src 'none'", "frame-ancestors 'self'"])
    expect(policy).toContain(part);
  const scripts = policy.find((part) => part.startsWith('script-src')) ?? '';
  expect(scripts).toMatch(/^script-src('? 'sha256-[\w+/]+=+'){2}$/);
  expect(body).toContain('nonet.follow');
  const again = await theatre.ask('GET', '/api/-/given/seats', {
    cookie: guest,
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test('2: a reader is given the paths that they may read, and no others', async () => {
  const { body } = await theatre.ask('GET', '/api/-/product', { cookie: guest });
  const { screens } = JSON.parse(body) as { screens: { slug: string; given?: unknown }[] };
  expect(screens.find(({ slug }) => slug === 'seats')?.given).toEqual({
    address: '/api/-/given/seats',
    reads: [{ entity: 'Seat', fields: ['number', 'row', 'column', 'status'] }],
    does: [
      { entity: 'Seat', kind: 'event', name: 'take' },
      { entity: 'Seat', kind: 'event', name: 'release' },
      { entity: 'Seat', kind: 'update', name: 'note' },
    ],
  });
});
