import type { ApiTokenView, NewApiTokenView } from '@nonet/client';
import fc from 'fast-check';
import ical, { type VEvent } from 'node-ical';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, signIn, type TestServer } from '../fixtures/serve.ts';
import { calendarText } from './calendar-text.ts';

const NOW = '2026-03-20T12:00:00.000Z';
const [MEETINGS, DAYS_OFF] = ['/api/-/calendars/meetings/calendar.ics', '/api/-/calendars/days_off/calendar.ics'];
let agenda: TestServer;
let mia: string;
let max: string;
let clerk: string;

beforeAll(async () => {
  agenda = await serve(planFrom('agenda.md'), {}, { clock: () => NOW });
  mia = await join(agenda, 'mia@example.com');
  max = await join(agenda, 'max@example.com');
  clerk = await join(agenda, 'clerk@example.com', ['clerk']);
});
afterAll(() => agenda?.close());

async function create(path: string, body: object, cookie = mia): Promise<string> {
  const answer = await agenda.ask('POST', `/api/${path}`, { cookie, body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id;
}
const meeting = (subject: string, more: object = {}, cookie = mia) =>
  create('meetings', { subject, begins: '2026-03-21T09:00:00Z', ends: '2026-03-21T10:00:00Z', ...more }, cookie);
async function read(url: string, cookie?: string): Promise<VEvent[]> {
  const answer = await agenda.ask('GET', url, cookie === undefined ? {} : { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  return eventsOf(answer.body);
}
const eventsOf = (text: string): VEvent[] =>
  Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === 'VEVENT');
const summaries = (events: readonly VEvent[]) => events.map(({ summary }) => summary);
async function subscribe(cookie: string, screen = 'meetings'): Promise<NewApiTokenView & { address: string }> {
  const answer = await agenda.ask('POST', '/api/-/tokens', { cookie, body: { screen, name: 'Telephone' } });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

describe('2: a calendar to which people subscribe', () => {
  test('has the words of its entries, as its reader may read them', async () => {
    await meeting('Budget', { kind: 'board', cost: '1200' }, clerk);
    expect(summaries(await read(MEETINGS, clerk))).toContain('Budget · Board meeting · €1,200.00');
    expect(summaries(await read(MEETINGS, mia))).toContain('Budget · Board meeting');
  });

  test('has repeating dates as a rule, which other programs carry on', async () => {
    const days = 'DTSTART:20260303 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU EXDATE:20260414,20260317';
    await create('collections', { kind: 'Paper', days });
    const answer = await agenda.ask('GET', '/api/-/calendars/collections/calendar.ics', { cookie: mia });
    expect(answer.body).toContain('DTSTART;VALUE=DATE:20260303\r\n');
    expect(answer.body).toContain('RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU\r\n');
    expect(answer.body).toContain('EXDATE;VALUE=DATE:20260317,20260414\r\n');
    const [collection] = eventsOf(answer.body);
    expect(collection?.rrule?.after(new Date('2026-03-20T00:00:00Z'))?.toISOString()).toMatch(/^2026-03-31/);
  });

  test('has what its reader may read at this moment', async () => {
    const id = await meeting('Mia alone', { hidden: true });
    const { address } = await subscribe(max);
    expect(summaries(await read(MEETINGS, mia))).toContain('Mia alone · Talk');
    expect(summaries(await read(address))).not.toContain('Mia alone · Talk');
    const [tag] = [(await agenda.ask('GET', `/api/meetings/${id}`, { cookie: mia })).headers.etag];
    const headers = { 'if-match': String(tag) };
    await agenda.ask('PATCH', `/api/meetings/${id}`, { cookie: mia, body: { hidden: false }, headers });
    expect(summaries(await read(address))).toContain('Mia alone · Talk');
    // Nobody's session counts at an address with a token.
    expect(summaries(await read(address, clerk))).toEqual(summaries(await read(address)));
  });

  test('has whole days with the day after the last one as their end, and instants in UTC', async () => {
    await create('holidays', { name: 'Easter', day: '2026-04-05', until: '2026-04-06' });
    await meeting('With an end', { begins: '2026-03-29T00:30:00Z', ends: '2026-03-29T01:30:00Z' });
    await meeting('Without', { ends: null });
    await meeting('Ends before', { ends: '2026-03-21T08:00:00Z' });
    const { body } = await agenda.ask('GET', DAYS_OFF);
    expect(body).toContain('DTSTART;VALUE=DATE:20260405\r\nDTEND;VALUE=DATE:20260407\r\nTRANSP:TRANSPARENT');
    const events = await read(MEETINGS, mia);
    const named = (name: string) =>
      events.find(({ summary }) => typeof summary === 'string' && summary.startsWith(name));
    expect(named('With an end')?.start.toISOString()).toBe('2026-03-29T00:30:00.000Z');
    expect(named('With an end')?.end?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect((await agenda.ask('GET', MEETINGS, { cookie: mia })).body).not.toMatch(/DTEND:20260321T080000Z/);
    expect(named('Without')?.end?.toISOString()).toBe(named('Without')?.start.toISOString());
    // Its further entities stand there by their titles.
    expect(summaries(events)).toContain('Easter');
  });

  test('knows an entry by the same name, and leads to its record', async () => {
    const id = await meeting('Stays');
    const at = async () => (await read(MEETINGS, mia)).find(({ uid }) => uid.startsWith(id));
    const first = await at();
    const { headers } = await agenda.ask('GET', `/api/meetings/${id}`, { cookie: mia });
    const change = { cookie: mia, body: { subject: 'Renamed' }, headers: { 'if-match': String(headers.etag) } };
    await agenda.ask('PATCH', `/api/meetings/${id}`, change);
    expect(await at()).toMatchObject({ uid: first?.uid, summary: 'Renamed · Talk' });
    expect(first?.url).toBe(`http://localhost:80/meetings/${id}`);
    const now = await agenda.ask('GET', `/api/meetings/${id}`, { cookie: mia });
    const headersNow = { 'if-match': String(now.headers.etag) };
    expect((await agenda.ask('DELETE', `/api/meetings/${id}`, { cookie: mia, headers: headersNow })).statusCode).toBe(
      204,
    );
    expect(await at()).toBeUndefined();
  });

  test('has what ended in the last 366 days and what is to come, beyond a page of lists', async () => {
    for (const [name, day] of [
      ['Ended', '2025-03-18'],
      ['Last year', '2025-03-21'],
      ['Far', '2031-01-01'],
    ] as const)
      await create('holidays', { name, day });
    for (const number of [1, 2, 3, 4]) await create('holidays', { name: `More ${number}`, day: '2026-05-01' });
    const names = summaries(await read(DAYS_OFF));
    expect(names).toEqual(expect.arrayContaining(['Last year', 'Far', 'More 1', 'More 2', 'More 3', 'More 4']));
    expect(names).not.toContain('Ended');
  });

  test('has the records of its route’s parameter', async () => {
    const room = await create('rooms', { name: 'Attic' });
    await meeting('In the attic', { room: { id: room } });
    const { address } = await subscribe(mia, 'in_a_room');
    expect(summaries(await read(`${address}?path.room=${room}`))).toEqual(['In the attic']);
    expect((await agenda.ask('GET', `${address}?path.hall=${room}`)).json()).toMatchObject({ code: 'INVALID' });
  });

  test.each([
    ['somebody who may not open it', MEETINGS, 401, 'UNAUTHENTICATED'],
    ['a calendar to which nobody subscribes', '/api/-/calendars/plan/calendar.ics', 404, 'NOT_FOUND'],
    ['no calendar', '/api/-/calendars/none/calendar.ics', 404, 'NOT_FOUND'],
    ['a token that is none', `/api/-/calendars/nonet_cal_${'x'.repeat(43)}/calendar.ics`, 404, 'NOT_FOUND'],
    ['further keys', `${DAYS_OFF}?limit=1`, 400, 'INVALID'],
  ])('refuses %s', async (_what, url, status, code) => {
    const answer = await agenda.ask('GET', url);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test('is not read again while it is the same', async () => {
    const { address } = await subscribe(mia);
    const first = await agenda.ask('GET', address);
    const { etag, 'last-modified': modified } = first.headers;
    const again = (headers: Record<string, string>) => agenda.ask('GET', address, { headers });
    expect((await again({ 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await again({ 'if-modified-since': String(modified) })).statusCode).toBe(304);
    expect((await agenda.ask('GET', address)).body).toBe(first.body);
    await agenda.engine.pool.query(`update nonet.api_token set content_at = content_at - interval '1 hour'`);
    await meeting('Something new');
    expect((await again({ 'if-none-match': String(etag) })).statusCode).toBe(200);
    expect((await agenda.ask('GET', address)).headers['last-modified']).not.toBe(
      new Date(Date.parse(String(modified)) - 3_600_000).toUTCString(),
    );
  });
});

describe('the token of a calendar', () => {
  test('is listed without what it opens with, is no token of the API, and is kept as a hash', async () => {
    const { token, address, id } = await subscribe(mia);
    expect(address).toBe(`/api/-/calendars/${token}/calendar.ics`);
    const { body } = await agenda.ask('GET', '/api/-/tokens', { cookie: mia });
    expect(body).not.toContain(token);
    const listed = (JSON.parse(body) as ApiTokenView[]).find((each) => each.id === id);
    expect(listed).toMatchObject({ name: 'Telephone', screen: 'meetings', roles: null, used_at: null });
    const bearer = { authorization: `Bearer ${token}` };
    expect((await agenda.ask('GET', '/api/meetings', { headers: bearer })).statusCode).toBe(401);
    const { rows } = await agenda.engine.pool.query('select t::text as row from nonet.api_token t');
    expect(JSON.stringify(rows)).not.toContain(token.slice(10));
  });

  test('is made for calendars that its reader may open', async () => {
    const make = (screen: unknown, cookie = mia) => agenda.ask('POST', '/api/-/tokens', { cookie, body: { screen } });
    for (const screen of ['plan', 'none', 7]) {
      const { errors } = (await make(screen)).json();
      expect(errors.map(({ field }: { field: string }) => field)).toEqual(['screen']);
    }
    // Its name is that of the screen, where it is given none.
    expect((await make('meetings')).json()).toMatchObject({ name: 'Meetings' });
  });

  const ends: [string, (id: string, cookie: string, token: string) => Promise<unknown>][] = [
    ['when it is withdrawn', (_id, cookie, token) => agenda.ask('DELETE', `/api/-/tokens/${token}`, { cookie })],
    [
      'with a changed password',
      (_id, cookie) => {
        const body = { current: 'a long enough password', password: 'another long password' };
        return agenda.ask('POST', '/api/-/password', { cookie, body });
      },
    ],
    [
      'with a disabled user',
      (id) => agenda.engine.pool.query('update product."user" set disabled = true where id = $1', [id]),
    ],
    ['with its user', (id) => agenda.engine.pool.query('delete from product."user" where id = $1', [id])],
    [
      'a year after it was used last',
      (id) => agenda.engine.pool.query('update nonet.api_token set expires_at = now() where user_id = $1', [id]),
    ],
  ];
  test.each(ends)('ends %s', async (_what, end) => {
    const email = `${Math.random().toString(36).slice(2)}@example.com`;
    const cookie = await join(agenda, email);
    const made = await subscribe(cookie);
    const { user } = (await agenda.ask('GET', '/api/-/session', { cookie })).json();
    expect((await agenda.ask('GET', made.address)).statusCode).toBe(200);
    await end(user.id, await signIn(agenda, email), made.id);
    expect((await agenda.ask('GET', made.address)).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

test('whatever a text holds, it is the text of its property and nothing else, in lines of 75 octets', () => {
  const bounded = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('a\r\nEND:VEVENT\r\nBEGIN:VALARM', 'a;b,c\\n:"d"', '\u2028X:1', 'é'.repeat(200)),
  );
  fc.assert(
    fc.property(texts, texts, (name, summary) => {
      const entry = {
        uid: 'a-b@c',
        from: '2026-03-01',
        to: null,
        isInstant: false,
        rule: null,
        except: [],
        changedAt: null,
        url: null,
      };
      const text = calendarText({ name, note: null, timeZone: 'UTC', entries: [{ ...entry, summary }] });
      const lines = text.split('\r\n');
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(lines.filter((line) => line.startsWith('BEGIN:'))).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT']);
      const shown = /^SUMMARY:(.*)$/m.exec(text.replaceAll('\r\n ', ''))?.[1]?.replace(/\r$/, '') ?? '';
      expect(shown.replaceAll(/\\([\\;,])/g, '$1')).toBe(bounded(summary).toWellFormed());
    }),
    { numRuns: 200 },
  );
});
