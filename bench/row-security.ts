import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createEngine, createSessions, openPool } from '@nonet/engine';
import { readArguments } from '../scripts/arguments.ts';
import { prepare, type Prepared } from './database.ts';
import { openDatabases } from './databases.ts';
import { median, row } from './figures.ts';
import { OPERATIONS, type Request } from './operations.ts';
import { INVOICES, planOf } from './plan.ts';
import { serveProduct } from './servers.ts';
import { measure, type Measured, type Side } from './side.ts';

// `npm run bench:row-security`: what row security costs. Two servers of one product on one database, one with ROW_SECURITY=on; rounds
// alternate between the two, so that other load on the machine affects both.

const values = readArguments('Measures a product with row security beside the same one without.', {
  seconds: { value: 'N', default: '2', help: 'the length of each measurement' },
  rounds: { value: 'N', default: '5', help: 'how many measurements of each' },
  only: { value: 'WORDS', default: '', help: 'only requests whose name has one of these, with commas between them' },
  port: { value: 'N', default: '7051', help: 'the first of two ports' },
});
const [seconds, rounds, port] = [Number(values.seconds), Number(values.rounds), Number(values.port)];

/** A kind of request to the product. */
interface Asked {
  readonly name: string;
  readonly most?: number | undefined;
  readonly next: (turn: number) => Request;
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-bench-'));
const databases = await openDatabases(folder, '');
try {
  console.log('100,000 invoices of 5,000 customers, 32 connections; preparing');
  const url = await databases.create('bench');
  const prepared = await prepare(url);
  const people = await cookiesOfPeople(url);
  const environment = { DATABASE_URL: url };
  const log = path.join(folder, 'requests.log');
  const off = await serveProduct(INVOICES, { port, log, environment });
  const on = await serveProduct(INVOICES, { port: port + 1, log, environment: { ...environment, ROW_SECURITY: 'on' } });
  const headers = { cookie: prepared.cookie };
  try {
    console.log(`${rounds} rounds of ${seconds} s each; µs: the time on a processor for each request.\n`);
    console.log(row('', 'off /s', 'on /s', 'ratio', 'off µs', 'on µs', 'of which db', 'on db', 'work'));
    for (const asked of requests(prepared, people))
      if (values.only.split(',').some((word) => asked.name.includes(word)))
        print(asked.name, await compare(asked, { ...off, headers }, { ...on, headers }, prepared));
  } finally {
    await off.stop();
    await on.stop();
    await prepared.close();
  }
} finally {
  await databases.close();
  await rm(folder, { recursive: true, force: true });
}

/** Sessions of people without an assigned role: they read the invoices that they own. */
async function cookiesOfPeople(url: string): Promise<readonly string[]> {
  const pool = openPool(url, { connections: 1 });
  try {
    const engine = await createEngine({ plan: await planOf(INVOICES), pool });
    const { rows } = await pool.query<{ id: string }>(`select id from product."user" where roles = '{}' order by id`);
    const sessions = createSessions(pool, engine.index);
    const cookies = rows.map(async ({ id }) => `nonet_session=${await sessions.open(id)}`);
    await engine.close();
    return await Promise.all(cookies);
  } finally {
    await pool.end();
  }
}

function requests({ pairs }: Prepared, people: readonly string[]): Asked[] {
  const ofClerk = OPERATIONS.filter(
    ({ isBesideWrites, name }) => isBesideWrites !== true && !name.startsWith('event'),
  ).map(({ name, nonet, most }): Asked => ({ name, most: most?.(pairs), next: (turn) => nonet(pairs, turn) }));
  const as = (turn: number) => ({ cookie: people[turn % people.length] ?? '' });
  const get = (name: string, at: (turn: number) => string): Asked => ({
    name,
    next: (turn) => ({ method: 'GET', path: at(turn), headers: as(turn) }),
  });
  return [
    ...ofClerk,
    get(
      'list of 25 of their own',
      (turn) => `/api/invoices?order=-issue_date&limit=25&status=${['paid', 'sent'][turn % 2]}`,
    ),
    get(
      'the same with its total',
      (turn) => `/api/invoices?order=-issue_date&limit=25&count=exact&status=${['paid', 'sent'][turn % 2]}`,
    ),
  ];
}

async function compare(asked: Asked, off: Side, on: Side, { database }: Prepared) {
  let turn = 0;
  const take = (side: Side, time: number) =>
    measure(side, () => asked.next(turn++), { seconds: time, most: asked.most, database });
  const taken: { readonly off: Measured; readonly on: Measured }[] = [];
  for (let round = -1; round < rounds; round++) {
    const time = round < 0 ? 1 : seconds;
    // The order changes from round to round.
    const second = round % 2 === 0 ? await take(on, time) : null;
    const one = await take(off, time);
    const other = second ?? (await take(on, time));
    if (round >= 0) taken.push({ off: one, on: other });
  }
  return taken;
}

function print(name: string, taken: readonly { readonly off: Measured; readonly on: Measured }[]): void {
  const of = (side: 'off' | 'on', figure: (of: Measured) => number) => median(taken.map((each) => figure(each[side])));
  const all = ({ server, database }: Measured) => server + database;
  const ratio = median(taken.map(({ off, on }) => on.rate / off.rate));
  const work = median(taken.map(({ off, on }) => all(off) / all(on)));
  const figures = [
    of('off', ({ rate }) => rate).toFixed(0),
    of('on', ({ rate }) => rate).toFixed(0),
    ratio.toFixed(2),
    of('off', all).toFixed(0),
    of('on', all).toFixed(0),
    of('off', ({ database }) => database).toFixed(0),
    of('on', ({ database }) => database).toFixed(0),
    work.toFixed(2),
  ];
  console.log(row(name, ...figures));
}
