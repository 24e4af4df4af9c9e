import { fillTouched } from './backfill.ts';
import { type BatchSize, nextSize } from './batch-size.ts';
import { judge, readRefused } from './judge.ts';
import { makeTouched } from './made/fill-made.ts';
import type { PlannedChange } from './planned-change.ts';
import { inTransaction, type MigrationSession } from './session.ts';
import type { StoredRows } from './stored-rows.ts';
import { bothTouched, countTouched, takeTouched } from './touched.ts';

/** The number of notes that may be left for the moment in which nobody can write. */
const FEW_NOTES = 20;
/** Each round leaves the notes of what is written during it; more rounds would not catch up with the writers. */
const MOST_ROUNDS = 5;

/**
 * Judges and fills the records that were written since they were judged and filled, while others write. Each batch has
 * a transaction of its own, so that no writer waits longer than one takes. What is written meanwhile is taken in a next
 * round, until few records are left, or until the rounds catch up no further.
 * @throws {MigrationRefusal}
 */
export async function catchUp(session: MigrationSession, change: PlannedChange, rows: StoredRows): Promise<void> {
  let size: BatchSize = nextSize(null, 0);
  let present = await countTouched(session);
  for (let round = 0; present > 0 && round < MOST_ROUNDS; round++) {
    for (let left = present; left > 0; ) {
      const begun = performance.now();
      const taken = size;
      await inTransaction(session, () => catchUpBatch(session, change, rows, taken));
      left -= taken;
      size = nextSize(taken, performance.now() - begun);
    }
    const later = await countTouched(session);
    if (later <= FEW_NOTES || later >= present) return;
    present = later;
  }
}

async function catchUpBatch(
  session: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
  size: BatchSize,
): Promise<void> {
  const prepared = rows.inMadeTables();
  const touched = await takeTouched(session, size);
  const referring = await makeTouched(session, change, prepared, touched);
  const refused = await readRefused(session.client, change, prepared, { among: touched });
  // A record that is made from one that was written just now is in no table yet: it is judged in one reading of all.
  if (refused.length > 0) await judge(session, change, rows, touched);
  await fillTouched(session, change, prepared, bothTouched(touched, referring));
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
