import { OtherProduct } from '../migrate/refusals.ts';
import { requireOwnTables } from '../migrate/own.ts';
import { storedDocument } from '../migrate/stored-document.ts';
import { openPool, type PoolClient, transaction } from '../store/pool.ts';

/** One month of the history in the archive. */
export interface ArchivedMonth {
  /** `2026-01`, in UTC. */
  readonly month: string;
  readonly entries: number;
  /** The space that it takes, with its indexes. */
  readonly bytes: number;
}

/** The months of the archive, and those of them to which entries were moved. */
export interface HistoryArchive {
  /** The months that it has moved entries of, the oldest first. */
  readonly moved: readonly ArchivedMonth[];
  readonly all: readonly ArchivedMonth[];
}

export interface ArchiveOptions {
  /** The product that is meant, by its document's title; nothing is checked without it. */
  readonly title?: string;
  /** The number of whole months before the present one that stay. */
  readonly keepMonths: number;
}

/**
 * Moves the entries of the history of each older month to a table of its own, which is a part of `nonet.history`: whoever reads the
 * history, also a process of a former version, reads them as before. Each month is one transaction; nobody waits for it.
 * @throws {OtherProduct}
 */
export async function archiveHistory(databaseUrl: string, options: ArchiveOptions): Promise<HistoryArchive> {
  const pool = openPool(databaseUrl, { connections: 1, answerMilliseconds: 0 });
  try {
    await pool.query('set statement_timeout = 0');
    await requireOwnTables(pool);
    const months = await transaction(pool, async (client) => {
      const inUse = await storedDocument(client);
      if (options.title !== undefined && inUse !== null && inUse.plan.title !== options.title)
        throw new OtherProduct(inUse.plan.title, options.title);
      const { rows } = await client.query<{ month: string }>(
        `select distinct to_char(at, 'YYYY-MM') as month from only nonet.history
         where at < date_trunc('month', now()) - make_interval(months => $1) order by 1`,
        [options.keepMonths],
      );
      return rows.map(({ month }) => month);
    });
    for (const month of months) await transaction(pool, (client) => archiveMonth(client, month));
    const { rows: all } = await pool.query<ArchivedMonth>(
      `select replace(substring(c.relname from '\\d{4}_\\d\\d$'), '_', '-') as month, c.reltuples::bigint::int as entries,
         pg_total_relation_size(c.oid)::float8 as bytes
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'nonet.history'::regclass order by 1`,
    );
    return { moved: all.filter(({ month }) => months.includes(month)), all };
  } finally {
    await pool.end();
  }
}

async function archiveMonth(client: PoolClient, month: string): Promise<void> {
  const name = `nonet.history_${month.replace('-', '_')}`;
  const [from, to] = [`'${month}-01Z'`, `('${month}-01'::date + interval '1 month') at time zone 'UTC'`];
  // The second of two that archive at once finds nothing left.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('nonet.history archive', 0))`);
  await client.query(
    `create table if not exists ${name} (primary key (id), check (at >= ${from}::timestamptz and at < ${to})) inherits (nonet.history)`,
  );
  await client.query(`create index if not exists history_${month.replace('-', '_')}_record on ${name} (record, id)`);
  await client.query(
    `with moved as (delete from only nonet.history where at >= ${from}::timestamptz and at < ${to} returning *)
     insert into ${name} select * from moved order by record, id`,
  );
  await client.query(`analyze ${name}`);
}
