import type { Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { quote, table } from '../sql/identifiers.ts';
import { fillNextColumns, fillTouched } from './backfill.ts';
import { beginChange, endChange } from './change-in-progress.ts';
import { isMade, isOfSlug, lockedTables, notedTables } from './concerned-tables.ts';
import type { ConversionBasis, PlannedConversions } from './conversions.ts';
import { describeTables } from './describe.ts';
import { buildKeys, changedKeys } from './foreign-keys.ts';
import { buildIndexes, dropUselessIndexes, renameIndexes } from './indexes.ts';
import { judge } from './judge.ts';
import { withTables } from './locks.ts';
import { addMissingParts } from './missing-parts.ts';
import { addNextColumns, findDefaults, takeNextColumns } from './next-columns.ts';
import { planChange, type PlannedChange } from './planned-change.ts';
import { renameKept, renameMany, renameTables, wordsOfRename } from './rename.ts';
import { ChangesValues } from './refusals.ts';
import { createIndex } from './schema.ts';
import { inTransaction, type MigrationSession } from './session.ts';
import { StoredRows } from './stored-rows.ts';
import { changeTriggers } from './change-triggers.ts';
import { noteNoLonger, noteTouched } from './touched.ts';

export interface CarriedOut {
  /** The document in use, and the hash of it and of the new one. */
  readonly stored: Plan;
  readonly basis: ConversionBasis;
  /** Whether stored fields may be given other values (`from`). */
  readonly mayConvert: boolean;
  readonly hashes: { readonly from: string; readonly to: string };
  /** Notes the new document as the one in use, in the transaction that makes it so. */
  readonly record: (steps: readonly string[], keepsFormer: boolean, conversions: PlannedConversions) => Promise<void>;
  /** Shuts out the processes of former versions until that transaction ends; where they can live with it, it does not run. */
  readonly closeFormer?: () => Promise<void>;
}

/**
 * Brings the storage from the document in use to another one, while processes read and write by the former one:
 *
 * 1. what would lose data is judged by reading; nothing is locked, written or built for a document that is refused;
 * 2. everything new is made beside what is in use (columns, their values, indexes, foreign keys), in short transactions;
 * 3. one transaction that only touches the catalogue lets the new take the place of the former;
 * 4. what can only be made then is made.
 *
 * Broken off at any point, it goes on at the next start of the same document; at the start of the former one, what was
 * prepared is taken away.
 */
export async function carryOut(session: MigrationSession, after: PlanIndex, options: CarriedOut): Promise<string[]> {
  const change = planChange(options.stored, after, options.basis);
  const converted = [...change.conversions.pending.keys()];
  if (converted.length > 0 && !options.mayConvert) throw new ChangesValues(converted);
  const rows = new StoredRows(change);
  await findDefaults(session.client, change, rows);
  await judge(session, change, rows, 'all');
  await beginChange(session, options.hashes);
  const noted = notedTables(change);
  for (const name of noted) await noteTouched(session, name);
  await addNextColumns(session, change, rows);
  // What makes a slug looks for it in its index.
  await buildIndexes(session, change, (index) => index.description.unique !== null && isOfSlug(change, index.entity));
  await fillNextColumns(session, change, rows);
  await buildIndexes(session, change);
  await buildKeys(session, change);
  if (noted.length > 0) {
    await catchUp(session, change, rows);
    await judge(session, change, rows, 'all');
  }
  const steps = await takeOver(session, change, rows, noted, options);
  await dropUselessIndexes(session);
  return [...steps, ...(await addMissingParts(session, after))];
}

/** Judges and fills what was written since it was judged and filled before. */
async function catchUp(session: MigrationSession, change: PlannedChange, rows: StoredRows): Promise<void> {
  await inTransaction(session, async () => {
    await judge(session, change, rows, 'touched');
    await fillTouched(session, change, rows);
  });
}

/** Lets what is prepared take the place of what is in use. */
async function takeOver(
  session: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
  noted: readonly string[],
  { record, closeFormer }: CarriedOut,
): Promise<string[]> {
  const { client } = session;
  const indexes = await renameIndexes(session, change);
  const renames = renameTables(change);
  const changes = change.steps.flat();
  const keepsFormer = change.renames.length === 0 && changes.every((each) => each.keepsFormer);
  const made = describeTables(change.after).filter(({ entity }) => isMade(change, entity.name));
  const swapped = [...change.tables.values()].filter(({ next }) => next.length > 0);
  const keys = changedKeys(change);
  const statements = [
    ...noted.flatMap(noteNoLonger),
    ...[...renames.values()].flat(),
    ...indexes.before,
    ...changes.flatMap((each) => each.statements),
    ...swapped.flatMap(({ renamed, next }) => takeNextColumns(table(renamed.entity.name), next)),
    ...keys.map(
      ({ entity, key, name }) => `alter table ${table(entity)} rename constraint ${quote(key.name)} to ${quote(name)}`,
    ),
    ...indexes.after,
    ...made.flatMap((description) => [
      ...description.indexes.map((item) => createIndex(description.entity.name, item)),
      ...changeTriggers(description.entity.name),
    ]),
  ];
  const steps = [
    ...change.renames.map(wordsOfRename),
    ...changes.flatMap(({ statements: done, next, summary }) => (done.length + next.length > 0 ? [summary] : [])),
    ...keys.map(({ words }) => words),
    ...indexes.steps,
  ];
  await withTables(
    session,
    lockedTables(change, noted),
    'access exclusive',
    async () => {
      if (noted.length > 0) {
        await judge(session, change, rows, 'touched');
        await fillTouched(session, change, rows);
      }
      // At once: the way of each takes longer than the statement.
      if (statements.length > 0) await client.query(statements.join(';\n'));
      await renameMany(client, change, 'again');
      await renameKept(client, change);
      await endChange(client);
      await record(steps, keepsFormer, change.conversions);
    },
    {
      ...(noted.length > 0 ? { first: () => catchUp(session, change, rows) } : {}),
      async unlocked() {
        await renameMany(client, change, 'first');
        if (!keepsFormer) await closeFormer?.();
      },
    },
  );
  return steps;
}
