import type { Rename } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { idSequence, quote, table, tableName } from '../sql/identifiers.ts';
import type { PoolClient } from '../store/pool.ts';
import type { ChangedTable, PlannedChange } from './planned-change.ts';
import type { NewNames } from './renamed-plan.ts';
import { renameHistory } from './rename-history.ts';
import { renameViews } from './rename-views.ts';

/** What a rename is reported as. */
export function wordsOfRename(rename: Rename): string {
  const of = 'entity' in rename ? `${rename.entity}.` : '';
  return `${rename.kind} ${of}${rename.name} was ${rename.was}`;
}

/**
 * The statements that give tables, columns, sequences and foreign keys their new names, by table: the two plans have the
 * same of each, in the same order. They touch the catalogue alone.
 */
export function renameTables({ tables }: PlannedChange): ReadonlyMap<ChangedTable, readonly string[]> {
  return new Map([...tables.values()].map((changed) => [changed, renameTable(changed)]));
}

function renameTable({ old, renamed: now }: ChangedTable): string[] {
  const name = table(now.entity.name);
  const statements: string[] = [];
  const rename = (was: string, is: string, statement: (from: string, to: string) => string) => {
    if (was !== is) statements.push(statement(was, is));
  };
  rename(idSequence(old.entity.name), idSequence(now.entity.name), (was, is) => {
    return `alter sequence if exists ${was} rename to ${is.replace('product.', '')}`;
  });
  rename(tableName(old.entity.name), tableName(now.entity.name), (was, is) => {
    return `alter table product.${quote(was)} rename to ${quote(is)}`;
  });
  for (const [at, column] of old.columns.entries()) {
    rename(column.name, now.columns[at]?.name ?? column.name, (was, is) => {
      return `alter table ${name} rename column ${quote(was)} to ${quote(is)}`;
    });
  }
  for (const [at, key] of old.foreignKeys.entries()) {
    rename(key.name, now.foreignKeys[at]?.name ?? key.name, (was, is) => {
      return `alter table ${name} rename constraint ${quote(was)} to ${quote(is)}`;
    });
  }
  return statements;
}

/**
 * Gives what the engine keeps by name the names that the document states (`was`): what there is little of. What stands in the
 * product's own records (states, roles) is in new columns, and history is read by the new names.
 */
export async function renameKept(client: PoolClient, { before, names, renames }: PlannedChange): Promise<void> {
  if (renames.length === 0) return;
  for (const rename of renames) await renameFew(client, before, names, rename);
  await renameHistory(client, before, names);
  await renameViews(client, before, names);
}

/** The same for what there may be much of. It is done again for what a former process has added since. */
export async function renameMany(
  client: PoolClient,
  { names, renames }: PlannedChange,
  time: 'first' | 'again',
): Promise<void> {
  if (renames.length === 0) return;
  for (const rename of renames) {
    const { name, was } = rename;
    if (rename.kind === 'entity')
      for (const holder of ['outbound_call', 'hidden_with'])
        await client.query(`update nonet.${holder} set entity = $2 where entity = $1`, [was, name]);
    const values = 'entity' in rename ? [rename.entity, was, name] : [];
    if (rename.kind === 'field')
      await client.query('update nonet.hidden_with set field = $3 where entity = $1 and field = $2', values);
    if (rename.kind === 'event')
      await client.query('update nonet.outbound_call set event = $3 where entity = $1 and event = $2', values);
  }
  await renameTimers(client, names, time);
}

async function renameFew(client: PoolClient, before: PlanIndex, names: NewNames, rename: Rename): Promise<void> {
  const { name, was } = rename;
  switch (rename.kind) {
    case 'role':
      await client.query('update nonet.api_token set roles = array_replace(roles, $1, $2) where $1 = any(roles)', [
        was,
        name,
      ]);
      await client.query('update nonet.saved_view set role = $2 where role = $1', [was, name]);
      return;
    case 'entity':
      await renameSchedules(client, ` for ${was}`, ` for ${name}`);
      for (const field of before.entity(was).fields.filter(({ type }) => type.kind === 'number'))
        await renameCounter(client, `${was}.${field.name}`, `${name}.${names.field(was, field.name)}`);
      return;
    case 'field':
      await renameCounter(client, `${rename.entity}.${was}`, `${rename.entity}.${name}`);
      return;
    case 'event':
    case 'state':
      return;
  }
}

/** The counters of a gapless number. One that stands under the new name is left from what had it long ago. */
async function renameCounter(client: PoolClient, was: string, name: string): Promise<void> {
  if (was === name) return;
  await client.query(
    'delete from nonet.number_counter where field = $2 and exists (select from nonet.number_counter where field = $1)',
    [was, name],
  );
  await client.query('update nonet.number_counter set field = $2 where field = $1', [was, name]);
}

/** When the calls at fixed times were queued last: `every day at 06:00 for Loan`. */
async function renameSchedules(client: PoolClient, was: string, name: string): Promise<void> {
  await client.query('delete from nonet.scheduled_call where right(schedule, length($1)) = $1', [name]);
  await client.query(
    'update nonet.scheduled_call set schedule = left(schedule, -length($1)) || $2 where right(schedule, length($1)) = $1',
    [was, name],
  );
}

/**
 * A timer that repeats is known by its clause, which has the names of what it is about. What stands under a new clause is left
 * from what had it long ago; at the second time, it is what was renamed at the first.
 */
async function renameTimers(client: PoolClient, names: NewNames, time: 'first' | 'again'): Promise<void> {
  const { rows } = await client.query<{ clause: string }>('select distinct clause from nonet.repeated_timer');
  for (const { clause } of rows) {
    const now = names.clause(clause);
    if (now === clause) continue;
    if (time === 'first') await client.query('delete from nonet.repeated_timer where clause = $1', [now]);
    else
      await client.query(
        'delete from nonet.repeated_timer old using nonet.repeated_timer own where old.clause = $2 and own.clause = $1 and own.record = old.record',
        [clause, now],
      );
    await client.query('update nonet.repeated_timer set clause = $2 where clause = $1', [clause, now]);
  }
}
