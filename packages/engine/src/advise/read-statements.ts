import { type Queryable, run } from '../store/pool.ts';
import { quote } from '../sql/identifiers.ts';
import { readClauseComment } from '../sql/clause-comment.ts';
import type { StatementsRead } from './advice.ts';

/** How long the statements of one clause, with the same parts, have taken. */
export interface ClauseTimes {
  readonly clauses: readonly string[];
  readonly parts: readonly string[];
  readonly calls: number;
  readonly totalMilliseconds: number;
  readonly maximumMilliseconds: number;
}

interface Row {
  readonly comment: string | null;
  readonly calls: number;
  readonly total: number;
  readonly maximum: number;
  /** Roles whose statements have no text for whoever asks. */
  readonly hidden: number;
}

/** The times by clause, from pg_stat_statements. Statements that are alike count under the first of their clauses. */
export async function readStatements(
  client: Queryable,
): Promise<{ readonly read: StatementsRead; readonly times: readonly ClauseTimes[] }> {
  const [found] = await run<{ schema: string | null; is_loaded: boolean }>(client, {
    text: `select (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_stat_statements') as schema,
        exists (select from pg_settings where name = 'pg_stat_statements.max') as is_loaded`,
    values: [],
    prepare: false,
  });
  const none = (state: StatementsRead['state']) => ({
    read: { state, since: null, hiddenRoles: 0, totalMilliseconds: 0 },
    times: [],
  });
  if (found?.is_loaded !== true) return none('not loaded');
  if (found.schema === null) return none('not created');
  const schema = quote(found.schema);
  const rows = await run<Row>(client, {
    text: `select substring(query from '/[*]clause=.*?[*]/') as comment, sum(calls)::float8 as calls,
        sum(total_exec_time)::float8 as total, max(max_exec_time)::float8 as maximum,
        count(distinct userid) filter (where query = '<insufficient privilege>')::float8 as hidden
      from ${schema}.pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database()) group by 1`,
    values: [],
    prepare: false,
  });
  const [info] = await run<{ since: Date }>(client, {
    text: `select stats_reset as since from ${schema}.pg_stat_statements_info`,
    values: [],
    prepare: false,
  });
  const times = byClause(rows);
  const hiddenRoles = Math.max(0, ...rows.map(({ hidden }) => hidden));
  if (times.length === 0 && hiddenRoles > 0) return none('not allowed');
  const totalMilliseconds = rows.reduce((sum, { total }) => sum + total, 0);
  return {
    read: {
      state: 'read',
      since: info === undefined ? null : new Date(info.since).toISOString(),
      hiddenRoles,
      totalMilliseconds,
    },
    times,
  };
}

function byClause(rows: readonly Row[]): ClauseTimes[] {
  return rows.flatMap(({ comment, calls, total, maximum }) => {
    const carriedOut = comment === null ? null : readClauseComment(comment);
    return carriedOut === null
      ? []
      : [{ ...carriedOut, calls, totalMilliseconds: total, maximumMilliseconds: maximum }];
  });
}
