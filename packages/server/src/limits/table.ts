import { ENGINE_LIMITS } from '@nonet/engine';

/** What the server bounds by itself, whatever a document states. */
export const LIMITS = {
  requestsInFlight: 500,
  headerSeconds: 10,
  requestSeconds: 60,
  idleSeconds: 65,
  stopSeconds: 10,
  bodyDepth: 32,
  bodyKeys: 10_000,
  queryKeys: 100,
  importRows: 5_000,
  bulkItems: 100,
  pathParameterCharacters: 200,
  openIdAnswerSeconds: 10,
  streams: 2_000,
  streamsOfOne: 20,
  streamLists: 16,
  streamBytes: 1024 * 1024,
} as const;

interface Row {
  readonly what: string;
  readonly limit: string;
  readonly beyond: string;
}

/** All limits but point 9's, in the words of `docs/operations.md`. */
const ROWS: readonly Row[] = [
  {
    what: 'requests that one process answers at once',
    limit: count(LIMITS.requestsInFlight),
    beyond: '503 `UNAVAILABLE` with `Retry-After`, at once',
  },
  { what: 'time for the headers of a request', limit: seconds(LIMITS.headerSeconds), beyond: '408, closed' },
  { what: 'time for a whole request', limit: seconds(LIMITS.requestSeconds), beyond: '408, closed' },
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
  { what: 'what waits for the reader of an event stream', limit: '1 MiB', beyond: 'closed' },
  {
    what: 'connections of one process to the database',
    limit: `${count(ENGINE_LIMITS.connections)}, and one that listens`,
    beyond: 'waits',
  },
  {
    what: 'until a connection to the database comes about, or becomes free',
    limit: seconds(ENGINE_LIMITS.connectionSeconds),
    beyond: '503 `UNAVAILABLE` with `Retry-After`',
  },
  {
    what: 'until a connection that does not answer counts as lost',
    limit: seconds(ENGINE_LIMITS.answerSeconds),
    beyond: '503 `UNAVAILABLE` with `Retry-After`; the next request connects anew',
  },
  { what: 'one statement', limit: seconds(ENGINE_LIMITS.statementSeconds), beyond: '503 `UNAVAILABLE`' },
  {
    what: 'tries of a transaction that lost to another one',
    limit: count(ENGINE_LIMITS.transactionAttempts),
    beyond: '503 `UNAVAILABLE`',
  },
  {
    what: 'texts of records that a process keeps for the next list',
    limit: `${ENGINE_LIMITS.keptTextCharacters / 1024 ** 2} Mi characters`,
    beyond: 'the oldest are forgotten',
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
    what: 'a sign-in that is with a provider',
    limit: `${ENGINE_LIMITS.openIdAttemptSeconds / 60} minutes`,
    beyond: 'has to be begun again',
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
  { what: 'saved views of one person', limit: count(ENGINE_LIMITS.savedViews), beyond: '400 `INVALID`' },
  {
    what: 'outbound calls of one name under way in one process',
    limit: count(ENGINE_LIMITS.outboundInFlight),
    beyond: 'waits; no other call does',
  },
  {
    what: 'silences of a host in a row, before one outbound call at a time tries it',
    limit: count(ENGINE_LIMITS.outboundSilences),
    beyond: 'its other calls wait, and lose no try',
  },
  {
    what: 'pause before a silent host is tried again',
    limit: `${seconds(ENGINE_LIMITS.outboundTrialSeconds)}, or what the document states between two tries`,
    beyond: 'no longer, however often it was silent',
  },
  { what: 'the answer to an outbound call', limit: '1 MiB', beyond: 'the attempt has failed' },
  {
    what: 'pause between two attempts of an outbound call',
    limit: '1 hour, and up to a quarter more',
    beyond: 'no longer, however often it doubles',
  },
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
