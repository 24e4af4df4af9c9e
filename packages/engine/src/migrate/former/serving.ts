import { type Queryable, run } from '../../store/pool.ts';

/**
 * The first number of the locks by which connections of a serving process hold their version (`nonet.serve_version`).
 */
export const SERVING = 1936028005;

/** A process that serves a version, as the database sees it: the connections that come from one place. */
export interface ServingProcess {
  readonly version: number;
  /** The address from which it connects; null for a local socket. */
  readonly address: string | null;
  readonly connections: number;
  /** When the oldest of its connections began, ISO 8601. */
  readonly since: string;
}

/**
 * The processes that serve each version of the document now, the oldest version first. Processes on one machine are
 * counted together.
 */
export async function readServing(client: Queryable): Promise<readonly ServingProcess[]> {
  const rows = await run<{ version: number; address: string | null; connections: number; since: Date }>(client, {
    text: `select l.objid::int as version, host(a.client_addr) as address, count(distinct a.pid)::int as connections, min(a.backend_start) as since
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.classid = ${SERVING} and l.objsubid = 2 and l.mode = 'ShareLock' and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
      group by 1, 2 order by 1, 2`,
    values: [],
    prepare: false,
  });
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
}

/** `version 2 from 10.0.0.7 (3 connections, since 2026-11-23T14:02:11.000Z)`. */
export function wordsOfServing({ version, address, connections, since }: ServingProcess): string {
  const from = address === null ? 'this machine' : address;
  return `version ${version} from ${from} (${connections === 1 ? 'one connection' : `${connections} connections`}, since ${since})`;
}
