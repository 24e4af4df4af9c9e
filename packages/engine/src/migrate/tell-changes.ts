import type { PlanIndex } from '../plan-index.ts';
import { table, tableName } from '../sql/identifiers.ts';
import type { PoolClient } from '../store/pool.ts';
import { describeTables } from './describe.ts';

/** What a statement does to records, with the name under which its trigger sees them. */
const CHANGES = { insert: 'new', update: 'new', delete: 'old' } as const;

/** Lets every table of the plan tell of its changes (`nonet.tell_change`), where it does not yet. */
export async function addMissingTriggers(client: PoolClient, index: PlanIndex): Promise<void> {
  const { rows } = await client.query<{ place: string }>(
    `select c.relname || ' ' || t.tgname as place from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'product'::regnamespace and not t.tgisinternal`,
  );
  const present = new Set(rows.map(({ place }) => place));
  const missing = describeTables(index).flatMap(({ entity: { name } }) =>
    Object.entries(CHANGES).flatMap(([change, seen]) => {
      const trigger = `tells_${change}`;
      if (present.has(`${tableName(name)} ${trigger}`)) return [];
      return `create trigger ${trigger} after ${change} on ${table(name)} referencing ${seen} table as changed_ for each statement execute function nonet.tell_change()`;
    }),
  );
  if (missing.length > 0) await client.query(missing.join(';\n'));
}
