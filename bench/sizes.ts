import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createEngine,
  createSessions,
  type EmbeddedPostgres,
  indexPlan,
  openPool,
  startEmbeddedPostgres,
} from '@nonet/engine';
import { median, row } from './figures.ts';
import type { Request } from './operations.ts';
import { INVOICES, planOf } from './plan.ts';
import { startServer } from './servers.ts';
import { measure, type Side } from './side.ts';
import { readArguments } from '../scripts/arguments.ts';

// `npm run bench:sizes`: the cost of reading and listing with more data, with the indexes that the document of
// `invoices` states or implies. Rounds alternate between the sizes, so that other load on the machine affects all.

const values = readArguments('Measures what reading and listing cost from 10,000 to 1,000,000 records.', {
  seconds: { value: 'N', default: '2', help: 'the length of each measurement' },
  rounds: { value: 'N', default: '3', help: 'how many measurements of each' },
  only: { value: 'WORD', default: '', help: 'only questions whose name has it' },
  sizes: { value: 'SIZES', default: '10000,100000,1000000', help: 'numbers of records, with commas between them' },
});
/** The maximum ratio of a request's time in the largest database to that in the smallest. */
const AIM = 1.3;
const PORT = 7011;
const STATUSES = ['draft', 'sent', 'overdue', 'paid'];

interface Sized {
  readonly size: number;
  readonly side: Side;
  readonly ids: readonly string[];
  readonly customers: readonly string[];
}

const QUESTIONS: Readonly<Record<string, (sized: Sized, turn: number) => string>> = {
  'read by id': ({ ids }, turn) => `/api/invoices/${ids[turn % ids.length]}`,
  'list: a state, by date': (_sized, turn) =>
    `/api/invoices?status=${STATUSES[turn % 4]}&order=-issue_date&limit=25&issue_date.lte=${day(turn)}`,
  'list: a customer, by date': ({ customers }, turn) =>
    `/api/invoices?customer=${customers[turn % customers.length]}&order=-issue_date&limit=25`,
  // Answers that depend on more than a record's row are not cached: the database composes each page again.
  'list: a customer, with its name': ({ customers }, turn) =>
    `/api/invoices?customer=${customers[turn % customers.length]}&order=-issue_date&limit=25&expand=customer`,
  "list: by the customer's name": (_sized, turn) =>
    `/api/invoices?order=${turn % 2 === 0 ? '-' : ''}customer.name&limit=25`,
  'search: one number': ({ size }, turn) =>
    `/api/invoices?screen=invoices&q=INV-${1 + ((turn * 7919) % size)}&limit=25`,
  'search: what none has': (_sized, turn) => `/api/invoices?screen=invoices&q=unheard${turn % 500}&limit=25`,
  'filter: contains, what none has': (_sized, turn) => `/api/invoices?number.contains=unheard${turn % 500}&limit=25`,
};
/** The number of requests at each size: the smallest database has this number of customers. */
const ASKED = 500;

let turns = 0;
const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-sizes-'));
const postgres = await startEmbeddedPostgres({ folder });
const ends: (() => Promise<void>)[] = [];
try {
  const sized: Sized[] = [];
  for (const size of values.sizes.split(',').map(Number)) sized.push(await grow(postgres, size, PORT + sized.length));
  await settle(await postgres.database('postgres'));
  await compare(sized);
} finally {
  for (const end of ends) await end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A product with so many invoices, twenty of each customer. */
async function grow(database: EmbeddedPostgres, size: number, port: number): Promise<Sized> {
  console.log(`${size.toLocaleString('en')} invoices: preparing`);
  const url = await database.database(`size_${size}`);
  const pool = openPool(url, { connections: 1, answerMilliseconds: 0 });
  const plan = await planOf(INVOICES);
  await (await createEngine({ plan, pool })).close();
  await pool.query('set statement_timeout = 0');
  await pool.query(`insert into product."user" (email, name, roles) values ('clerk@example.com', 'Clerk', '{clerk}')`);
  await pool.query(
    `insert into product.customer (name, email, city)
     select 'Customer ' || n, 'c' || n || '@example.com', 'Oslo' from generate_series(1, ${size / 20}) n`,
  );
  await pool.query(
    `insert into product.invoice (number, customer, status, issue_date, due_date, total, note, owner)
     select 'INV-' || n, c.ids[1 + n * 7919 % cardinality(c.ids)],
       (array['draft', 'sent', 'paid', 'paid', 'paid', 'overdue', 'sent', 'paid'])[1 + n % 8],
       date '2023-01-01' + (n * 6151 % 1095)::int, date '2023-02-01' + (n * 6151 % 1095)::int, n * 37 % 100000 / 10.0 + 1, 'Note for invoice ' || n, u.id
     from generate_series(1, ${size}::bigint) n, product."user" u, (select array_agg(id) as ids from product.customer) c`,
  );
  await pool.query('vacuum analyze');
  const some = async (table: string, most: number) =>
    (await pool.query<{ id: string }>(`select id from product.${table} order by md5(id::text) limit ${most}`)).rows;
  const [invoices, customers] = [await some('invoice', 5000), await some('customer', ASKED)];
  const { rows } = await pool.query<{ id: string }>('select id from product."user"');
  const token = await createSessions(pool, indexPlan(plan)).open(rows[0]?.id ?? '');
  await pool.end();
  const server = await startServer('./nonet.ts', port, { DATABASE_URL: url });
  ends.push(() => server.stop());
  const side = { ...server, headers: { cookie: `nonet_session=${token}` } };
  return { size, side, ids: invoices.map(({ id }) => id), customers: customers.map(({ id }) => id) };
}

/** Writes all data to the disk before the measurements; otherwise readers would have to write pages to get buffers. */
async function settle(url: string): Promise<void> {
  const pool = openPool(url, { connections: 1, answerMilliseconds: 0 });
  await pool.query('set statement_timeout = 0');
  await pool.query('checkpoint');
  await pool.end();
}

async function compare(sized: readonly Sized[]): Promise<void> {
  const sizes = sized.map(({ size }) => `${size.toLocaleString('en')}/s`);
  console.log(`\n${row('', ...sizes, 'cost', 'aim')}`);
  for (const [name, ask] of Object.entries(QUESTIONS).filter(([question]) => question.includes(values.only))) {
    const rates: number[][] = [];
    for (let round = -1; round < Number(values.rounds); round++) {
      const order = round % 2 === 0 ? sized : sized.toReversed();
      const reached = new Map<number, number>();
      for (const each of order) reached.set(each.size, await rateOf(each, ask, round < 0 ? 1 : Number(values.seconds)));
      if (round >= 0) rates.push(sized.map(({ size }) => reached.get(size) ?? Number.NaN));
    }
    const cost = median(rates.map((each) => (each[0] ?? Number.NaN) / (each.at(-1) ?? Number.NaN)));
    const medians = sized.map((_each, place) => median(rates.map((each) => each[place] ?? Number.NaN)).toFixed(0));
    console.log(row(name, ...medians, cost.toFixed(2), AIM.toFixed(2)));
  }
}

async function rateOf(sized: Sized, ask: (sized: Sized, turn: number) => string, seconds: number): Promise<number> {
  const next = (): Request => ({ method: 'GET', path: ask(sized, turns++) });
  return (await measure(sized.side, next, { seconds })).rate;
}

/** A day of the years in which the invoices were issued; the first days still have a full page. */
function day(turn: number): string {
  return new Date(Date.UTC(2023, 3, 1 + ((turn * 7919) % 1000))).toISOString().slice(0, 10);
}
