import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  attachEmbeddedPostgres,
  canBeSchema,
  FolderInUse,
  readDatabaseAddress,
  startEmbeddedPostgres,
  UnusableDatabaseUrl,
} from '@nonet/engine';
import { withDevKey } from './dev-key.ts';
import { Failure } from './failure.ts';

export interface Database {
  readonly url: string;
  /** Its place, for people, without a password. */
  readonly place: string;
  /** The address with which the product serves, of a role that owns nothing; null where `DATABASE_URL` states one. */
  readonly servingUrl: string | null;
  /** Whether `servingUrl` leads to a pooler that gives a connection for a transaction at a time (`DATABASE_POOLER`). */
  readonly servesPerTransaction: boolean;
  /** An address for each server of `DATABASE_READ_URL`: they follow the one of `url`. */
  readonly replicaUrls: readonly string[];
  /** The environment of its product: the process's own, in `dev` with a key of its own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The folder of the embedded PostgreSQL. */
  readonly data: string;
  /** The document's absolute path: each document has its own database. */
  readonly file: string;
  readonly mode: 'dev' | 'production';
  /** Whether to share a server that another nonet runs on the same folder. */
  readonly beside: boolean;
  /** The tenant whose product is meant (`nonet tenants`), and null for the database of all; else `DATABASE_SCHEMA` decides. */
  readonly tenant?: string | null;
}

/** `DATABASE_URL` if it is set; otherwise the embedded PostgreSQL. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const given = process.env.DATABASE_URL;
  const environment = options.mode === 'dev' ? await withDevKey(options.data, process.env) : process.env;
  const inSchema = schemaAdder(options.tenant, process.env);
  const replicaUrls = replicaAddresses(process.env).map(inSchema);
  if (given) return { ...addressesOf(given, process.env, inSchema), replicaUrls, environment, close: async () => {} };
  if (replicaUrls.length > 0)
    throw new Failure('DATABASE_READ_URL names servers that follow the one of DATABASE_URL, which is not set.', 2);
  const name = databaseName(options);
  const place = `${path.relative(process.cwd(), path.resolve(options.data)) || '.'} (${name})`;
  try {
    const server = await startEmbeddedPostgres({ folder: options.data });
    return {
      url: inSchema(await server.database(name)),
      place,
      servingUrl: inSchema(await server.servingUrl(name)),
      servesPerTransaction: false,
      replicaUrls,
      environment,
      close: () => server.stop(),
    };
  } catch (error) {
    if (error instanceof FolderInUse && options.beside) {
      const server = await attachEmbeddedPostgres({ folder: options.data });
      return {
        url: inSchema(await server.database(name)),
        place,
        servingUrl: inSchema(await server.servingUrl(name)),
        servesPerTransaction: false,
        replicaUrls,
        environment,
        close: async () => {},
      };
    }
    if (error instanceof FolderInUse) throw new Failure(error.message);
    throw new Failure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The addresses that the environment states. Behind a pooler of transactions only the product's requests go through it:
 * everything else works with PostgreSQL itself (`DIRECT_URL`).
 */
function addressesOf(
  given: string,
  { DATABASE_POOLER: pooler, DIRECT_URL: direct }: Readonly<Record<string, string | undefined>>,
  inSchema: (url: string) => string,
): Pick<Database, 'url' | 'place' | 'servingUrl' | 'servesPerTransaction'> {
  const place = withoutPassword(inSchema(given));
  if (pooler === undefined || pooler === '' || pooler === 'session')
    return { url: inSchema(given), place, servingUrl: null, servesPerTransaction: false };
  if (pooler !== 'transaction')
    throw new Failure(`DATABASE_POOLER is \`transaction\` or \`session\`, not \`${pooler}\`.`, 2);
  if (direct === undefined || direct === '')
    throw new Failure(
      'With DATABASE_POOLER=transaction, DIRECT_URL has to state the address of PostgreSQL itself, for what listens or holds a lock.',
      2,
    );
  withoutPassword(direct, 'DIRECT_URL');
  return { url: inSchema(direct), place, servingUrl: inSchema(given), servesPerTransaction: true };
}

/**
 * Puts the schema of `DATABASE_SCHEMA` into an address: all of the product is in it, beside other products of the same
 * database. Without it, a product is in the two schemas `product` and `nonet`.
 * @throws {Failure} if a product can't be in a schema of that name
 */
function schemaAdder(
  tenant: string | null | undefined,
  { DATABASE_SCHEMA: stated }: Readonly<Record<string, string | undefined>>,
): (url: string) => string {
  if (tenant !== undefined && stated !== undefined && stated !== '')
    throw new Failure('DATABASE_SCHEMA names one product, where each tenant has a schema of its own: unset it.', 2);
  const schema = tenant ?? stated;
  if (schema === undefined || schema === '') return (url) => url;
  if (!canBeSchema(schema))
    throw new Failure(
      `DATABASE_SCHEMA is the name of a schema, of up to 40 small letters, digits and _, that is nobody else’s; not \`${schema}\`.`,
      2,
    );
  return (url) => `${url}${url.includes('?') ? '&' : '?'}schema=${schema}`;
}

/** The servers of `DATABASE_READ_URL`: several addresses, or one of several servers, with commas between them. */
function replicaAddresses({ DATABASE_READ_URL: given }: Readonly<Record<string, string | undefined>>): string[] {
  if (given === undefined || given.trim() === '') return [];
  const addresses = given.split(/,(?=\s*postgres(?:ql)?:)/).map((address) => address.trim());
  for (const address of addresses) withoutPassword(address, 'DATABASE_READ_URL');
  return addresses.flatMap((address) => readDatabaseAddress(address).urls);
}

/**
 * Demo data never mixes with real data: `dev` has databases of its own. The document is identified by its path relative
 * to the data, so that both may move together.
 */
function databaseName({ file, data, mode }: DatabaseOptions): string {
  const folder = path
    .basename(path.dirname(file))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 30);
  const place = path.relative(path.resolve(data), file).replaceAll(path.sep, '/');
  const hash = createHash('sha256').update(place).digest('hex').slice(0, 8);
  return `nonet_${folder}_${hash}${mode === 'dev' ? '_dev' : ''}`;
}

/** @throws {Failure} if it is no address of a database */
function withoutPassword(url: string, setting = 'DATABASE_URL'): string {
  try {
    readDatabaseAddress(url);
  } catch (error) {
    throw error instanceof UnusableDatabaseUrl ? new Failure(`${setting} ${error.message}.`, 2) : error;
  }
  return url.replace(/^([^/]*\/\/[^:@/]*):[^@/]*@/, '$1:***@');
}
