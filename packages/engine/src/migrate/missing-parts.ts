import type { PlanIndex } from '../plan-index.ts';
import { tableName } from '../sql/identifiers.ts';
import { describeTables, targetName } from './describe.ts';
import { buildKey, presentKeys } from './foreign-keys.ts';
import { buildIndex } from './indexes.ts';
import type { MigrationSession } from './session.ts';
import { buildable, dropFormerSearches } from './trigrams.ts';
import { addMissingTriggers } from './change-triggers.ts';

/**
 * Creates triggers, foreign keys and indexes of the plan that the database lacks: those of a new table, those that an
 * interrupted start has left out, and those that an earlier version of the engine did not create.
 */
export async function addMissingParts(session: MigrationSession, index: PlanIndex): Promise<string[]> {
  const { client } = session;
  await addMissingTriggers(session, index);
  const keys = await presentKeys(session);
  const { rows } = await client.query<{ name: string }>(
    "select indexname as name from pg_indexes where schemaname = 'product'",
  );
  const present = new Set(rows.map(({ name }) => name));
  const tables = describeTables(index);
  const steps: string[] = [];
  for (const { entity, foreignKeys } of tables)
    for (const key of foreignKeys) {
      const table = tableName(entity.name);
      const present = keys.get(`${table} ${key.name}`);
      if (present?.isValid === true) continue;
      await buildKey(session, keys, table, key);
      if (present === undefined) steps.push(`${entity.name}.${key.column} refers to ${targetName(key.target)}`);
    }
  for (const { entity, indexes } of tables)
    for (const item of buildable(session, indexes)) {
      if (present.has(item.name)) continue;
      await buildIndex(session, tableName(entity.name), item);
      steps.push(`index ${item.name}`);
    }
  await dropFormerSearches(session);
  return steps;
}
