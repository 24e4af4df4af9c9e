import { errorCode } from '../error-code.ts';
import { quote } from '../sql/identifiers.ts';
import { inTransaction, type MigrationSession, pause } from './session.ts';

/** The locks with which a change of the catalogue locks a table, and the locks of others for which each waits. */
const CONFLICTS = {
  'access exclusive': [
    'AccessShareLock',
    'RowShareLock',
    'RowExclusiveLock',
    'ShareUpdateExclusiveLock',
    'ShareLock',
    'ShareRowExclusiveLock',
    'ExclusiveLock',
    'AccessExclusiveLock',
  ],
  'share row exclusive': [
    'RowExclusiveLock',
    'ShareUpdateExclusiveLock',
    'ShareLock',
    'ShareRowExclusiveLock',
    'ExclusiveLock',
    'AccessExclusiveLock',
  ],
} as const;
export type LockMode = keyof typeof CONFLICTS;

/** Other statements queue behind a lock that is waited for: no longer than this, in milliseconds. */
export const LONGEST_WAIT = 500;
/** A transaction that is older than this, in milliseconds, is not queued behind at all: its end is awaited first. */
const SHORT_TRANSACTION = 250;
const PAUSE = 100;
const BETWEEN_LINES = 5000;
/** 55P03 lock not available, 57014 a statement that took too long, 40P01 deadlock. */
const IN_THE_WAY = new Set(['55P03', '57014', '40P01']);

/**
 * A change of the storage reached its time limit while it waited for a table that others use. The parts that it had
 * prepared stay.
 */
export class StorageInUse extends Error {
  constructor(what: string, holders: readonly string[]) {
    const who = holders.length === 0 ? 'others' : holders.join(', ');
    super(
      `The document is not put to use yet: ${what} is in use by ${who}. ` +
        'End that, or wait until it has ended, and start again; the former document goes on meanwhile.',
    );
    this.name = 'StorageInUse';
  }
}

export interface Around {
  /** Runs before each try, in no transaction. */
  readonly first?: () => Promise<void>;
  /** Runs in the transaction, before it locks the tables. */
  readonly unlocked?: () => Promise<void>;
}

/**
 * Runs `work` in a transaction that holds locks on some tables of the product, and tries until it gets them. Other
 * statements wait at most half a second for it at a time, and none waits behind a transaction that is known to be
 * long.
 * @throws {StorageInUse} If the session's time for locks is used up.
 */
export async function withTables<T>(
  session: MigrationSession,
  tables: readonly string[],
  mode: LockMode,
  work: () => Promise<T>,
  { first, unlocked }: Around = {},
): Promise<T> {
  const names = [...new Set(tables)].sort().map((name) => `product.${quote(name)}`);
  let reportedAt = 0;
  for (;;) {
    const begun = Date.now();
    let holders = await longHolders(session, names, mode);
    await first?.();
    if (holders.length === 0) {
      try {
        return await inTransaction(session, async () => {
          await unlocked?.();
          await session.client.query(`set local lock_timeout = ${LONGEST_WAIT}`);
          if (names.length > 0) {
            // With lock_timeout alone, the time would start again for each table.
            await session.client.query(`set local statement_timeout = ${LONGEST_WAIT}`);
            await session.client.query(`lock table ${names.join(', ')} in ${mode} mode`);
            await session.client.query('set local statement_timeout = 0');
          }
          return await work();
        });
      } catch (error) {
        if (!IN_THE_WAY.has(errorCode(error) ?? '')) throw error;
        holders = await longHolders(session, names, mode);
      }
    }
    await pause(PAUSE);
    session.remainingMilliseconds -= Date.now() - begun;
    if (session.remainingMilliseconds <= 0) throw new StorageInUse(names.join(', ') || 'a table', holders);
    if (holders.length > 0 && Date.now() - reportedAt > BETWEEN_LINES) {
      session.onWait(`The change waits for ${names.join(', ')}, in use by ${holders.join(', ')}.`);
      reportedAt = Date.now();
    }
  }
}

interface Holder {
  readonly pid: number;
  readonly application: string;
  readonly who: string | null;
  readonly seconds: number;
  readonly query: string | null;
}

/** The sessions for which a lock of the tables would wait longer than requests do, the oldest first. */
async function longHolders(session: MigrationSession, names: readonly string[], mode: LockMode): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await session.client.query<Holder>(
    `select a.pid, a.application_name as application, a.usename as who,
       extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds, left(regexp_replace(a.query, '\\s+', ' ', 'g'), 80) as query
     from pg_stat_activity a
     where a.pid <> pg_backend_pid() and clock_timestamp() - a.xact_start > $3 * interval '1 millisecond'
       and exists (
         select from pg_locks l where l.pid = a.pid and l.locktype = 'relation' and l.granted
           and l.database = (select oid from pg_database where datname = current_database())
           and l.relation in (select to_regclass(name) from unnest($1::text[]) name) and l.mode = any($2))
     order by a.xact_start`,
    [names, CONFLICTS[mode], SHORT_TRANSACTION],
  );
  return rows.map(wordsOf);
}

function wordsOf({ pid, application, who, seconds, query }: Holder): string {
  const name = application === '' ? (who ?? 'unknown') : application;
  return `process ${pid} (${name}, for ${Math.round(seconds)} s: ${query ?? 'not shown'})`;
}

/**
 * Transactions that `create index concurrently` has to see the end of, the oldest first; those of a moment are left
 * out.
 */
export async function longTransactions({ client }: MigrationSession): Promise<string[]> {
  const { rows } = await client.query<Holder>(
    `select pid, application_name as application, usename as who,
       extract(epoch from clock_timestamp() - xact_start)::float8 as seconds, left(regexp_replace(query, '\\s+', ' ', 'g'), 80) as query
     from pg_stat_activity
     where pid <> pg_backend_pid() and datname = current_database() and backend_xmin is not null
       and clock_timestamp() - xact_start > interval '1 second' order by xact_start`,
  );
  return rows.map(wordsOf);
}
