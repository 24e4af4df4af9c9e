/** A request of one of the two servers. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A record of both servers: its id in the server written by hand, and in Nonet. */
export interface Pair {
  readonly id: number;
  readonly record: string;
}

export interface Pairs {
  readonly invoices: readonly Pair[];
  readonly drafts: readonly Pair[];
  readonly customer: { readonly id: number; readonly record: string };
  readonly owner: string;
  /** Cookies of many sessions of the same clerk: equal requests of one session share an answer. */
  readonly cookies: readonly string[];
}

export interface Operation {
  readonly name: string;
  /** The operation of Nonet that it is compared with; null: the ratio is that to the server written by hand. */
  readonly against: string | null;
  /** The aim for the ratio. */
  readonly aim: number;
  /** The number of requests in a round, if each record can be requested only once. */
  readonly most?: (pairs: Pairs) => number;
  /** Whether others write to the same records meanwhile. */
  readonly isBesideWrites?: boolean;
  /** The next request; no two in a row are equal. */
  readonly floor: (pairs: Pairs, turn: number) => Request;
  readonly nonet: (pairs: Pairs, turn: number) => Request;
  readonly status: { readonly floor: number; readonly nonet: number };
}

const STATUSES = ['draft', 'sent', 'overdue', 'paid'];
const DATES = { issue_date: '2026-03-01', due_date: '2026-03-31' };
let numbers = 0;
const number = () => `B-${Date.now()}-${numbers++}`;

/** The factor is prime to the count, so that neighbours in time are not neighbours in the table. */
function pick<T>(items: readonly T[], turn: number): T {
  const item = items[(turn * 7919) % items.length];
  if (item === undefined) throw new Error('There is nothing to ask for.');
  return item;
}

const update = (pairs: Pairs, turn: number): Request => ({
  method: 'PATCH',
  path: `/invoices/${pick(pairs.invoices, turn).id}`,
  body: { note: `Noted ${turn}`, due_date: '2026-12-31' },
});

const withTotal: Pick<Operation, 'floor' | 'nonet'> = {
  floor: (_pairs, turn) => ({ method: 'GET', path: `/invoices?status=${pick(STATUSES, turn)}&limit=25&count=1` }),
  nonet: ({ cookies }, turn) => ({
    method: 'GET',
    path: `/api/invoices?status=${pick(STATUSES, turn)}&order=-issue_date&limit=25&count=exact`,
    headers: { cookie: pick(cookies, turn) },
  }),
};

/** The fields that the server written by hand answers with a record, and its customer's name. */
const JOINED = 'number,customer.name,status,issue_date,due_date,total,note,created_at,owner';

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'read by id',
    against: null,
    aim: 1.3,
    floor: (pairs, turn) => ({ method: 'GET', path: `/invoices/${pick(pairs.invoices, turn).id}` }),
    nonet: (pairs, turn) => ({
      method: 'GET',
      path: `/api/invoices/${pick(pairs.invoices, turn).record}`,
      headers: { cookie: pick(pairs.cookies, turn) },
    }),
    status: { floor: 200, nonet: 200 },
  },
  {
    name: 'read by id with its customer',
    against: null,
    aim: 1.3,
    floor: (pairs, turn) => ({ method: 'GET', path: `/invoices/${pick(pairs.invoices, turn).id}` }),
    nonet: (pairs, turn) => ({
      method: 'GET',
      path: `/api/invoices/${pick(pairs.invoices, turn).record}?fields=${JOINED}`,
      headers: { cookie: pick(pairs.cookies, turn) },
    }),
    status: { floor: 200, nonet: 200 },
  },
  {
    name: 'list of 25, all asking alike',
    against: null,
    aim: 1.3,
    floor: () => ({ method: 'GET', path: '/invoices?status=paid&limit=25&count=0' }),
    nonet: () => ({ method: 'GET', path: '/api/invoices?status=paid&order=-issue_date&limit=25' }),
    status: { floor: 200, nonet: 200 },
  },
  {
    name: 'list of 25, no two asking alike',
    against: null,
    aim: 1.3,
    floor: (_pairs, turn) => ({ method: 'GET', path: `/invoices?status=${pick(STATUSES, turn)}&limit=25&count=0` }),
    nonet: ({ cookies }, turn) => ({
      method: 'GET',
      path: `/api/invoices?status=${pick(STATUSES, turn)}&order=-issue_date&limit=25`,
      headers: { cookie: pick(cookies, turn) },
    }),
    status: { floor: 200, nonet: 200 },
  },
  {
    name: 'list of 25 with its customers',
    against: null,
    aim: 1.3,
    floor: (_pairs, turn) => ({ method: 'GET', path: `/invoices?status=${pick(STATUSES, turn)}&limit=25&count=0` }),
    nonet: ({ cookies }, turn) => ({
      method: 'GET',
      path: `/api/invoices?status=${pick(STATUSES, turn)}&order=-issue_date&limit=25&fields=${JOINED}`,
      headers: { cookie: pick(cookies, turn) },
    }),
    status: { floor: 200, nonet: 200 },
  },
  { name: 'list of 25 with its total', against: null, aim: 2, ...withTotal, status: { floor: 200, nonet: 200 } },
  {
    name: 'the same while people write',
    against: null,
    aim: 2,
    isBesideWrites: true,
    ...withTotal,
    status: { floor: 200, nonet: 200 },
  },
  {
    name: 'create with rules',
    against: null,
    aim: 1,
    floor: ({ customer }) => ({
      method: 'POST',
      path: '/invoices',
      body: { number: number(), customer_id: customer.id, status: 'draft', ...DATES, total: 120.5, owner: 'user1' },
    }),
    nonet: ({ customer, owner, cookies }, turn) => ({
      method: 'POST',
      path: '/api/invoices',
      body: { number: number(), customer: customer.record, ...DATES, total: '120.50', owner },
      headers: { cookie: pick(cookies, turn) },
    }),
    status: { floor: 201, nonet: 201 },
  },
  {
    name: 'update',
    against: null,
    aim: 1,
    floor: update,
    nonet: (pairs, turn) => ({
      method: 'PATCH',
      path: `/api/invoices/${pick(pairs.invoices, turn).record}`,
      body: { note: `Noted ${turn}`, due_date: '2026-12-31' },
      headers: { 'if-match': '*', cookie: pick(pairs.cookies, turn) },
    }),
    status: { floor: 200, nonet: 200 },
  },
  {
    // The server written by hand has no events: the ratio is that to the product's own update.
    name: 'event, to its own update',
    against: 'update',
    aim: 0.7,
    most: ({ drafts }) => drafts.length - 100,
    floor: update,
    nonet: (pairs, turn) => ({
      method: 'POST',
      path: `/api/invoices/${pick(pairs.drafts, turn).record}/send`,
      body: {},
      headers: { cookie: pick(pairs.cookies, turn) },
    }),
    status: { floor: 200, nonet: 200 },
  },
];
