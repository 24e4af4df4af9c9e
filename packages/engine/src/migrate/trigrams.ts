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
  if (!(await mayUse(session, schema))) {
    onWait(
      `Searching in large tables will be slow, because the extension pg_trgm is in the schema ${schema} of another product. ` +
        'Let an administrator of the database run `alter extension pg_trgm set schema public;` in it, and start again.',
    );
    return;
  }
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

/** Whether what is in the schema of the extension can be named: another product may own it. */
async function mayUse({ client }: Pick<MigrationSession, 'client'>, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(`select has_schema_privilege($1::text, 'usage') as may`, [
    schema,
  ]);
  return rows[0]?.may === true;
}

/** The indexes that can be built in this database. */
export function buildable(
  { hasTrigrams }: Pick<MigrationSession, 'hasTrigrams'>,
  indexes: readonly IndexDescription[],
): readonly IndexDescription[] {
  return hasTrigrams ? indexes : indexes.filter(({ ofTrigrams }) => ofTrigrams !== true);
}

/** The file of `own/` since which indexes hold folded texts. */
const FOLDED_SINCE = 46;

/**
 * Drops the indexes of lower-case texts that earlier versions of the engine searched, once all others of its database's
 * connections were opened after it: one that is older may be that of such a version, which is still serving.
 */
export async function dropFormerSearches({ client, onWait }: MigrationSession): Promise<void> {
  // Each start asks for them, and hardly any database has one: definitions are only written out for indexes of texts.
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'product'::regnamespace
       and relam = (select oid from pg_am where amname = 'gin')
       and pg_get_indexdef(oid) ~ 'USING gin \\(lower\\(.*gin_trgm_ops'`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  if (await hasOlderConnection(client)) {
    onWait(
      `${names.length === 1 ? 'An index' : `${names.length} indexes`} of searches as they were stay${names.length === 1 ? 's' : ''} until a later start, because a connection is open that may use ${names.length === 1 ? 'it' : 'them'}: ${names.join(', ')}.`,
    );
    return;
  }
  for (const name of names) await client.query(`drop index concurrently if exists product.${quote(name)}`);
}

/** Whether a connection is open that began before indexes held folded texts. */
async function hasOlderConnection(client: MigrationSession['client']): Promise<boolean> {
  const { rows } = await client.query<{ is_open: boolean }>(
    `select exists (
       select from pg_stat_activity a join nonet.migration m on m.number = $1
       where a.datname = current_database() and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
         -- Who may not know it does not read when it was opened.
         and coalesce(a.backend_start < m.applied_at, true)) as is_open`,
    [FOLDED_SINCE],
  );
  return rows[0]?.is_open === true;
}
