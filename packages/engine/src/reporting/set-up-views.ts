import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { errorCode } from '../error-code.ts';
import type { PlanIndex } from '../plan-index.ts';
import { quote } from '../sql/identifiers.ts';
import { type Pool, type PoolClient, run, transaction } from '../store/pool.ts';
import { dropViews, makeViews, readReportSchemas, type ReportSchema } from './report-schemas.ts';

/** Views can't be set up as they were asked for. */
export class ViewsRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ViewsRefused';
  }
}

export interface ViewsMade {
  readonly views: readonly string[];
  /** The password of the reader, if it was made now; it is stored nowhere else. */
  readonly password: string | null;
}

/** The time after which a reader's statement is ended. */
const SECONDS = 60;

/**
 * Makes a schema of views for the holders of these roles, or makes it anew, and a role of the database that may read them and nothing
 * else; a role that is there already stays as it is.
 * @throws {ViewsRefused} if the schema or the role is used otherwise, or a role can't be made
 */
export async function setUpViews(
  { index, pool }: { readonly index: PlanIndex; readonly pool: Pool },
  schema: ReportSchema,
): Promise<ViewsMade> {
  return transaction(pool, async (client) => {
    const known = (await readReportSchemas(client)).find(({ name }) => name === schema.name);
    if (known === undefined) await requireFree(client, schema.name);
    if (known !== undefined && known.reader !== schema.reader)
      throw new ViewsRefused(
        `The views ${schema.name} are read by ${known.reader}. Remove them first, or name another schema.`,
      );
    const password = await makeReader(client, schema);
    await client.query(dropViews([schema]).join(';'));
    await run(client, {
      text: `insert into nonet.report_schema (name, roles, reader) values ($1, $2, $3)
             on conflict (name) do update set roles = excluded.roles, made_at = now()`,
      values: [schema.name, schema.roles, schema.reader],
      prepare: false,
    });
    const views = await makeViews(client, index, schema);
    if (views.length === 0)
      throw new ViewsRefused(
        `Whoever holds ${schema.roles.join(', ')} and is related to no record may read nothing (point 6).`,
      );
    return { views, password };
  });
}

/** Takes views away, and from their reader what it could read; the role of the database stays. Answers whether there were some. */
export async function removeViews({ pool }: { readonly pool: Pool }, name: string): Promise<boolean> {
  return transaction(pool, async (client) => {
    const known = (await readReportSchemas(client)).find((schema) => schema.name === name);
    if (known === undefined) return false;
    await client.query(dropViews([known]).join(';'));
    await run(client, { text: 'delete from nonet.report_schema where name = $1', values: [name], prepare: false });
    const others = (await readReportSchemas(client)).some(({ reader }) => reader === known.reader);
    const [role] = await run(client, {
      text: 'select from pg_roles where rolname = $1',
      values: [known.reader],
      prepare: false,
    });
    if (!others && role !== undefined) await client.query(`revoke usage on schema nonet from ${quote(known.reader)}`);
    return true;
  });
}

async function requireFree(client: PoolClient, name: string): Promise<void> {
  const [other] = await run(client, {
    text: `select from pg_namespace where nspname = $1 or $1 in ('nonet', 'product', 'public') or $1 like 'pg\\_%' or $1 like 'former\\_%' or $1 like 'row\\_security\\_%'`,
    values: [name],
    prepare: false,
  });
  if (other !== undefined)
    throw new ViewsRefused(`The schema ${name} is there already, or its name is not free: name another one.`);
}

/** Makes the role of the database; answers its password, or null if it is there. */
async function makeReader(client: PoolClient, { name, reader }: ReportSchema): Promise<string | null> {
  const [found] = await run<{ may: string | null }>(client, {
    text: `select case when r.rolsuper then 'is a superuser' when pg_has_role(r.oid, (select nspowner from pg_namespace where oid = 'product'::regnamespace), 'member')
             then 'has the rights of the owner of the product'
             when exists (select from pg_class c where c.relnamespace in ('product'::regnamespace, 'nonet'::regnamespace) and c.relkind = 'r' and has_any_column_privilege(r.oid, c.oid, 'select'))
             then 'reads tables of the product' end as may
           from pg_roles r where r.rolname = $1`,
    values: [reader],
    prepare: false,
  });
  if (found !== undefined) {
    if (found.may !== null)
      throw new ViewsRefused(
        `The role ${reader} of the database ${found.may}: views restrict it in nothing. Name another one.`,
      );
    return null;
  }
  const password = randomBytes(24).toString('base64url');
  const role = quote(reader);
  const [{ database } = { database: '' }] = await run<{ database: string }>(client, {
    text: 'select current_database() as database',
    values: [],
    prepare: false,
  });
  const place = `in database ${pg.escapeIdentifier(database)}`;
  try {
    await client.query(
      [
        `create role ${role} login password ${pg.escapeLiteral(password)} connection limit 10`,
        `alter role ${role} ${place} set search_path = ${quote(name)}`,
        `alter role ${role} ${place} set default_transaction_read_only = on`,
        `alter role ${role} ${place} set statement_timeout = '${SECONDS}s'`,
      ].join(';\n'),
    );
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw new ViewsRefused(
      `The user of the database may not make roles. Whoever may makes it: create role ${reader} login password '…'; then run the command again.`,
    );
  }
  return password;
}
