import { quote } from '../sql/identifiers.ts';
import type { PlanIndex } from '../plan-index.ts';
import { describeTables } from './describe.ts';
import type { IndexDescription } from './describe-indexes.ts';
import type { MigrationSession } from './session.ts';

/**
 * Creates PostgreSQL's extension pg_trgm if the document searches in texts, and lets the session find it. If the
 * database's owner may not create it, searching works without an index, and a step says so.
 */
export async function provideTrigrams(session: MigrationSession, index: PlanIndex): Promise<void> {
  const { client, onWait } = session;
  if (!describeTables(index).some(({ indexes }) => indexes.some(({ ofTrigrams }) => ofTrigrams === true))) return;
  let schema = await findTrigrams(session);
  if (schema === null) {
    try {
      await client.query('create extension if not exists pg_trgm with schema nonet');
    } catch (error) {
      onWait(
        `Searching in large tables will be slow, because the database has no extension pg_trgm (${error instanceof Error ? error.message : String(error)}). ` +
          'Let an administrator of the database run `create extension pg_trgm;` in it, and start again.',
      );
      return;
    }
    schema = await findTrigrams(session);
  }
  if (schema === null) return;
  session.hasTrigrams = true;
  await client.query(`set search_path = product, public, ${quote(schema)}`);
}

/** The schema that the extension is in; null if it is not there. */
async function findTrigrams({ client }: Pick<MigrationSession, 'client'>): Promise<string | null> {
  const { rows } = await client.query<{ schema: string }>(
    "select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'",
  );
  return rows[0]?.schema ?? null;
}

/** The indexes that can be built in this database. */
export function buildable(
  { hasTrigrams }: Pick<MigrationSession, 'hasTrigrams'>,
  indexes: readonly IndexDescription[],
): readonly IndexDescription[] {
  return hasTrigrams ? indexes : indexes.filter(({ ofTrigrams }) => ofTrigrams !== true);
}
