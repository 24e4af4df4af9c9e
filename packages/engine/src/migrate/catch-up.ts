import { fillTouched } from './backfill.ts';
import { judge, readRefused } from './judge.ts';
import { makeTouched } from './made/fill-made.ts';
import type { PlannedChange } from './planned-change.ts';
import { inTransaction, type MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';
import { bothTouched, countTouched, takeTouched, TOUCHED_AT_ONCE } from './touched.ts';

/**
 * Judges and fills the records that were written since they were judged and filled, while others write. Each batch has
 * a transaction of its own, so that no writer waits longer than one takes. It ends with those that were there at its
 * begin, however many are written meanwhile.
 * @throws {MigrationRefusal}
 */
export async function catchUp(session: MigrationSession, change: PlannedChange, rows: StoredRows): Promise<void> {
  const present = await countTouched(session);
  for (let left = present; left > 0; left -= TOUCHED_AT_ONCE)
    await inTransaction(session, async () => {
      const prepared = rows.inMadeTables();
      const touched = await takeTouched(session, TOUCHED_AT_ONCE);
      const referring = await makeTouched(session, change, prepared, touched);
      const refused = await readRefused(session.client, change, prepared, {
        among: touched,
      });
      // A record that is made from one that was written just now is in no table yet: it is judged in one reading of all.
      if (refused.length > 0) await judge(session, change, rows, touched);
      await fillTouched(session, change, prepared, bothTouched(touched, referring));
    });
}

/**
 * The same for all that is left, where nobody can write: it reads only these records, and those that refer to what is not
 * made of them any more. In a transaction.
 * @throws {MigrationRefusal}
 */
export async function catchUpLocked(session: MigrationSession, change: PlannedChange, rows: StoredRows): Promise<void> {
  const prepared = rows.inMadeTables();
  const touched = await takeTouched(session, null);
  const referring = await makeTouched(session, change, prepared, touched);
  await judge(session, change, prepared, bothTouched(touched, referring));
  await fillTouched(session, change, prepared, bothTouched(touched, referring));
}
