import { quote } from '../sql/identifiers.ts';
import { type Queryable, run } from './pool.ts';

/** The rights of a serving role on tables: everything with records, nothing with the schema. */
const TABLES = 'select, insert, update, delete';

/**
 * Lets a role serve the product: it reads and writes records, owns nothing, and can change no schema. The rights hold for
 * what later documents bring as well. Whoever owns the schemas grants them.
 */
export async function grantServing(client: Queryable, role: string): Promise<void> {
  const [missing] = await run<{ is_missing: boolean }>(client, {
    text: `select exists (
             select from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where (n.nspname in ('nonet', 'product') or n.nspname like 'former\\_%') and c.relkind in ('r', 'v', 'p')
               and not (has_schema_privilege($1, n.oid, 'usage') and has_table_privilege($1, c.oid, 'select, insert'))
           ) or exists (
             select from pg_namespace n where n.nspname like 'row\\_security\\_%' and not has_schema_privilege($1, n.oid, 'usage')
           ) or not exists (
             select from pg_default_acl d, aclexplode(d.defaclacl) a
             where d.defaclrole = (select oid from pg_roles where rolname = current_user) and d.defaclobjtype = 'r'
               and a.grantee = (select oid from pg_roles where rolname = $1)
           ) as is_missing`,
    values: [role],
  });
  if (missing?.is_missing === false) return;
  const schemas = await run<{ name: string }>(client, {
    text: `select nspname as name from pg_namespace where nspname in ('nonet', 'product') or nspname like 'former\\_%' or nspname like 'row\\_security\\_%'`,
    values: [],
  });
  const to = `to ${quote(role)}`;
  const statements = [
    ...schemas.flatMap(({ name }) => {
      const schema = `schema ${quote(name)}`;
      return [
        `grant usage on ${schema} ${to}`,
        `grant ${TABLES} on all tables in ${schema} ${to}`,
        `grant usage, select, update on all sequences in ${schema} ${to}`,
        `grant execute on all functions in ${schema} ${to}`,
      ];
    }),
    `alter default privileges grant usage on schemas ${to}`,
    `alter default privileges grant ${TABLES} on tables ${to}`,
    `alter default privileges grant usage, select, update on sequences ${to}`,
    `alter default privileges grant execute on functions ${to}`,
    // Events can only be added: functions of their owner make their chain, and cut off its end.
    `revoke update, delete on nonet.security_event from ${quote(role)}`,
  ];
  for (const statement of statements) await client.query(statement);
}

/** Whether whoever has connected may change the schemas of the product; true where there is no product yet. */
export async function mayChangeSchema(client: Queryable): Promise<boolean> {
  const [row] = await run<{ may: boolean }>(client, {
    text: `select to_regnamespace('nonet') is null or has_schema_privilege('nonet', 'create') as may`,
    values: [],
  });
  return row?.may === true;
}
