import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openPool } from '@nonet/engine';
import { isObject } from '@nonet/language';
import { checkAnswers } from './answers.ts';
import { prepare, type Prepared } from './database.ts';
import { type Databases, openDatabases } from './databases.ts';
import { median, row } from './figures.ts';
import { GENERATOR } from './generator/generate.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { INVOICES } from './plan.ts';
import { serveProduct, startServer } from './servers.ts';
import { measure, type Measured, send, type Side } from './side.ts';
import { writeBeside, WRITES_A_SECOND } from './writer.ts';
import { readArguments } from '../scripts/arguments.ts';

// `npm run bench`: compares a product made from a document, as `nonet serve` runs it, with the same product written by
// hand, on one PostgreSQL with fsync on. Rounds alternate between the two, so that other load on the machine affects both.

const values = readArguments('Measures a product made from a document beside the same one written by hand.', {
  seconds: { value: 'N', default: '2', help: 'the length of each measurement' },
  rounds: { value: 'N', default: '3', help: 'how many measurements of each' },
  only: {
    value: 'WORDS',
    default: '',
    help: 'only operations whose name has one of these, with commas between them; `articles` is the exact call of the article list',
  },
  bare: { help: 'runs the product without its log, as the one written by hand' },
  database: {
    value: 'URL',
    default: '',
    help: 'a PostgreSQL of your own, on which a database `bench` is made and dropped; one of the system has a JIT, npm’s has none',
  },
  floorPort: { value: 'N', default: '7001', help: 'the port of the one written by hand' },
  nonetPort: { value: 'N', default: '7002', help: 'the port of the other' },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const words = values.only.split(',');
const operations = OPERATIONS.filter(({ name }) => words.some((word) => name.includes(word)));

if (operations.length > 0) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-bench-'));
  const databases = await openDatabases(folder, values.database);
  try {
    await bench(databases, folder);
  } finally {
    await databases.close();
    await rm(folder, { recursive: true, force: true });
  }
}
if (words.some((word) => 'articles'.includes(word))) await import('./articles/run.ts');

async function bench(databases: Databases, folder: string): Promise<void> {
  console.log('100,000 invoices of 5,000 customers, 32 connections, 97 sessions; preparing');
  const url = await databases.create('bench');
  const prepared = await prepare(url);
  const environment = { DATABASE_URL: url };
  const [hand, made] = [
    await startServer('./floor.mjs', Number(values.floorPort), { ...environment, TOKEN: 'floor' }),
    await startProduct(environment, path.join(folder, 'requests.log')),
  ];
  try {
    const floor: Side = { ...hand, headers: { authorization: 'Bearer floor' } };
    const nonet: Side = { ...made, headers: { cookie: prepared.cookie } };
    await checkAnswers(OPERATIONS, prepared.pairs, floor, nonet);
    console.log(`The answers agree; ${rounds} rounds of ${seconds} s each.`);
    console.log(await databaseLine(url));
    console.log(
      `The load comes from ${GENERATOR}; the product runs ${values.bare ? 'without its log' : 'with its log'}.`,
    );
    console.log('µs: the time on a processor of the server, the database and the generator for each request.');
    console.log('work: the work of the floor, server and database, for each unit of Nonet’s.\n');
    console.log(row('', '', '/s', 'ratio', 'aim', 'p50 ms', 'p99 ms', 'µs server', 'µs database', 'µs load', 'work'));
    const reached = new Map<string, number>();
    for (const operation of operations) {
      const { one, other, ratio } = await compare(operation, floor, nonet, prepared);
      reached.set(operation.name, other.rate);
      const against = operation.against === null ? null : (reached.get(operation.against) ?? Number.NaN);
      print(operation, one, other, against === null ? ratio : other.rate / against);
    }
  } finally {
    await made.stop();
    await hand.stop();
    await prepared.close();
  }
}

function startProduct(environment: Record<string, string>, log: string) {
  const port = Number(values.nonetPort);
  return values.bare
    ? startServer('./nonet.ts', port, environment)
    : serveProduct(INVOICES, { port, log, environment });
}

async function databaseLine(url: string): Promise<string> {
  const pool = openPool(url, { connections: 1 });
  // The connections of a product have none; those of the other server have it by themselves.
  await pool.query('set jit = on');
  const { rows } = await pool.query<{ version: string; jit: boolean; fsync: string }>(
    `select split_part(version(), ' on ', 1) as version, pg_jit_available() as jit, current_setting('fsync') as fsync`,
  );
  await pool.end();
  const [found] = rows;
  return `${found?.version}, ${found?.jit === true ? 'with a JIT' : 'without a JIT'}, fsync ${found?.fsync}.`;
}

interface Compared {
  readonly one: Measured;
  readonly other: Measured;
  readonly ratio: number;
}

async function compare(operation: Operation, floor: Side, nonet: Side, prepared: Prepared): Promise<Compared> {
  const { pairs, database } = prepared;
  const turns = { floor: 0, nonet: 0 };
  const sides = { floor, nonet };
  const take = async (which: 'floor' | 'nonet', time: number): Promise<Measured> => {
    const side = sides[which];
    const writer = operation.isBesideWrites === true ? writeBeside(side, which, OPERATIONS, pairs) : null;
    const most = which === 'nonet' ? operation.most?.(pairs) : undefined;
    const next = () => operation[which](pairs, turns[which]++);
    const measured = await measure(side, next, { seconds: time, most, database });
    await writer?.stop();
    if (operation.isBesideWrites === true && which === 'nonet') await checkTotal(nonet, prepared);
    return measured;
  };
  const taken: { readonly one: Measured; readonly other: Measured }[] = [];
  for (let round = -1; round < rounds; round++) {
    await prepared.redraft();
    const time = round < 0 ? 1 : seconds;
    // The order changes from round to round.
    const second = round % 2 === 0 ? await take('nonet', time) : null;
    const one = await take('floor', time);
    const other = second ?? (await take('nonet', time));
    if (round >= 0) taken.push({ one, other });
  }
  return {
    one: medianOf(taken.map(({ one }) => one)),
    other: medianOf(taken.map(({ other }) => other)),
    ratio: median(taken.map(({ one, other }) => other.rate / one.rate)),
  };
}

/** The total of a list is that of its table also after others have written. */
async function checkTotal(nonet: Side, { countOf }: Prepared): Promise<void> {
  const { body } = await send(nonet, { method: 'GET', path: '/api/invoices?status=draft&limit=25&count=exact' });
  const [counted, expected] = [isObject(body) ? body['count'] : null, await countOf('draft')];
  if (counted !== expected) throw new Error(`The total is ${String(counted)}, and not ${expected}.`);
}

function medianOf(all: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(all.map((each) => each[name]));
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    server: of('server'),
    database: of('database'),
    generator: of('generator'),
  };
}

function print({ name, aim, isBesideWrites }: Operation, floor: Measured, nonet: Measured, ratio: number): void {
  const cells = (of: Measured) => [
    of.p50.toFixed(1),
    of.p99.toFixed(1),
    ...[of.server, of.database, of.generator].map((time) => (Number.isNaN(time) ? '–' : time.toFixed(0))),
  ];
  const work = (floor.server + floor.database) / (nonet.server + nonet.database);
  const beside = isBesideWrites === true ? `(${WRITES_A_SECOND} writes/s)` : '';
  console.log(row(name, 'floor', floor.rate.toFixed(0), '', '', ...cells(floor), ''));
  console.log(
    row(beside, 'nonet', nonet.rate.toFixed(0), ratio.toFixed(2), aim.toFixed(2), ...cells(nonet), work.toFixed(2)),
  );
}
