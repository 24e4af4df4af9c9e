import type { PlanIndex } from '../plan-index.ts';
import { storedTable, tableName } from '../sql/identifiers.ts';
import { USER } from '../session/user.ts';
import { describeTables } from './describe.ts';
import { withTables } from './locks.ts';
import type { MigrationSession } from './session.ts';

/** The kinds of statements, each with the name of the records in its trigger. */
const CHANGES = { insert: 'new', update: 'new', delete: 'old' } as const;

/**
 * The statements that let a table notify of its changes (`nonet.tell_change`); access ends with its user
 * (`nonet.end_access`), and changes of their roles are security events (`nonet.note_account_change`).
 */
export function changeTriggers(entity: string): string[] {
  return [...triggersOf(entity).values()];
}

/** The triggers by name. */
function triggersOf(entity: string): ReadonlyMap<string, string> {
  const triggers = new Map(
    Object.entries(CHANGES).map(([change, seen]) => [
      `tells_${change}`,
      `create trigger tells_${change} after ${change} on ${storedTable(entity)} referencing ${seen} table as changed_ for each statement execute function nonet.tell_change()`,
    ]),
  );
  if (entity === USER) {
    triggers.set(
      'notes_account_change',
      `create trigger notes_account_change after update on ${storedTable(entity)} for each row execute function nonet.note_account_change()`,
    );
    triggers.set(
      'ends_access',
      `create trigger ends_access after update or delete on ${storedTable(entity)} for each row execute function nonet.end_access()`,
    );
  }
  return triggers;
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
    const missing = [...triggersOf(entity.name)].flatMap(([trigger, statement]) =>
      present.has(`${name} ${trigger}`) ? [] : [statement],
    );
    if (missing.length > 0)
      await withTables(session, [name], 'share row exclusive', () => session.client.query(missing.join(';\n')));
  }
}
