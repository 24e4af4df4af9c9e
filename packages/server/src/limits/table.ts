import { ENGINE_LIMITS, MOST_COUNTED } from '@nonet/engine';
import { MOST_MAIL_BYTES } from '../received/parse-mail.ts';

/** The limits that the server sets by itself, for every document. */
export const LIMITS = {
  requestsInFlight: 500,
  /** Where several tenants are served: the requests of all and of one of them, with streams. */
  requestsOfTenants: 3_000,
  requestsOfTenant: 1_000,
  bodiesInFlight: 500,
  bodiesOfNetwork: 25,
  bodiesOfUser: 50,
  /** The least rate of a body after its first seconds. */
  bodyGraceSeconds: 5,
  bodyBytesPerSecond: 500,
  headerSeconds: 10,
  requestSeconds: 60,
  /** The time that requests of one user may take together beyond a second each; one second is forgiven each second. */
  longRequestSeconds: 60,
  idleSeconds: 65,
  stopSeconds: 10,
  bodyDepth: 32,
  bodyKeys: 10_000,
  queryKeys: 100,
  /** A mail that is received, with its attachments. */
  mailBytes: MOST_MAIL_BYTES,
  /** A table that is received and signed, which is known once all of it is there. */
  signedTableBytes: 16 * 1024 * 1024,
  importRows: 5_000,
  bulkItems: 100,
  pathParameterCharacters: 200,
  openIdAnswerSeconds: 10,
  exportStallSeconds: 60,
  /** The notices of one answer, and those that one request marks by their ids. */
  noticesAtOnce: 100,
  /** The records of each entity in an answer of the search over everything. */
  foundOfEntity: 5,
  /** The time of one request of an agent's tool, the characters of its answer, and of each text in it. */
  agentSeconds: 45,
  agentAnswerCharacters: 100_000,
  agentTextCharacters: 10_000,
  streams: 2_000,
  streamsOfOne: 20,
  streamLists: 16,
  streamBytes: 1024 * 1024,
  /** The people of whom one reader is told that they are at a record, and the records at which others' people are kept. */
  presentPeople: 20,
  distantRecords: 10_000,
} as const;

/** REQUESTS_PER_MINUTE (9), while there is no document. */
export const STANDARD_RATE = { count: 600, seconds: 60 };

interface Row {
  readonly what: string;
  readonly limit: string;
  readonly beyond: string;
}

/** All limits except those of point 9, in the words of `docs/operations.md`. */
const ROWS: readonly Row[] = [
  {
    what: 'requests that one process answers at once',
    limit: count(LIMITS.requestsInFlight),
    beyond: '503 `UNAVAILABLE` with `Retry-After`, at once',
  },
  {
    what: 'requests of all tenants under way in one process, and of one tenant, with streams',
    limit: `${count(LIMITS.requestsOfTenants)}; ${count(LIMITS.requestsOfTenant)}`,
    beyond: '503 `UNAVAILABLE` with `Retry-After`, at once',
  },
  {
    what: 'bodies of requests that one process receives at once',
    limit: count(LIMITS.bodiesInFlight),
    beyond: '503 `UNAVAILABLE` with `Retry-After`',
  },
  {
    what: 'of one user; of one network address where nobody is signed in',
    limit: `${LIMITS.bodiesOfUser}; ${LIMITS.bodiesOfNetwork}`,
    beyond: '429 `TOO_MANY_REQUESTS` with `Retry-After`',
  },
  {
    what: 'a body after its first 5 seconds',
    limit: `${LIMITS.bodyBytesPerSecond} bytes a second at least`,
    beyond: '408, closed',
  },
  { what: 'a mail that is received', limit: `${LIMITS.mailBytes / 1024 / 1024} MB`, beyond: '413 `TOO_LARGE`' },
  {
    what: 'a table of a feed: CSV; JSON; one that is received and signed',
    limit: [ENGINE_LIMITS.feedBytes, ENGINE_LIMITS.feedJsonBytes, LIMITS.signedTableBytes]
      .map((bytes) => `${bytes / 1024 / 1024} MB`)
      .join('; '),
    beyond: 'the run fails; 400 `INVALID`; 413 `TOO_LARGE`',
  },
  {
    what: 'time in which a table is fetched',
    limit: seconds(ENGINE_LIMITS.feedSeconds),
    beyond: 'tried again, three times',
  },
  { what: 'time for the headers of a request', limit: seconds(LIMITS.headerSeconds), beyond: '408, closed' },
  { what: 'time for a whole request', limit: seconds(LIMITS.requestSeconds), beyond: '408, closed' },
  {
    what: 'time that requests of one user, or of one network address where nobody is signed in, take beyond a second each',
    limit: `${seconds(LIMITS.longRequestSeconds)}, and a second more each second`,
    beyond: '429 `TOO_MANY_REQUESTS` with `Retry-After`',
  },
  { what: 'an idle connection', limit: seconds(LIMITS.idleSeconds), beyond: 'closed' },
  {
    what: 'nesting of a JSON body',
    limit: `${LIMITS.bodyDepth} levels`,
    beyond: '400 `INVALID`, with line and column',
  },
  { what: 'keys of a JSON body', limit: count(LIMITS.bodyKeys), beyond: '400 `INVALID`, with line and column' },
  { what: 'keys of a query', limit: count(LIMITS.queryKeys), beyond: '400 `INVALID`' },
  { what: 'rows of an imported file', limit: count(LIMITS.importRows), beyond: '413 `TOO_LARGE`' },
  { what: 'records of one bulk action', limit: count(LIMITS.bulkItems), beyond: '400 `INVALID`' },
  { what: 'a parameter in a path', limit: `${LIMITS.pathParameterCharacters} characters`, beyond: '400 `INVALID`' },
  {
    what: 'event streams of one process',
    limit: count(LIMITS.streams),
    beyond: '503 `UNAVAILABLE` with `Retry-After`',
  },
  {
    what: 'event streams of one user, or of one network address where nobody is signed in, in one process',
    limit: count(LIMITS.streamsOfOne),
    beyond: '429 `TOO_MANY_REQUESTS`',
  },
  { what: 'lists and dashboards of one event stream', limit: count(LIMITS.streamLists), beyond: '400 `INVALID`' },
  {
    what: 'people of whom one is told that they look at a record',
    limit: count(LIMITS.presentPeople),
    beyond: 'not told of',
  },
  {
    what: 'records at which one process knows people of other processes',
    limit: count(LIMITS.distantRecords),
    beyond: 'not told of',
  },
  { what: 'data that waits for the client of an event stream', limit: '1 MiB', beyond: 'closed' },
  {
    what: 'a request of an agent’s tool',
    limit: seconds(LIMITS.agentSeconds),
    beyond: 'the tool answers so; the request may have been done',
  },
  {
    what: 'the answer of an agent’s tool',
    limit: `${count(LIMITS.agentAnswerCharacters)} characters`,
    beyond: 'refused; it says how to ask for less',
  },
  {
    what: 'a text in the answer of an agent’s tool',
    limit: `${count(LIMITS.agentTextCharacters)} characters`,
    beyond: 'cut, and named under `cut`',
  },
  {
    what: 'connections of one process to the database',
    limit: `${count(ENGINE_LIMITS.connections)} (and to each replica ${count(ENGINE_LIMITS.connections)}), one that reads what has changed, and one for each export`,
    beyond: 'waits',
  },
  {
    what: 'connections that all tenants of a process share, of which one tenant has half at most',
    limit: count(ENGINE_LIMITS.tenantConnections),
    beyond: 'waits',
  },
  { what: 'exports of one process at once', limit: count(ENGINE_LIMITS.exportConnections), beyond: 'waits' },
  {
    what: 'an export of which its client takes nothing',
    limit: seconds(LIMITS.exportStallSeconds),
    beyond: 'cut off',
  },
  {
    what: 'opening a connection to the database, or waiting for a free one',
    limit: seconds(ENGINE_LIMITS.connectionSeconds),
    beyond: '503 `UNAVAILABLE` with `Retry-After`',
  },
  {
    what: 'the answer of one of several servers of `DATABASE_URL`',
    limit: seconds(ENGINE_LIMITS.openingSeconds),
    beyond: 'the next one is tried',
  },
  {
    what: 'the wait for a replica that does not have yet what is read',
    limit: `${ENGINE_LIMITS.replicaWaitMilliseconds} ms`,
    beyond: 'the primary answers',
  },
  {
    what: 'the first answer of a replica',
    limit: seconds(ENGINE_LIMITS.replicaAnswerMilliseconds / 1000),
    beyond: 'it is passed over, until it answers again',
  },
  {
    what: 'the lag of a replica',
    limit: seconds(ENGINE_LIMITS.replicaLagSeconds),
    beyond: 'it is passed over',
  },
  {
    what: 'silence after which a connection to the database counts as lost',
    limit: seconds(ENGINE_LIMITS.answerSeconds),
    beyond: '503 `UNAVAILABLE` with `Retry-After`; the next request connects anew',
  },
  {
    what: 'one tile of a dashboard',
    limit: seconds(ENGINE_LIMITS.tileSeconds),
    beyond: 'the tile is `late`, the others are answered',
  },
  { what: 'a report', limit: seconds(ENGINE_LIMITS.reportSeconds), beyond: '503 `UNAVAILABLE` with `Retry-After`' },
  { what: 'one statement', limit: seconds(ENGINE_LIMITS.statementSeconds), beyond: '503 `UNAVAILABLE`' },
  {
    what: 'attempts of a transaction that conflicts with others',
    limit: count(ENGINE_LIMITS.transactionAttempts),
    beyond: '503 `UNAVAILABLE`',
  },
  {
    what: 'texts of records that a process keeps for the next list',
    limit: `${ENGINE_LIMITS.keptTextCharacters / 1024 ** 2} Mi characters`,
    beyond: 'the oldest are forgotten',
  },
  {
    what: 'totals of lists, and tiles, that a process keeps until one of their tables changes',
    limit: `${count(ENGINE_LIMITS.keptTotals)} each`,
    beyond: 'the oldest are forgotten',
  },
  {
    what: `reading a dashboard whose tiles take over ${ENGINE_LIMITS.dashboardFreshMilliseconds} ms, while their records change`,
    limit: `a ${ENGINE_LIMITS.dashboardParts}th of the time, and every ${ENGINE_LIMITS.tileAgeSeconds} s`,
    beyond: 'tiles are shown with their age (`asOf`)',
  },
  {
    what: 'statements kept prepared in a connection',
    limit: count(ENGINE_LIMITS.preparedStatements),
    beyond: 'not prepared',
  },
  { what: 'passwords checked at once', limit: count(ENGINE_LIMITS.passwordsInFlight), beyond: 'waits' },
  {
    what: 'passwords that wait to be checked',
    limit: count(ENGINE_LIMITS.passwordsWaiting),
    beyond: '503 `UNAVAILABLE` with `Retry-After`',
  },
  {
    what: 'the second step of a sign-in',
    limit: '10 minutes and 5 tries; a challenge of a passkey 5 minutes; each code once',
    beyond: 'the password is asked for again',
  },
  {
    what: 'a sign-in at a provider',
    limit: `${ENGINE_LIMITS.openIdAttemptSeconds / 60} minutes`,
    beyond: 'must be started again',
  },
  {
    what: 'an answer of a sign-in provider',
    limit: seconds(LIMITS.openIdAnswerSeconds),
    beyond: 'nobody is signed in, and the sign-in screen says so',
  },
  {
    what: 'uploads of one user, or of all who are not signed in, that no record holds yet',
    limit: `${count(ENGINE_LIMITS.waitingUploads)}, each for a day, or for an hour`,
    beyond: '429 `TOO_MANY_REQUESTS`',
  },
  {
    what: 'of these, from one network address where nobody is signed in',
    limit: `${count(ENGINE_LIMITS.waitingUploadsOfNetwork)}, and ${ENGINE_LIMITS.waitingBytesOfNetwork} times MAX_UPLOAD`,
    beyond: '429 `TOO_MANY_REQUESTS`',
  },
  { what: 'saved views of one person', limit: count(ENGINE_LIMITS.savedViews), beyond: '400 `INVALID`' },
  { what: 'notices that one request reads or marks', limit: count(LIMITS.noticesAtOnce), beyond: '400 `INVALID`' },
  { what: 'unread notices that are counted', limit: count(MOST_COUNTED), beyond: 'the number stays' },
  {
    what: 'outbound calls of one name under way in one process',
    limit: count(ENGINE_LIMITS.outboundInFlight),
    beyond: 'waits; no other call does',
  },
  {
    what: 'unanswered calls to a host in a row, after which only one outbound call at a time tries it',
    limit: count(ENGINE_LIMITS.outboundSilences),
    beyond: 'its other calls wait, and no attempt counts',
  },
  {
    what: 'pause before such a host is tried again',
    limit: `${seconds(ENGINE_LIMITS.outboundTrialSeconds)}, or what the document states between two tries`,
    beyond: 'no longer, however often it was silent',
  },
  { what: 'the answer to an outbound call', limit: '1 MiB', beyond: 'the attempt has failed' },
  {
    what: 'pause between two attempts of an outbound call',
    limit: '1 hour, and up to a quarter more',
    beyond: 'no longer, however often it doubles',
  },
  {
    what: 'what was sent and answered in an outbound call that was carried out',
    limit: `${ENGINE_LIMITS.outboundContentDays} days`,
    beyond: 'removed; that it was made, and when, stays',
  },
  { what: 'security events', limit: '400 days', beyond: 'removed, the oldest first' },
  { what: 'after SIGTERM', limit: seconds(LIMITS.stopSeconds), beyond: 'what is still under way is cut off' },
];

/** The rows as a Markdown table. */
export function limitsTable(): string {
  return [
    '| what | limit | beyond it |',
    '| --- | --- | --- |',
    ...ROWS.map((row) => `| ${row.what} | ${row.limit} | ${row.beyond} |`),
  ].join('\n');
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function seconds(value: number): string {
  return `${value} s`;
}
