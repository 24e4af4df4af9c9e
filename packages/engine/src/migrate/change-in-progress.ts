import { quote } from '../sql/identifiers.ts';
import type { PoolClient } from '../store/pool.ts';
import { dropUselessIndexes } from './indexes.ts';
import { StorageInUse, withTables } from './locks.ts';
import type { MigrationSession } from './session.ts';

/**
 * Notes which change is being prepared. Parts that were prepared for the same change are used; remains of another one
 * are removed.
 */
export async function beginChange(
  session: MigrationSession,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { client } = session;
  await dropUselessIndexes(session);
  const { rows } = await client.query('select from nonet.change where from_hash = $1 and to_hash = $2', [from, to]);
  if (rows.length > 0) return;
  await abandonChange(session);
  await client.query('insert into nonet.change (from_hash, to_hash) values ($1, $2)', [from, to]);
}

/**
 * Removes the remains of an interrupted change at a start that changes nothing. It does not wait for locks, because
 * the remains disturb nobody; if it can't get them, a later start removes the remains.
 */
export async function tidyUp(session: MigrationSession): Promise<void> {
  try {
    await abandonChange({ ...session, remainingMilliseconds: 0 });
  } catch (error) {
    if (!(error instanceof StorageInUse)) throw error;
  }
}

/** Takes away what was prepared for a change that was interrupted, if there is any. */
async function abandonChange(session: MigrationSession): Promise<void> {
  const { client } = session;
  const { rows: begun } = await client.query('select from nonet.change');
  if (begun.length === 0) return;
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'product'::regnamespace and relkind = 'r' and relname like '\\_next\\_%'`,
  );
  for (const { name } of tables) await client.query(`drop table product.${quote(name)} cascade`);
  const { rows: left } = await client.query<{ name: string; drops: string }>(
    `select c.relname as name, 'drop constraint ' || quote_ident(k.conname) as drops, 1 as place
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.connamespace = 'product'::regnamespace and k.contype = 'f' and k.conname like '\\_next\\_%'
     union all select c.relname, 'drop column ' || quote_ident(a.attname), 2
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'product'::regnamespace and c.relkind = 'r' and a.attname like '\\_next\\_%' and not a.attisdropped
     order by 1, 3`,
  );
  const { rows: triggers } = await client.query<{ name: string; trigger: string }>(
    `select c.relname as name, t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'product'::regnamespace and t.tgname like '\\_next\\_%'`,
  );
  for (const name of new Set([...left, ...triggers].map((row) => row.name))) {
    const own = left.filter((row) => row.name === name).map(({ drops }) => drops);
    const noted = triggers.filter((row) => row.name === name).map(({ trigger }) => trigger);
    await withTables(session, [name], 'access exclusive', async () => {
      for (const trigger of noted) await client.query(`drop trigger ${quote(trigger)} on product.${quote(name)}`);
      if (own.length > 0) await client.query(`alter table product.${quote(name)} ${own.join(', ')}`);
    });
  }
  const { rows: indexes } = await client.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'product' and indexname like '\\_next\\_%'`,
  );
  for (const { name } of indexes) await client.query(`drop index concurrently if exists product.${quote(name)}`);
  await endChange(client);
}

export async function endChange(client: PoolClient): Promise<void> {
  await client.query('delete from nonet.change; delete from nonet.backfill; delete from nonet.touched');
}
