import { type Queryable, run } from '../store/pool.ts';

/** A table as PostgreSQL's statistics describe it. Numbers of rows are its estimates. */
export interface TableFigures {
  readonly name: string;
  readonly rows: number;
  readonly dead: number;
  readonly wholeReads: number;
  readonly rowsOfWholeReads: number;
  readonly lastVacuum: Date | null;
  /** The part of the rows that were made in the last twelve months; null if that is not known. */
  readonly recent: number | null;
}

/**
 * The SQL of the part of the rows whose instant in a column is more than twelve months ago, from the planner's statistics: the
 * frequent values with their frequencies, and the histogram of all others. Null where there are none.
 */
function olderPart(schema: string, table: string, column: 'at' | 'created_at'): string {
  const isOld = `< now() - interval '12 months'`;
  return `(
    select coalesce((select sum(f.part) from unnest(p.most_common_vals::text::timestamptz[], p.most_common_freqs) f(value, part) where f.value ${isOld}), 0)
      + greatest(0, 1 - p.null_frac - coalesce((select sum(part) from unnest(p.most_common_freqs) part), 0))
        * coalesce((select greatest(0, count(*) filter (where bound ${isOld}) - 1)::float8 / nullif(count(*) - 1, 0)
            from unnest(p.histogram_bounds::text::timestamptz[]) bound), 0)
    from pg_stats p
    where p.schemaname = ${schema} and p.tablename = ${table} and p.attname = '${column}' and not p.inherited)::float8`;
}

/**
 * Tables, by their names in statements. Nothing of them is counted: the numbers come from PostgreSQL's statistics, which take no
 * longer for many rows.
 */
export async function readTables(client: Queryable, names: readonly string[]): Promise<TableFigures[]> {
  return run<TableFigures>(client, {
    text: `
      select c.relname as name,
        -- What was counted since the last start of the statistics; before that, the planner's number.
        (case when s.n_live_tup > 0 then s.n_live_tup else greatest(c.reltuples, 0) end)::float8 as rows,
        coalesce(s.n_dead_tup, 0)::float8 as dead,
        coalesce(s.seq_scan, 0)::float8 as "wholeReads",
        coalesce(s.seq_tup_read, 0)::float8 as "rowsOfWholeReads",
        greatest(s.last_vacuum, s.last_autovacuum) as "lastVacuum",
        1 - ${olderPart('n.nspname', 'c.relname', 'created_at')} as recent
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        left join pg_stat_all_tables s on s.relid = c.oid
      where c.oid in (select to_regclass(name) from unnest($1::text[]) name) and c.relkind = 'r'
      order by c.relname`,
    values: [names],
    prepare: false,
  });
}

/** The transaction that has been open longest, so that rows which it might still see are kept; null if none is old. */
export async function oldestTransaction(
  client: Queryable,
): Promise<{ readonly process: number; readonly seconds: number } | null> {
  const [row] = await run<{ process: number; seconds: number }>(client, {
    text: `select pid as process, extract(epoch from now() - xact_start)::float8 as seconds from pg_stat_activity
      where xact_start < now() - interval '15 minutes' and pid <> pg_backend_pid() and backend_type = 'client backend'
      order by xact_start limit 1`,
    values: [],
    prepare: false,
  });
  return row === undefined ? null : { process: row.process, seconds: Math.round(row.seconds) };
}

/** The entries of the history that are not in the archive, from statistics. */
export interface HistoryFigures {
  readonly entries: number;
  /** The part of them that is older than twelve months; 0 where that is not known. */
  readonly old: number;
  readonly bytes: number;
  /** The entities with the most entries, by their names in storage. */
  readonly entities: readonly string[];
}

export async function readHistoryFigures(client: Queryable): Promise<HistoryFigures | null> {
  const [row] = await run<HistoryFigures>(client, {
    text: `
      select (case when s.n_live_tup > 0 then s.n_live_tup else greatest(c.reltuples, 0) end)::float8 as entries,
        coalesce(${olderPart('n.nspname', 'c.relname', 'at')}, 0) as old,
        pg_total_relation_size(c.oid)::float8 as bytes,
        coalesce((select (p.most_common_vals::text::text[])[1:3] from pg_stats p
         where p.schemaname = n.nspname and p.tablename = c.relname and p.attname = 'entity' and not p.inherited), '{}') as entities
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_all_tables s on s.relid = c.oid
      where c.oid = to_regclass('nonet.history')`,
    values: [],
    prepare: false,
  });
  return row ?? null;
}
