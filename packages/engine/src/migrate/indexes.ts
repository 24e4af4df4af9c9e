import { quote, shortName } from '../sql/identifiers.ts';
import type { IndexDescription } from './describe.ts';
import { longTransactions, StorageInUse } from './locks.ts';
import { nextName, placeOf, type PlannedChange } from './planned-change.ts';
import { MigrationRefusal } from './refusals.ts';
import { createIndexConcurrently } from './schema.ts';
import type { MigrationSession } from './session.ts';

/** An index of the new document, and where it is as long as the change is not done. */
export interface ChangedIndex {
  readonly entity: string;
  /** By its name in the storage in use. */
  readonly table: string;
  readonly description: IndexDescription;
  /** As the storage in use has its columns. */
  readonly definition: string;
  /** The name of the index in use that it is already; null where it is built. */
  readonly kept: string | null;
}

/** The indexes of the tables that stay, as far as all their columns are there before the change is done. */
export function changedIndexes(change: PlannedChange): ChangedIndex[] {
  return [...change.tables.values()].flatMap((changed) => {
    const place = placeOf(changed);
    if (place === null || changed.now === null) return [];
    return changed.now.indexes.flatMap((description): ChangedIndex[] => {
      const definition = place.translate(description.definition);
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

/** The indexes that the new document has and the storage has not, be it beside those in use. */
export async function missingIndexes(session: MigrationSession, change: PlannedChange): Promise<ChangedIndex[]> {
  const { valid } = await presentIndexes(session);
  return changedIndexes(change).filter(
    ({ kept, description }) => !(kept !== null && valid.has(kept)) && !valid.has(nextName(description.name)),
  );
}

/** Builds the indexes that the new document has and the storage has not, under names of their own, while others write. */
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

/** What gives the indexes their names in the new document, in two steps, for names may go around; and puts the others away. */
export async function renameIndexes(
  session: MigrationSession,
  change: PlannedChange,
): Promise<{ readonly before: string[]; readonly after: string[]; readonly steps: string[] }> {
  const { valid } = await presentIndexes(session);
  const before: string[] = [];
  const after: string[] = [];
  const steps: string[] = [];
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
      steps.push(`index ${description.name}`);
    }
  }
  for (const { old, now, isRemade } of change.tables.values()) {
    if (now === null || isRemade) continue;
    for (const { name } of old.indexes)
      if (!kept.has(name) && valid.has(name)) {
        before.push(rename(name, shortName(`_gone_${name}`)));
        steps.push(`index ${name} is gone`);
      }
  }
  return { before, after, steps };
}

/**
 * Builds one index while others read and write. It waits for the transactions that began before it; nobody waits for it.
 * @throws {MigrationRefusal} Where a unique one meets a value twice.
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
      await client.query(`set lock_timeout = ${Math.max(1, Math.ceil(session.patience))}`);
      await client.query(createIndexConcurrently(table, description));
      return;
    } catch (error) {
      const { code } = error as { code?: string };
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
        session.patience -= Date.now() - begun;
        throw new StorageInUse(`product.${quote(table)}`, holders);
      }
      if (code !== '40P01' || attempt > 5) throw error;
    } finally {
      await client.query('set lock_timeout = 0');
    }
  }
}
