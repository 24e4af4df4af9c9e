import { type Queryable, run } from '../store/pool.ts';
import { OWN_PREFIX } from '../store/schema-names.ts';

/** The storage of a table or of an index, and how much its rows would need. */
export interface SpaceFigures {
  readonly schema: string;
  readonly table: string;
  /** Null: the rows of the table themselves. */
  readonly index: string | null;
  readonly bytes: number;
  readonly neededBytes: number;
}

/**
 * Estimates which tables and B-tree indexes are larger than their rows need, from PostgreSQL's statistics alone: the widths of
 * columns, the parts of them that are null, and the numbers of rows and pages of the last vacuum or analyze. The formulas are
 * those of https://github.com/ioguix/pgsql-bloat-estimation (`table_bloat.sql`, `btree_bloat.sql`), which monitoring
 * programs use: a row is its header and its data, each padded to the alignment of 8 bytes, and a pointer of 4 bytes; a page
 * has a header of 24 bytes, and 16 bytes of an index page are its own. What was never analyzed has no estimate.
 */
export async function readSpace(client: Queryable): Promise<SpaceFigures[]> {
  return run<SpaceFigures>(client, {
    text: `
      with page as (select current_setting('block_size')::float8 as size, 8 as aligned),
      tables as (
        select c.oid, n.nspname as schema, c.relname as name, c.reltuples::float8 as rows, c.relpages::float8 as pages,
          coalesce(t.relpages, 0)::float8 as toast_pages, coalesce(t.reltuples, 0)::float8 as toast_rows,
          coalesce(substring(array_to_string(c.reloptions, ' ') from 'fillfactor=([0-9]+)')::float8, 100) as fill
        from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_class t on t.oid = c.reltoastrelid
        where c.relkind = 'r' and c.reltuples > 0 and ((c.relnamespace = 'product'::regnamespace and not starts_with(c.relname, '${OWN_PREFIX}')) or c.oid = to_regclass('nonet.history'))
      ),
      rows as (
        select t.oid, 23 + case when max(coalesce(s.null_frac, 0)) > 0 then (7 + count(s.attname)) / 8 else 0 end as header,
          sum((1 - coalesce(s.null_frac, 0)) * coalesce(s.avg_width, 0))::float8 as data, count(*) = count(s.attname) as is_known
        from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
          left join pg_stats s on s.schemaname = t.schema and s.tablename = t.name and s.attname = a.attname and not s.inherited
        group by t.oid
      ),
      of_tables as (
        select t.schema, t.name, null::text as index, t.pages + t.toast_pages as pages,
          ceil(t.rows / ((p.size - 24) * t.fill / ((4 + r.header + r.data + 2 * p.aligned
            - case when r.header % p.aligned = 0 then p.aligned else r.header % p.aligned end
            - case when ceil(r.data)::int % p.aligned = 0 then p.aligned else ceil(r.data)::int % p.aligned end) * 100)))
          -- A value that is stored apart takes some four of its pieces a page, as there they are compressed already.
          + ceil(t.toast_rows / 4) as needed
        from tables t join rows r using (oid) cross join page p where r.is_known
      ),
      parts as (
        select t.schema, t.name, i.oid, i.relname as index, i.reltuples::float8 as rows, i.relpages::float8 as pages,
          coalesce(substring(array_to_string(i.reloptions, ' ') from 'fillfactor=([0-9]+)')::float8, 90) as fill,
          (select s.null_frac from pg_stats s where s.schemaname = t.schema and not s.inherited
             and (s.tablename, s.attname) = (case when a.attnum is null then i.relname else t.name end, coalesce(a.attname, o.attname)))::float8 as nulls,
          (select s.avg_width from pg_stats s where s.schemaname = t.schema and not s.inherited
             and (s.tablename, s.attname) = (case when a.attnum is null then i.relname else t.name end, coalesce(a.attname, o.attname)))::float8 as width
        from tables t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
          join pg_am m on m.oid = i.relam and m.amname = 'btree'
          join pg_attribute o on o.attrelid = i.oid and o.attnum > 0
          left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[o.attnum - 1] and a.attnum <> 0
        where i.reltuples > 0 and x.indisvalid
      ),
      entries as (
        select schema, name, index, rows, pages, fill, 8 + case when max(nulls) > 0 then 4 else 0 end as header,
          sum((1 - nulls) * width) as data
        from parts group by schema, name, oid, index, rows, pages, fill having count(*) = count(width)
      ),
      of_indexes as (
        select e.schema, e.name, e.index, e.pages,
          1 + ceil(e.rows / floor((p.size - 16 - 24) * e.fill / (100 * (4 + e.header + p.aligned
            - case when e.header % p.aligned = 0 then p.aligned else e.header % p.aligned end
            + e.data + p.aligned
            - case when e.data = 0 then 0 when e.data::int % p.aligned = 0 then p.aligned else e.data::int % p.aligned end)))) as needed
        from entries e cross join page p
      )
      select schema, name as "table", index, (pages * size)::float8 as bytes, (needed * size)::float8 as "neededBytes"
      from (select * from of_tables union all select * from of_indexes) f cross join page
      order by pages - needed desc`,
    values: [],
    prepare: false,
  });
}
