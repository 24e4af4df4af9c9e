import type { PlanIndex } from '../plan-index.ts';
import { table, tableName } from '../sql/identifiers.ts';
import { describeTables } from './describe.ts';
import { withTables } from './locks.ts';
import type { MigrationSession } from './session.ts';

/** What a statement does to records, with the name under which its trigger sees them. */
const CHANGES = { insert: 'new', update: 'new', delete: 'old' } as const;

/** The statements that let a table notify of its changes (`nonet.tell_change`). */
export function changeTriggers(entity: string): string[] {
  return Object.entries(CHANGES).map(
    ([change, seen]) =>
      `create trigger tells_${change} after ${change} on ${table(entity)} referencing ${seen} table as changed_ for each statement execute function nonet.tell_change()`,
  );
}

/** Lets every table of the plan notify of its changes, where it does not yet. */
export async function addMissingTriggers(session: MigrationSession, index: PlanIndex): Promise<void> {
  const { rows } = await session.client.query<{ place: string }>(
    `select c.relname || ' ' || t.tgname as place from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'product'::regnamespace and not t.tgisinternal`,
  );
  const present = new Set(rows.map(({ place }) => place));
  for (const { entity } of describeTables(index)) {
    const name = tableName(entity.name);
    const missing = changeTriggers(entity.name).filter(
      (_statement, place) => !present.has(`${name} tells_${Object.keys(CHANGES)[place]}`),
    );
    if (missing.length > 0)
      await withTables(session, [name], 'share row exclusive', () => session.client.query(missing.join(';\n')));
  }
}
