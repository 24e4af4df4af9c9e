import { dropRowSecurity } from '../row-security/keep-row-security.ts';
import { quote } from '../sql/identifiers.ts';
import { openPool, type Pool, type Queryable, run, transaction } from '../store/pool.ts';
import { canBeSchema } from '../store/schema-names.ts';

/** An organisation that a document serves beside others: all of its product is in the schema of its name (decision 59). */
export interface Tenant {
  /** Its name, and that of its schema. */
  readonly name: string;
  /** The host name by which requests are its own, in small letters. */
  readonly host: string;
  /** Since when it is suspended, ISO 8601: its requests are refused, its timers and calls wait. Null: it is served. */
  readonly suspendedAt: string | null;
}

/** A tenant with what its schema says. */
export interface TenantState extends Tenant {
  /** The version of the document that it has in use, and that document's title; null where its product is not there yet. */
  readonly version: number | null;
  readonly title: string | null;
  /** The space that its tables and indexes take. */
  readonly bytes: number;
}

/** A tenant can't be added, changed or removed as it was asked for. Nothing was changed. */
export class TenantRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TenantRefused';
  }
}

/** The schema of the list, beside those of the tenants. */
const TENANTS = `create schema if not exists nonet_tenants;
  create table if not exists nonet_tenants.tenant (
    name text primary key,
    host text not null unique,
    suspended_at timestamptz,
    added_at timestamptz not null default now()
  )`;

const HOST = /^(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/**
 * Refuses what no tenant can be.
 * @throws {TenantRefused}
 */
export function requireTenant({ name, host }: Pick<Tenant, 'name' | 'host'>): void {
  if (!canBeSchema(name) || name === 'nonet_tenants')
    throw new TenantRefused(
      `A tenant has a name of up to 40 small letters, digits and _, which is that of its schema and nobody else’s; not ${name}.`,
    );
  if (!HOST.test(host))
    throw new TenantRefused(`A tenant has a host name like acme.example.com, in small letters; not ${host}.`);
}

/** The tenants of a database, by name; none where it has no list. */
export async function readTenants(client: Queryable): Promise<readonly Tenant[]> {
  const [found] = await run<{ is_there: boolean }>(client, {
    text: `select to_regclass('nonet_tenants.tenant') is not null as is_there`,
    values: [],
  });
  if (found?.is_there !== true) return [];
  const rows = await run<{ name: string; host: string; suspended_at: Date | null }>(client, {
    text: 'select name, host, suspended_at from nonet_tenants.tenant order by name',
    values: [],
  });
  return rows.map(({ name, host, suspended_at }) => ({
    name,
    host,
    suspendedAt: suspended_at === null ? null : new Date(suspended_at).toISOString(),
  }));
}

/** The tenants of the database of an address, with the states of their products. */
export async function listTenants(databaseUrl: string): Promise<readonly TenantState[]> {
  return withList(databaseUrl, async (pool) => {
    const tenants = await readTenants(pool);
    const products = await readProducts(pool, tenants);
    return tenants.map((tenant) => ({ ...tenant, ...(products.get(tenant.name) ?? NOT_THERE) }));
  });
}

type ProductState = Pick<TenantState, 'version' | 'title' | 'bytes'>;
const NOT_THERE: ProductState = { version: null, title: null, bytes: 0 };

const AT_ONCE = 100;

async function readProducts(pool: Pool, tenants: readonly Tenant[]): Promise<ReadonlyMap<string, ProductState>> {
  const rows = await run<{ name: string; bytes: number; has_versions: boolean }>(pool, {
    text: `select n.nspname as name, coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes,
        coalesce(bool_or(c.relname = '_nonet_version'), false) as has_versions
      from pg_namespace n left join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'
      where n.nspname = any($1) group by 1`,
    values: [tenants.map(({ name }) => name)],
    prepare: false,
  });
  const states = new Map(rows.map(({ name, bytes }) => [name, { ...NOT_THERE, bytes }]));
  const made = rows.filter(({ has_versions }) => has_versions).map(({ name }) => name);
  for (let from = 0; from < made.length; from += AT_ONCE) {
    const found = await run<{ name: string; version: number; title: string }>(pool, {
      text: made
        .slice(from, from + AT_ONCE)
        .map(
          (name) =>
            `(select '${name}' as name, number as version, title from ${quote(name)}._nonet_version order by number desc limit 1)`,
        )
        .join(' union all '),
      values: [],
      prepare: false,
    });
    for (const { name, version, title } of found)
      states.set(name, { version, title, bytes: states.get(name)?.bytes ?? 0 });
  }
  return states;
}

/**
 * Adds a tenant to the list of the database, which is made where it is not there. Its product is made before.
 * @throws {TenantRefused} if another one has its host name
 */
export async function addTenant(databaseUrl: string, tenant: Pick<Tenant, 'name' | 'host'>): Promise<void> {
  requireTenant(tenant);
  await withList(databaseUrl, (pool) =>
    transaction(pool, async (client) => {
      await client.query(TENANTS);
      const others = await run<Pick<Tenant, 'name' | 'host'>>(client, {
        text: 'select name, host from nonet_tenants.tenant where host = $1 or name = $2',
        values: [tenant.host, tenant.name],
      });
      const same = others.find(({ host }) => host === tenant.host);
      if (same !== undefined && same.name !== tenant.name)
        throw new TenantRefused(`${tenant.host} is the host name of the tenant ${same.name}.`);
      await run(client, {
        text: `insert into nonet_tenants.tenant (name, host) values ($1, $2) on conflict (name) do update set host = excluded.host`,
        values: [tenant.name, tenant.host],
      });
    }),
  );
}

/** Refuses what a tenant is asked from now on, and lets its timers and calls wait; or serves it again. */
export async function suspendTenant(databaseUrl: string, name: string, isSuspended: boolean): Promise<void> {
  await withList(databaseUrl, async (pool) => {
    await requireListed(pool, name);
    await run(pool, {
      text: `update nonet_tenants.tenant set suspended_at = case when $2 then coalesce(suspended_at, now()) end where name = $1`,
      values: [name, isSuspended],
    });
  });
}

/**
 * Removes a suspended tenant with all that its product has, for good.
 * @throws {TenantRefused} if it is served
 */
export async function removeTenant(databaseUrl: string, name: string): Promise<void> {
  await withList(databaseUrl, async (pool) => {
    const tenant = await requireListed(pool, name);
    if (tenant.suspendedAt === null)
      throw new TenantRefused(`${name} is served: suspend it first (\`nonet tenants suspend ${name}\`).`);
    await transaction(
      pool,
      async (client) => {
        await client.query('set local statement_timeout = 0');
        const schemas = await run<{ name: string }>(client, {
          text: `select nspname as name from pg_namespace where nspname = $1 or (starts_with(nspname, $1 || '_former_') and nspname ~ '_former_[0-9a-f]{12}$')`,
          values: [name],
        });
        for (const schema of schemas) await client.query(`drop schema ${quote(schema.name)} cascade`);
        await dropRowSecurity(client, name);
        await run(client, { text: 'delete from nonet_tenants.tenant where name = $1', values: [name] });
      },
      { attempts: 1 },
    );
  });
}

/**
 * A tenant of the list, by its name.
 * @throws {TenantRefused} if there is none
 */
export async function findTenant(databaseUrl: string, name: string): Promise<Tenant> {
  return withList(databaseUrl, (pool) => requireListed(pool, name));
}

async function requireListed(pool: Pool, name: string): Promise<Tenant> {
  const tenants = await readTenants(pool);
  const tenant = tenants.find((each) => each.name === name);
  if (tenant !== undefined) return tenant;
  throw new TenantRefused(
    tenants.length === 0
      ? 'The database has no tenants: `nonet tenants add` adds one.'
      : `There is no tenant ${name}: \`nonet tenants list\` shows all.`,
  );
}

/** The address of a tenant's product. */
export function tenantUrl(databaseUrl: string, name: string): string {
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}schema=${name}`;
}

async function withList<Result>(databaseUrl: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool(databaseUrl, { connections: 1, answerMilliseconds: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
