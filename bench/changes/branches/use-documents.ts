import { createEngine, MigrationRefusal, type Pool, readMigrationPlan, seed } from '@nonet/engine';
import type { Plan } from '@nonet/language';

/** Refusals that name their clauses, with what to do. */
export interface Refused {
  readonly clauses: readonly string[];
  /** Those that do not say what to do. */
  readonly helpless: readonly string[];
}

/** Puts documents to use, one after the other; answers the refusal of the first that has no place for stored data. */
export async function useDocuments(plans: readonly Plan[], databaseUrl: string): Promise<Refused | null> {
  for (const plan of plans) {
    try {
      const engine = await createEngine({ plan, databaseUrl, change: 'newer' });
      try {
        await seed(engine, { demo: false });
      } finally {
        await engine.close();
      }
    } catch (error) {
      if (!(error instanceof MigrationRefusal)) throw error;
      const { changes } = await readMigrationPlan({ plan, databaseUrl });
      const refusals = changes.flatMap(({ clause, refusals: own }) => own.map((each) => ({ ...each, clause })));
      return {
        clauses: refusals.map(({ clause }) => clause),
        helpless: refusals.flatMap(({ clause, words, remedy }) =>
          remedy === null && !/; (?:write|store) /.test(words) ? [`${clause}: ${words}`] : [],
        ),
      };
    }
  }
  return null;
}

/** The columns of which the last change says that they come from values that an earlier version has given. */
export async function readOtherwise(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ step: string }>(
    'select unnest(steps) as step from nonet.version where number = (select max(number) from nonet.version)',
  );
  return rows.flatMap(({ step }) => {
    const [, entity = '', field = ''] =
      /^(\w+)\.(\w+) has new values: .*reads .* as version \d+ left it/.exec(step) ?? [];
    return entity === '' ? [] : [`${entity.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase()}.${field}`];
  });
}

/** Who wrote a record last and when a state began follow the moment of a change. */
const OF_A_MOMENT = new Set(['updated_at', 'updated_by', 'version', '_entered_at']);

/** A hash of each column of the product. */
export async function hashProduct(pool: Pool): Promise<ReadonlyMap<string, string>> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'product' and table_type = 'BASE TABLE' and left(column_name, 8) <> '_former_' order by 1, 2`,
  );
  const hashes = new Map<string, string>();
  for (const { table, column } of columns) {
    if (OF_A_MOMENT.has(column)) continue;
    const { rows } = await pool.query<{ hash: string | null }>(
      `select md5(string_agg(md5(id::text || coalesce(to_jsonb("${column}")::text, '-')), '' order by id)) as hash from product."${table}"`,
    );
    hashes.set(`${table}.${column}`, rows[0]?.hash ?? 'none');
  }
  return hashes;
}

/** The columns in which two products differ. */
export function otherColumnsOf(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}
