import { tableName } from '../../sql/identifiers.ts';
import { type Queryable, run } from '../../store/pool.ts';

/** The number of records from which it is worthwhile to find candidates for a page first. */
const LARGE = 10_000;
const KNOWN_MILLISECONDS = 60_000;

const known = new WeakMap<Queryable, Map<string, { readonly isLarge: boolean; readonly until: number }>>();

/** Whether an entity has many records, according to PostgreSQL's statistics; queried once a minute. */
export async function isLarge(client: Queryable, entity: string): Promise<boolean> {
  let tables = known.get(client);
  if (tables === undefined) known.set(client, (tables = new Map()));
  const table = tableName(entity);
  const kept = tables.get(table);
  if (kept !== undefined && kept.until > performance.now()) return kept.isLarge;
  const [row] = await run<{ is_large: boolean }>(client, {
    text: `select reltuples >= ${LARGE} as is_large from pg_class where relname = $1 and relnamespace = 'product'::regnamespace`,
    values: [table],
  });
  const answer = row?.is_large ?? false;
  tables.set(table, { isLarge: answer, until: performance.now() + KNOWN_MILLISECONDS });
  return answer;
}
