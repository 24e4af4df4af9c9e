import { quote } from '../sql/identifiers.ts';
import { type LockMode, withTables } from './locks.ts';
import type { MigrationSession } from './session.ts';

/** The kinds of writes, with the records as the trigger sees them. */
const TRIGGERS = {
  _next_insert: ['insert', 'new'],
  _next_update: ['update', 'new'],
  _next_delete: ['delete', 'old'],
} as const;
/** Waits for present writers, and for no reader. */
const MODE: LockMode = 'share row exclusive';

/**
 * From now on, notes which records of a table are written (`nonet.touched`), so that they are judged and filled again.
 */
export async function noteTouched(session: MigrationSession, table: string, deletes: boolean): Promise<void> {
  const { rows } = await session.client.query<{ name: string }>(
    `select tgname as name from pg_trigger where tgrelid = $1::regclass and tgname like '\\_next\\_%'`,
    [`product.${quote(table)}`],
  );
  const missing = Object.entries(TRIGGERS).filter(
    ([name, [done]]) => (deletes || done !== 'delete') && !rows.some((row) => row.name === name),
  );
  if (missing.length === 0) return;
  await withTables(session, [table], MODE, async () => {
    for (const [name, [done, seen]] of missing)
      await session.client.query(
        `create trigger ${quote(name)} after ${done} on product.${quote(table)} referencing ${seen} table as changed_ for each statement execute function nonet.note_touched()`,
      );
  });
}

/** The statements that end the notes, by the table's name at that time. */
export function noteNoLonger(table: string): string[] {
  return Object.keys(TRIGGERS).map((name) => `drop trigger if exists ${quote(name)} on product.${quote(table)}`);
}
