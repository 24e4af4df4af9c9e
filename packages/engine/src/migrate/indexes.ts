import { errorCode } from '../error-code.ts';
import { quote, shortName, tableName } from '../sql/identifiers.ts';
import type { IndexDescription } from './describe-indexes.ts';
import { longTransactions, StorageInUse } from './locks.ts';
import { nextName } from './next-name.ts';
import { placeOf, type PlannedChange } from './planned-change.ts';
import { MigrationRefusal } from './refusals.ts';
import { createIndexConcurrently } from './schema.ts';
import type { MigrationSession } from './session.ts';
import { buildable } from './trigrams.ts';

/** An index of the new document, and its place until the change is done. */
export interface ChangedIndex {
  readonly entity: string;
  /** The table's name in the storage in use. */
  readonly table: string;
  readonly description: IndexDescription;
  /** With the columns' names in the storage in use. */
  readonly definition: string;
  /** The name of the index in use that it is already; null if it is built. */
  readonly kept: string | null;
}

/**
 * The indexes of tables that stay, or that are made beside them, if all their columns exist before the change is done.
 */
export function changedIndexes(change: PlannedChange): ChangedIndex[] {
  const made = [...change.made.values()].flatMap(({ entity, description }) =>
    description.indexes.map((index): ChangedIndex => {
      const table = nextName(tableName(entity.name));
      return { entity: entity.name, table, description: index, definition: index.definition, kept: null };
    }),
  );
  return [...made, ...indexesOfTables(change)];
}

function indexesOfTables(change: PlannedChange): ChangedIndex[] {
  return [...change.tables.values()].flatMap((changed) => {
    const place = placeOf(changed);
    if (place === null || changed.now === null) return [];
    return changed.now.indexes.flatMap((description): ChangedIndex[] => {
      const definition = place.define(description);
      if (definition === null) return [];
      const kept = changed.old.indexes.find(
        (old) => old.definition === definition && (old.unique === null) === (description.unique === null),
      );
      return [
        { entity: changed.renamed.entity.name, table: place.table, description, definition, kept: kept?.name ?? null },
      ];
    });
  });
}

/** The names of all indexes of the product, and of those that a broken-off build has left. */
async function presentIndexes({ client }: MigrationSession): Promise<{ valid: Set<string>; invalid: string[] }> {
  const { rows } = await client.query<{ name: string; valid: boolean }>(
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'product'::regnamespace`,
  );
  return {
    valid: new Set(rows.flatMap(({ name, valid }) => (valid ? [name] : []))),
    invalid: rows.flatMap(({ name, valid }) => (valid ? [] : [name])),
  };
}

/** Drops the indexes that a broken-off build has left, and those that a change has put away. */
export async function dropUselessIndexes(session: MigrationSession): Promise<void> {
  const { valid, invalid } = await presentIndexes(session);
  const away = [...valid].filter((name) => name.startsWith('_gone_'));
  for (const name of [...invalid, ...away])
    await session.client.query(`drop index concurrently if exists product.${quote(name)}`);
}

/**
 * The indexes of the new document that the storage lacks, including those that were prepared beside the ones in use.
 */
export async function missingIndexes(session: MigrationSession, change: PlannedChange): Promise<ChangedIndex[]> {
  const { valid } = await presentIndexes(session);
  return changedIndexes(change).filter(
    ({ kept, description }) =>
      buildable(session, [description]).length > 0 &&
      !(kept !== null && valid.has(kept)) &&
      !valid.has(nextName(description.name)),
  );
}

/**
 * Builds the indexes that the new document has and the storage has not, under names of their own, while others write.
 */
export async function buildIndexes(
  session: MigrationSession,
  change: PlannedChange,
  which: (index: ChangedIndex) => boolean = () => true,
): Promise<void> {
  for (const index of (await missingIndexes(session, change)).filter(which)) {
    const { description, definition, table } = index;
    const name = nextName(description.name);
    await buildIndex(session, table, { ...description, name, definition }, (shared) => {
      const fields = description.unique?.fields.map((field) => `${index.entity}.${field}`).join(', ') ?? '';
      return `\`${fields}\` is unique now: ${shared} share a value`;
    });
  }
}

/** The step of an index when a change is put to use. */
export interface IndexStep {
  readonly kind: 'put to use' | 'put away';
  readonly index: string;
}

export function indexStepWords({ kind, index }: IndexStep): string {
  return kind === 'put away' ? `index ${index} is gone` : `index ${index}`;
}

/**
 * Gives the indexes their names in the new document, in two steps, because names may be swapped, and drops the other
 * indexes. `keepsFormer`: indexes that only make reads fast stay for processes of the former version.
 */
export async function renameIndexes(
  session: MigrationSession,
  change: PlannedChange,
  keepsFormer = false,
): Promise<{ readonly before: string[]; readonly after: string[]; readonly steps: IndexStep[] }> {
  const { valid } = await presentIndexes(session);
  const before: string[] = [];
  const after: string[] = [];
  const steps: IndexStep[] = [];
  const rename = (from: string, to: string) => `alter index product.${quote(from)} rename to ${quote(to)}`;
  const kept = new Set<string>();
  for (const [place, { description, kept: old }] of changedIndexes(change).entries()) {
    if (old !== null && valid.has(old)) {
      kept.add(old);
      if (old === description.name) continue;
      before.push(rename(old, `_move_${place}`));
      after.push(rename(`_move_${place}`, description.name));
    } else if (valid.has(nextName(description.name))) {
      after.push(rename(nextName(description.name), description.name));
      steps.push({ kind: 'put to use', index: description.name });
    }
  }
  for (const { old, now, isRebuilt } of change.tables.values()) {
    if (now === null || isRebuilt) continue;
    for (const { name, unique } of old.indexes)
      if (!kept.has(name) && valid.has(name)) {
        const isNeeded = keepsFormer && unique === null;
        before.push(rename(name, shortName(`${isNeeded ? '_former' : '_gone'}_${name}`)));
        steps.push({ kind: 'put away', index: name });
      }
  }
  return { before, after, steps };
}

/**
 * Builds one index while others read and write. It waits for the transactions that began before it; nobody waits for
 * it.
 * @throws {MigrationRefusal} If a unique index meets the same value twice.
 */
export async function buildIndex(
  session: MigrationSession,
  table: string,
  description: IndexDescription,
  words: (shared: string) => string = (shared) => `\`${description.name}\` is unique now: ${shared} share a value`,
): Promise<void> {
  const { client } = session;
  const drop = () => client.query(`drop index concurrently if exists product.${quote(description.name)}`);
  for (let attempt = 1; ; attempt++) {
    const waitsFor = await longTransactions(session);
    if (waitsFor.length > 0)
      session.onWait(`The index ${description.name} waits for the end of ${waitsFor.join(', ')}.`);
    const begun = Date.now();
    try {
      await client.query(`set lock_timeout = ${Math.max(1, Math.ceil(session.remainingMilliseconds))}`);
      await client.query(createIndexConcurrently(table, description));
      return;
    } catch (error) {
      const code = errorCode(error);
      const holders = code === '55P03' ? await longTransactions(session) : [];
      await client.query('set lock_timeout = 0');
      await drop();
      if (code === '23505')
        throw new MigrationRefusal([
          {
            clause: description.unique?.clause ?? null,
            words: words('records'),
            count: 0,
            ids: [],
            remedy: 'change all but one of those that are alike first',
          },
        ]);
      if (code === '55P03') {
        session.remainingMilliseconds -= Date.now() - begun;
        throw new StorageInUse(`product.${quote(table)}`, holders);
      }
      if (code !== '40P01' || attempt > 5) throw error;
    } finally {
      await client.query('set lock_timeout = 0');
    }
  }
}
