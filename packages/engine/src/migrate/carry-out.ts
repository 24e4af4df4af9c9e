import type { Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { quote, storedTable } from '../sql/identifiers.ts';
import { fillNextColumns } from './backfill.ts';
import { catchUp, catchUpLocked } from './catch-up.ts';
import type { Change } from './change.ts';
import { formerParts, formerSchema } from './former/former-parts.ts';
import { dropKeptParts, NOTHING_KEPT, readKeptParts } from './former/finish-former.ts';
import { fixKeptLists, restoredKeys } from './former/restored-keys.ts';
import { keepFormer, keepTables, type KeptFormer, statementsBeside } from './former/keep-former.ts';
import { behaviourHash } from './versions.ts';
import { beginChange, endChange } from './change-in-progress.ts';
import { changeTriggers } from './change-triggers.ts';
import { isMade, isOfSlug, lockedTables, notedTables, notesDeletes } from './concerned-tables.ts';
import { describeTables } from './describe.ts';
import { addKeptKey, buildKeys, changedKeys } from './foreign-keys.ts';
import { buildIndexes, dropUselessIndexes, indexStepWords, renameIndexes } from './indexes.ts';
import { judge } from './judge.ts';
import { withTables } from './locks.ts';
import { readLosses } from './losses.ts';
import { addMadeTables, fillMadeTables } from './made/fill-made.ts';
import { addMissingParts } from './missing-parts.ts';
import { addNextColumns, findDefaults, takeNextColumns } from './next-columns.ts';
import { keepsFormer, type PlannedChange, planChange } from './planned-change.ts';
import type { ConversionBasis, PlannedConversions } from './planned-conversions.ts';
import { ChangesValues } from './refusals.ts';
import { renameKept, renameMany, renameTables, wordsOfRename } from './rename.ts';
import { dropViews, makeViewsAnew, readReportSchemas } from '../reporting/report-schemas.ts';
import { createIndex } from './schema.ts';
import type { MigrationSession } from './session.ts';
import { StoredRows } from './stored-rows.ts';
import { buildable } from './trigrams.ts';
import { noteNoLonger, noteTouched } from './touched.ts';

export interface CarriedOut {
  /** The document in use, and the hash of it and of the new one. */
  readonly stored: Plan;
  readonly basis: ConversionBasis;
  /** Whether stored fields may be given other values (`from`). */
  readonly mayConvert: boolean;
  readonly hashes: { readonly from: string; readonly to: string };
  /** Notes the new document as the one in use, in the transaction that makes it so. */
  readonly record: (
    steps: readonly string[],
    former: {
      readonly keepsFormer: boolean;
      readonly formerBehaviour: string | null;
    },
    conversions: PlannedConversions,
  ) => Promise<void>;
  /** The behaviour of the document in use, as a hash, if its processes continue beside the new one. */
  readonly besideFormer: string | null;
  /**
   * Shuts out the processes of former versions until that transaction ends, except for those with the behaviours in
   * `kept`.
   */
  readonly closeFormer?: (kept: readonly string[] | null) => Promise<void>;
}

/**
 * Brings the storage from the document in use to another one, while processes read and write by the former one:
 *
 * 1. the change is judged by reading: a document that would lose data is refused before anything is locked, written or
 *    built;
 * 2. everything new is prepared beside the storage in use (columns, their values, indexes, foreign keys), in short
 *    transactions;
 * 3. one transaction that only touches the catalogue lets the new take the place of the former;
 * 4. the remaining parts are made after that.
 *
 * If it is interrupted, it continues at the next start of the same document; at the start of the former one, the
 * prepared parts are removed.
 */
export async function carryOut(session: MigrationSession, after: PlanIndex, options: CarriedOut): Promise<string[]> {
  const change = planChange(options.stored, after, options.basis);
  const converted = [...change.conversions.pending.keys(), ...change.made.keys()];
  if (converted.length > 0 && !options.mayConvert) throw new ChangesValues(converted, []);
  const rows = new StoredRows(change);
  await findDefaults(session.client, change, rows);
  session.onStep('judge');
  await judge(session, change, rows, 'all');
  const losses = await readLosses(session.client, change, rows);
  if (losses.size > 0 && !options.mayConvert) throw new ChangesValues(converted, [...losses.values()]);
  await beginChange(session, options.hashes);
  const noted = notedTables(change);
  session.onStep('note');
  for (const name of noted) await noteTouched(session, name, notesDeletes(change, name));
  session.onStep('add');
  await addMadeTables(session, change);
  await addNextColumns(session, change, rows);
  session.onStep('fill');
  // Slugs are made with the help of their index.
  await buildIndexes(session, change, (index) => index.description.unique !== null && isOfSlug(change, index.entity));
  await fillMadeTables(session, change, rows);
  await fillNextColumns(session, change, rows.inMadeTables());
  await fixKeptLists(session, change);
  session.onStep('index');
  await buildIndexes(session, change);
  session.onStep('key');
  await buildKeys(session, change);
  session.onStep('switch');
  if (noted.length > 0) {
    await catchUp(session, change, rows);
    await judge(session, change, rows, 'all');
  }
  const steps = await takeOver(session, change, rows, noted, losses, options);
  session.onStep('after');
  await dropUselessIndexes(session);
  return [...steps, ...(await addMissingParts(session, after))];
}

/** The parts that processes of the document in use need to continue beside the new one; null if they can't continue. */
function formerOf(change: PlannedChange, behaviour: string): KeptFormer | null {
  const parts = formerParts(change);
  return parts.closedBy.length > 0 ? null : { behaviour, parts };
}

/** Puts the prepared storage in the place of the one in use. */
async function takeOver(
  session: MigrationSession,
  change: PlannedChange,
  rows: StoredRows,
  noted: readonly string[],
  losses: ReadonlyMap<Change, string>,
  { record, closeFormer, besideFormer }: CarriedOut,
): Promise<string[]> {
  const { client } = session;
  const renames = renameTables(change);
  const changes = change.steps.flat();
  const isAdding = keepsFormer(change);
  const former = besideFormer === null || isAdding ? null : formerOf(change, besideFormer);
  const beforeThat = isAdding ? NOTHING_KEPT : await readKeptParts(client);
  const indexes = await renameIndexes(session, change, former !== null);
  const made = describeTables(change.after).filter(({ entity }) => isMade(change, entity.name));
  const swapped = [...change.tables.values()].filter(({ next }) => next.length > 0);
  const keys = changedKeys(change);
  const reports = await readReportSchemas(client);
  const statements = [
    ...dropViews(reports),
    ...noted.flatMap(noteNoLonger),
    ...changes.flatMap(({ restores = [] }) => restores),
    ...dropKeptParts(beforeThat),
    ...(former === null
      ? []
      : [`create schema ${quote(formerSchema(former.behaviour))}`, ...keepTables(former, change)]),
    ...[...renames.values()].flatMap(({ first }) => first),
    ...[...renames.values()].flatMap(({ then }) => then),
    ...indexes.before,
    ...changes.flatMap((each) => (former === null ? each.statements : statementsBeside(change, each))),
    ...swapped.flatMap(({ renamed, next }) => takeNextColumns(renamed, next, former !== null)),
    ...keys.map(
      ({ entity, key, name }) =>
        `alter table ${storedTable(entity)} rename constraint ${quote(key.name)} to ${quote(name)}`,
    ),
    ...indexes.after,
    ...made.flatMap((description) => [
      ...(change.made.has(description.entity.name)
        ? []
        : buildable(session, description.indexes).map((item) => createIndex(description.entity.name, item))),
      ...changeTriggers(description.entity.name),
    ]),
    ...restoredKeys(change).map(addKeptKey),
    ...(former === null ? [] : keepFormer(former, change, rows)),
  ];
  const steps = [
    ...change.renames.map(wordsOfRename),
    ...changes.flatMap((each) =>
      each.statements.length + each.next.length + (each.restores?.length ?? 0) > 0 || losses.has(each)
        ? [losses.get(each) ?? each.summary]
        : [],
    ),
    ...keys.map(({ words }) => words),
    ...indexes.steps.map(indexStepWords),
  ];
  await withTables(
    session,
    [...lockedTables(change, noted), ...beforeThat.tables],
    'access exclusive',
    async () => {
      if (noted.length > 0) await catchUpLocked(session, change, rows);
      // Sends all statements together: the network takes longer than a statement.
      if (statements.length > 0) await client.query(statements.join(';\n'));
      await renameMany(client, change, 'again');
      await renameKept(client, change);
      await endChange(client);
      steps.push(...(await makeViewsAnew(client, change.after, reports)));
      await record(steps, { keepsFormer: isAdding, formerBehaviour: former?.behaviour ?? null }, change.conversions);
    },
    {
      ...(noted.length > 0 ? { first: () => catchUp(session, change, rows) } : {}),
      async unlocked() {
        await renameMany(client, change, 'first');
        if (!isAdding)
          await closeFormer?.(former === null ? null : [former.behaviour, behaviourHash(change.after.plan)]);
      },
    },
  );
  return steps;
}
