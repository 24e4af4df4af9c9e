import { createEngine, createSessions, indexPlan, openPool, type Pool } from '@nonet/engine';
import { planOf } from '../plan.ts';

export const HELP_DESK = new URL('./spec.md', import.meta.url).pathname;

/** A product with many tickets, and what requests to it need. */
export interface Filled {
  readonly size: number;
  readonly url: string;
  readonly ids: readonly string[];
  readonly customers: readonly string[];
  /** The headers of sessions with each role: no user exceeds what one may take of the product's time. */
  readonly agent: readonly Record<string, string>[];
  readonly lead: readonly Record<string, string>[];
}

/** The tickets that wait for a timer: of ten, so many are fresh. */
const FRESH_OF_TEN = 3;

/**
 * Fills a database, if it is empty, with so many tickets, twenty of each customer, over three years; the fresh ones
 * wait for a timer that is not due.
 */
export async function fill(url: string, size: number): Promise<Filled> {
  const pool = openPool(url, { connections: 1, answerMilliseconds: 0 });
  const plan = await planOf(HELP_DESK);
  await (await createEngine({ plan, pool, change: 'any' })).close();
  await pool.query('set statement_timeout = 0');
  const { rows } = await pool.query('select from product.ticket limit 1');
  if (rows.length === 0) await insertAll(pool, size);
  await pool.query('vacuum analyze');
  const some = async (from: string, most: number) =>
    (await pool.query<{ id: string }>(`select id from product.${from} order by md5(id::text) limit ${most}`)).rows.map(
      ({ id }) => id,
    );
  const sessions = createSessions(pool, indexPlan(plan));
  const headersOf = async (role: string) => {
    const users = await some(`"user" where roles = '{${role}}'`, 20);
    return Promise.all(users.map(async (id) => ({ cookie: `nonet_session=${await sessions.open(id)}` })));
  };
  const filled: Filled = {
    size,
    url,
    ids: await some('ticket', 1000),
    customers: await some('customer', 500),
    agent: await headersOf('agent'),
    lead: await headersOf('lead'),
  };
  await pool.query('checkpoint');
  await pool.end();
  return filled;
}

async function insertAll(pool: Pool, size: number): Promise<void> {
  await pool.query(
    `insert into product."user" (email, name, roles)
     select r || n || '@example.com', r || ' ' || n, array[r] from unnest('{agent,lead}'::text[]) r, generate_series(1, 20) n`,
  );
  await pool.query(
    `insert into product.customer (name, city)
     select 'Customer ' || n, 'City ' || n % 500 from generate_series(1, ${Math.max(1, Math.trunc(size / 20))}) n`,
  );
  await pool.query(
    `insert into product.ticket (number, subject, description, customer, assignee, status, _entered_at, priority, opened, due, effort, points)
     select 'T-' || n, 'Ticket about part ' || n * 7717 % 9973 || ' of order ' || n * 104729 % 1299709, repeat('It does not work as it did. ', 1 + (n % 8)::int),
       c.ids[1 + n * 7919 % cardinality(c.ids)], u.ids[1 + n % cardinality(u.ids)],
       case when n % 10 < ${FRESH_OF_TEN} then 'fresh' when n % 10 < ${FRESH_OF_TEN + 1} then 'begun' else 'solved' end,
       now() - make_interval(hours => (n * 31 % 1400)::int), (array['low', 'normal', 'normal', 'urgent'])[1 + n * 13 % 4],
       date '2023-01-01' + (n * 6151 % 1095)::int, date '2023-01-15' + (n * 6151 % 1095)::int, n * 37 % 100000 / 100.0, n * 3571 % 100003
     from generate_series(1, ${size}::bigint) n, (select array_agg(id) as ids from product."user" where roles = '{agent}') u,
       (select array_agg(id) as ids from product.customer) c`,
  );
}
