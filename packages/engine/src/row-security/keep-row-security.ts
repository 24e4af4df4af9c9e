import { type PlanIndex, type RowSecurity } from '../plan-index.ts';
import { quote } from '../sql/identifiers.ts';
import { mayChangeSchema } from '../store/serving-role.ts';
import { type Pool, type Queryable, run, schemaOf, transaction } from '../store/pool.ts';
import { assignedRoles, MOST_ASSIGNED_ROLES } from './held-roles.ts';
import { PREFIX, rowSecurityTexts } from './row-functions.ts';

/** Row security is on, and can't be. */
export class RowSecurityRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RowSecurityRefused';
  }
}

/** @throws {RowSecurityRefused} if the document assigns more roles than its functions can tell apart */
export function requireFewRoles(index: PlanIndex): void {
  const assigned = assignedRoles(index).length;
  if (assigned > MOST_ASSIGNED_ROLES)
    throw new RowSecurityRefused(
      `ROW_SECURITY is on, and the document assigns ${assigned} roles (point 6): it can tell ${MOST_ASSIGNED_ROLES} apart.`,
    );
}

/**
 * Makes the functions of row security where they are not there yet, and drops those of versions that nobody may serve any more.
 * @param pool of whoever may change the schema; others find what is there
 * @param version the version of the document that they are for
 * @throws {RowSecurityRefused} if they are not there and may not be made
 */
export async function keepRowSecurity(pool: Pool, index: PlanIndex, version: number): Promise<RowSecurity> {
  const product = schemaOf(pool);
  const { schema, parameters, statements } = rowSecurityTexts(index, product);
  if (!(await isThere(pool, schema))) {
    if (!(await mayChangeSchema(pool)))
      throw new RowSecurityRefused(
        'ROW_SECURITY is on, and the database does not have its functions for this document, this program and this environment: run `ROW_SECURITY=on nonet apply` as the owner of the database.',
      );
    await transaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [MAKING]);
      await dropUseless(client, version, product);
      if (await isThere(client, schema)) return;
      await client.query(
        [
          `create schema ${quote(schema)}`,
          `comment on schema ${quote(schema)} is '${commentBefore(product)}${Math.trunc(version)}'`,
          ...statements,
        ].join(';\n'),
      );
    });
  }
  return { schema, parameters };
}

/** The lock of whoever makes such functions. */
const MAKING = 1936028006;

async function isThere(client: Queryable, schema: string): Promise<boolean> {
  const [row] = await run(client, {
    text: 'select from pg_namespace where nspname = $1',
    values: [schema],
    prepare: false,
  });
  return row !== undefined;
}

/** The beginning of the comment on a schema of such functions, which says whose they are; a version comes behind it. */
function commentBefore(product: string | null): string {
  return product === null ? '' : `${product} `;
}

/** Drops the functions of a product in a schema of its own, which goes. */
export async function dropRowSecurity(client: Queryable, product: string): Promise<void> {
  const all = await run<{ name: string }>(client, {
    text: `select nspname as name from pg_namespace
           where nspname like $1 and starts_with(obj_description(oid, 'pg_namespace'), $2)`,
    values: [LIKE_PREFIX, commentBefore(product)],
    prepare: false,
  });
  if (all.length > 0) await client.query(`drop schema ${all.map(({ name }) => quote(name)).join(', ')} cascade`);
}

const LIKE_PREFIX = `${PREFIX.replaceAll('_', '\\_')}%`;

/** Drops the functions of versions that a process may serve no longer (`nonet.serve_version`). */
async function dropUseless(client: Queryable, version: number, product: string | null): Promise<void> {
  const useless = await run<{ name: string }>(client, {
    text: `select n.nspname as name from pg_namespace n join nonet.version own on $3::text || own.number::text = obj_description(n.oid, 'pg_namespace')
           where n.nspname like $1 and own.number < $2
             and exists (select from nonet.version v where v.number > own.number and not v.keeps_former
                         and v.former_behaviour is distinct from own.behaviour_hash)
             and own.behaviour_hash is distinct from (select behaviour_hash from nonet.version order by number desc limit 1)`,
    values: [LIKE_PREFIX, version, commentBefore(product)],
    prepare: false,
  });
  if (useless.length > 0)
    await client.query(`drop schema ${useless.map(({ name }) => quote(name)).join(', ')} cascade`);
}
