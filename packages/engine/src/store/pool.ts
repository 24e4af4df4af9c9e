import { errorCode } from '../error-code.ts';
import { createHash } from 'node:crypto';
import { Client, type ClientBase, type ClientConfig, Pool, type PoolConfig, types, type PoolClient } from 'pg';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { batchingSocket } from './corked-socket.ts';
import { isOfDatabase, isUnreachable, noteConnectionErrors, readsOnly } from './connection-errors.ts';
import { connectThrough, Hosts, readDatabaseAddress } from './hosts.ts';
import { placeholdersIn, replacePlaceholders } from './placeholders.ts';
import { clientInSchema } from './schema-client.ts';
import { sessionSettings } from './session-settings.ts';
import { enterEachTransaction, enteringText } from './transaction-pooler.ts';
import { enterLine, hasLine, ExclusiveTurn } from './turns.ts';

/** Runs statements: a pool for one, a client inside a transaction. */
export type Queryable = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>;
export type { Pool, PoolClient } from 'pg';

export interface PoolOptions {
  readonly connections?: number;
  /** Is called when an idle connection breaks; without a listener that would end the process. */
  readonly onError?: (error: Error) => void;
  /** The version of the document that is served with it: a connection that the database takes no longer of it fails. */
  readonly version?: number;
  /** The maximum wait for a new or a free connection, in milliseconds. */
  readonly connectMilliseconds?: number;
  /** The time without an answer after which a statement's connection counts as lost; 0: no limit. */
  readonly answerMilliseconds?: number;
  /**
   * The address of PostgreSQL itself, where `url` leads to a pooler that gives a connection for a transaction at a time: for
   * what listens, holds a lock of its session or keeps its connection long.
   */
  readonly directUrl?: string;
}

/** The silence after which the operating system checks whether the other side of a connection still exists. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/**
 * Opens a pool. Every session uses UTC and ISO forms, so that a value has one text. The address may name several
 * servers (`readDatabaseAddress`).
 */
export function openPool(url: string, options: PoolOptions = {}): Pool {
  const { directUrl, ...others } = options;
  if (directUrl === undefined) return openSessions(url, options);
  const pool = openSessions(url, { ...others, perTransaction: true });
  directOf.set(pool, openSessions(directUrl, others));
  return pool;
}

/** The pools of connections to PostgreSQL itself, of those that lead to a pooler of transactions. */
const directOf = new WeakMap<Pool, Pool>();
/** Where no statement is kept prepared: the next transaction may be another connection's. */
const withoutNames = new WeakSet<Queryable>();

/** The pool whose connections are sessions of their own. */
function sessionsOf(pool: Pool): Pool {
  return directOf.get(pool) ?? pool;
}

/** Whether the connections of a pool hold for one transaction alone. */
export function isPerTransaction(pool: Pool): boolean {
  return directOf.has(pool);
}

function openSessions(url: string, options: PoolOptions & { readonly perTransaction?: boolean }): Pool {
  const { perTransaction = false, version } = options;
  const address = readDatabaseAddress(url);
  const isOne = address.urls.length === 1 && address.target === 'any';
  const hosts = isOne ? null : new Hosts(address);
  const config: PoolConfig = {
    connectionString: address.urls[0] ?? url,
    max: options.connections ?? ENGINE_LIMITS.connections,
    // Statements that don't wait for each other are sent together, and answered in order.
    pipeline: true,
    stream: batchingSocket,
    types: { getTypeParser },
    // A network that drops packets never answers: callers get an error after a while.
    connectionTimeoutMillis: options.connectMilliseconds ?? ENGINE_LIMITS.connectionSeconds * 1000,
    query_timeout: options.answerMilliseconds ?? ENGINE_LIMITS.answerSeconds * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    // oxlint-disable-next-line no-misused-promises -- The pool waits for it; its types have not learnt that yet.
    ...(version === undefined || perTransaction ? {} : { onConnect: enteringAs(version) }),
    ...(perTransaction
      ? {}
      : {
          options: Object.entries(sessionSettings(address.schema))
            .map(([name, value]) => `-c ${name}=${value}`)
            .join(' '),
        }),
  };
  const pool = open(config, hosts, address.schema, options.onError);
  if (perTransaction) {
    withoutNames.add(pool);
    pool.on('connect', (client) => {
      withoutNames.add(client);
      enterEachTransaction(client, enteringText(version ?? null, address.schema));
    });
  }
  return pool;
}

/** A pool to the same database, for work that keeps its connections long, so that they are none of the others'. */
export function openBeside(pool: Pool, connections: number): Pool {
  const sessions = sessionsOf(pool);
  return open({ ...sessions.options, max: connections }, hostsOf.get(sessions) ?? null, schemaOf(sessions));
}

/** A connection to the same database that is none of the pool's, not connected yet. */
export async function clientBeside(pool: Pool): Promise<Client> {
  const sessions = sessionsOf(pool);
  await hostsOf.get(sessions)?.settle();
  const Beside = clientOf(hostsOf.get(sessions) ?? null, schemaOf(sessions));
  return new Beside({ ...sessions.options, keepAlive: true });
}

/** Makes a connection of `clientBeside` one by which the database knows the version that the process serves. */
export async function enterBeside(pool: Pool, client: Client): Promise<void> {
  // oxlint-disable-next-line await-thenable -- The pool waits for it, too; its types have not learnt that yet.
  await sessionsOf(pool).options.onConnect?.(client);
}

/** The connection of `clientBeside` has broken: the next one looks for its server again. */
export function doubtServer(pool: Pool): void {
  hostsOf.get(sessionsOf(pool))?.doubt();
}

/** The servers of pools whose address names several. */
const hostsOf = new WeakMap<Pool, Hosts>();

/** The schemas of pools of products that are in a schema of their own. */
const schemas = new WeakMap<Pool, string>();

/** The one schema that the product of a pool is in; null: in the two schemas `product` and `nonet`. */
export function schemaOf(pool: Pool): string | null {
  return schemas.get(pool) ?? null;
}

/**
 * Lets connections that are opened beside those that several products share be of one product: in its schema, and with its
 * version.
 */
export function putBeside(pool: Pool, shared: Pool, schema: string, version: () => number | null): void {
  const settings = Object.entries(sessionSettings(schema)).map(([name, value]) => `-c ${name}=${value}`);
  const enter = async (client: ClientBase) => {
    const served = version();
    if (served !== null) await client.query('select nonet.serve_version($1)', [served]);
  };
  Object.defineProperty(pool, 'options', {
    value: { ...shared.options, options: settings.join(' '), onConnect: enter },
  });
  schemas.set(pool, schema);
  const hosts = hostsOf.get(shared);
  if (hosts !== undefined) hostsOf.set(pool, hosts);
}

function clientOf(hosts: Hosts | null, schema: string | null): new (config?: ClientConfig) => Client {
  const Own = hosts?.Client ?? Client;
  return schema === null ? Own : clientInSchema(Own, schema);
}

function open(config: PoolConfig, hosts: Hosts | null, schema: string | null, given?: PoolOptions['onError']): Pool {
  const isPlain = hosts === null && schema === null;
  const pool = new Pool(isPlain ? config : { ...config, Client: clientOf(hosts, schema) });
  if (schema !== null) schemas.set(pool, schema);
  if (hosts !== null) {
    hostsOf.set(pool, hosts);
    connectThrough(pool, hosts);
  }
  noteConnectionErrors(pool, () => hosts?.doubt());
  const onError = given ?? ((error) => console.error(`A database connection broke: ${error.message}`));
  pool.on('error', (error) => {
    hosts?.doubt();
    // A pool that is closing has no use for the connections that break.
    if (!pool.ending) onError(error);
  });
  // A connection that breaks while it is used reports it through its statements; without this listener it would also
  // end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A server as a connection finds it: whose data it has, and, unless it follows another one, its timeline. */
interface FoundServer {
  readonly system: string;
  readonly timeline: string | null;
}

/** The time for which a former primary is refused. */
const FORMER_MILLISECONDS = 10_000;

const FOUND_SERVER = `select (select system_identifier::text from pg_control_system()) as system,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/**
 * Takes the locks of processes that serve a version for the life of the connection, and sets its search path
 * (`nonet.serve_version`). Whoever has worked with a primary works with no former one any more: while one server takes over from
 * another, what stands before them may still lead to the other, and what is read there is of the past.
 */
function enteringAs(version: number) {
  let primary: FoundServer | null = null;
  let refusedSince: number | null = null;
  return async (client: ClientBase): Promise<void> => {
    const [found] = await together([foundServer(client), client.query('select nonet.serve_version($1)', [version])]);
    if (found === null) return;
    const isRefused = isFormer(primary, found);
    refusedSince = isRefused ? (refusedSince ?? performance.now()) : null;
    // Where nothing else is found for a while, it is what there is.
    if (refusedSince !== null && performance.now() - refusedSince < FORMER_MILLISECONDS)
      throw new Error('The server is not the primary any more, or follows another one.');
    if (found.timeline !== null) primary = found;
  };
}

/** Asks a server what it is; null if it is one of those that can not say, and whose hosts see to it that none is former. */
async function foundServer(client: ClientBase): Promise<FoundServer | null> {
  try {
    const { rows } = await client.query<FoundServer>(FOUND_SERVER);
    return rows[0] ?? null;
  } catch (error) {
    if (isOfDatabase(error) && !isUnreachable(error)) return null;
    throw error;
  }
}

/** Whether a server is not, or no longer, the primary of the data that another one was the primary of. */
export function isFormer(primary: FoundServer | null, { system, timeline }: FoundServer): boolean {
  const former = primary?.system === system ? primary.timeline : null;
  return former !== null && (timeline === null || timeline < former);
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** False for a statement that runs once: it is not kept prepared. */
  readonly prepare?: boolean;
}

interface Prepared {
  /** Null until the text has come often enough to be worth a plan in every connection. */
  name: string | null;
  runs: number;
  readonly text: string;
  /** The places of the values that the text uses: what a condition was folded away for is not sent. */
  readonly used: readonly number[];
}

const prepared = new Map<string, Prepared>();
const MOST_KNOWN = 10_000;
/** Requests make texts of their own: only those that come back are prepared, and so many at most in a connection. */
const RUNS_BEFORE = 2;
let named = 0;

/**
 * Runs a statement; one that comes back often under a name made from its text, so that each connection plans it once.
 */
export async function run<Row extends object = Record<string, unknown>>(
  client: Queryable,
  statement: Statement,
): Promise<Row[]> {
  let known = prepared.get(statement.text);
  if (known === undefined) {
    known = renumber(statement.text);
    if (prepared.size >= MOST_KNOWN) forgetUnnamed();
    prepared.set(statement.text, known);
  }
  known.runs += 1;
  const { text, used } = known;
  if (
    known.name === null &&
    statement.prepare !== false &&
    !withoutNames.has(client) &&
    known.runs > RUNS_BEFORE &&
    named < ENGINE_LIMITS.preparedStatements
  ) {
    named += 1;
    known.name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  }
  const values = used.map((place) => statement.values[place]);
  const query = known.name === null || withoutNames.has(client) ? { text, values } : { name: known.name, text, values };
  try {
    return (await client.query<Row & Record<string, unknown>>(query)).rows;
  } catch (error) {
    if (errorCode(error) !== IN_ABORTED_TRANSACTION) abortedBy.set(client, error);
    throw error;
  }
}

const IN_ABORTED_TRANSACTION = '25P02';
/**
 * The last error of a connection that is no consequence of another. A statement may be sent without awaiting it; if it
 * aborts the transaction, the next statement that is awaited fails with `IN_ABORTED_TRANSACTION`.
 */
const abortedBy = new WeakMap<Queryable, unknown>();

function forgetUnnamed(): void {
  for (const [text, { name }] of prepared) if (name === null) prepared.delete(text);
}

function renumber(original: string): Prepared {
  const used = placeholdersIn(original);
  const numbers = new Map(used.map((place, at) => [place, at + 1]));
  const text = replacePlaceholders(original, (place) => `$${numbers.get(place)}`);
  return { name: null, runs: 0, text, used };
}

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
  /** The maximum number of attempts of a transaction that lost to another one. */
  readonly attempts?: number;
  /**
   * The line of transactions that may conflict: once one of them has lost, those of that line run one at a time in
   * this process. A transaction that has used up half of its attempts runs alone: none of another line begins
   * meanwhile.
   */
  readonly line?: string;
}

/** A transaction in its line tries again almost immediately: the one to which it lost comes after it next time. */
const LONGEST_PAUSE = { alone: 7, inLine: 4 } as const;

/** The states of a transaction that lost to a concurrent one: 40001 serialization failure, 40P01 deadlock. */
const RETRIABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction, again (a bounded number of times) where it lost to a concurrent one. `work` must
 * have no effect outside of the transaction, for it may run more than once.
 */
export async function transaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const attempts = options.attempts ?? ENGINE_LIMITS.transactionAttempts;
  const begin = `begin isolation level ${options.isolation ?? 'read committed'}${options.readOnly ? ' read only' : ''}`;
  const { line } = options;
  let leave = line !== undefined && hasLine(pool, line) ? await enterLine(pool, line) : null;
  const turn = new ExclusiveTurn(pool);
  try {
    for (let attempt = 1; ; attempt++) {
      if (line !== undefined) await (attempt > attempts / 2 ? turn.take() : turn.waitForOthers());
      const outcome = await attemptOnce(pool, begin, work, attempt >= attempts);
      if (outcome !== null) return outcome.result;
      if (line !== undefined) leave ??= await enterLine(pool, line);
      const longest = leave === null ? LONGEST_PAUSE.alone : LONGEST_PAUSE.inLine;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** Math.min(attempt, longest)));
    }
  } finally {
    turn.end();
    leave?.();
  }
}

/** One attempt of a transaction; null if it lost to a concurrent one and may be tried again. */
async function attemptOnce<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
  isLast: boolean,
): Promise<{ readonly result: T } | null> {
  const client = await pool.connect();
  abortedBy.delete(client);
  let broken: Error | null = null;
  try {
    // Sent with the first statement of the work, which follows in the same connection.
    const [, result] = await together([client.query(begin), work(client)]);
    await client.query('commit');
    return { result };
  } catch (caught) {
    const isConsequence = errorCode(caught) === IN_ABORTED_TRANSACTION;
    const error = isConsequence ? (abortedBy.get(client) ?? caught) : caught;
    try {
      await client.query('rollback');
    } catch (rollbackError) {
      // The connection is gone, and with it the transaction: the first error says why.
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    if (readsOnly(error) && error instanceof Error) broken ??= error;
    if (isLast || !RETRIABLE.has(errorCode(error) ?? '')) throw error;
    return null;
  } finally {
    client.release(broken ?? undefined);
  }
}

/**
 * Waits for work whose statements were sent together. All of it has ended when this returns; if several failed, the
 * first error in order is thrown, because in a transaction the others fail as a consequence.
 */
export async function together<const Works extends readonly unknown[]>(
  works: Works,
): Promise<{ -readonly [Place in keyof Works]: Awaited<Works[Place]> }> {
  const settled = await Promise.allSettled(works);
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as { -readonly [Place in keyof Works]: Awaited<Works[Place]> };
}

const asText = (text: string) => text;
const OID = {
  int8: 20,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
} as const;
const ARRAY_OF_TEXT = types.getTypeParser(1009 as 25) as unknown as (text: string) => (string | null)[];
/** The array types by their OID, with the type of their elements. */
const ARRAYS: Readonly<Record<number, number>> = {
  1016: OID.int8,
  1182: OID.date,
  1183: OID.time,
  1185: OID.timestamptz,
  1231: OID.numeric,
  2951: 2950,
  1009: 25,
  1015: 25,
};

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.int8]: parseInteger,
  [OID.date]: asText,
  [OID.time]: asText,
  [OID.timestamp]: asText,
  [OID.timestamptz]: parseInstant,
  [OID.interval]: asText,
  [OID.numeric]: asText,
};

function getTypeParser(oid: number, format?: string): (text: string) => unknown {
  const own = PARSERS[oid];
  if (own !== undefined) return own;
  const element = ARRAYS[oid];
  if (element !== undefined) {
    const parse = PARSERS[element] ?? asText;
    return (text) => ARRAY_OF_TEXT(text).map((item) => (item === null ? null : parse(item)));
  }
  return types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
}

/** A number where that is exact, else the digits. */
function parseInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** `2026-11-21 10:00:00.5+00` (the session is in UTC) → `2026-11-21T10:00:00.500000Z`. */
function parseInstant(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  if (match === null) throw new Error(`Not an instant in UTC: ${text}`);
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(6, '0')}Z`;
}
