import { isSameNamespace, type NewNames, type Rename } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { quote, sequenceName, storedTable, tableName } from '../sql/identifiers.ts';
import type { PoolClient } from '../store/pool.ts';
import { keyOf } from '../calls/schedule.ts';
import { sealedName } from '../encryption/secret-fields.ts';
import type { ChangedTable, PlannedChange } from './planned-change.ts';
import { renameHistory } from './rename-history.ts';
import { moveKeys, renameTimers } from './rename-keys.ts';
import { renamedRoles } from './rename-values.ts';
import { renameCalendars, renameViews } from './rename-views.ts';

/** The text that reports a rename. */
export function wordsOfRename(rename: Rename): string {
  const place = ['entity' in rename ? rename.entity : null, 'field' in rename ? rename.field : null];
  const of = place.flatMap((part) => (part === null ? [] : [`${part}.`])).join('');
  return `${rename.kind} ${of}${rename.name} was ${rename.was}`;
}

/** The statements that give a table and its parts their new names. They touch the catalogue alone. */
interface TableRenames {
  /** Statements that run for all tables before the others, to free names that another table takes. */
  readonly first: readonly string[];
  readonly then: readonly string[];
}

/**
 * The statements that give tables, columns, sequences and foreign keys their new names, by table: the two plans have
 * the same of each, in the same order.
 */
export function renameTables({ tables }: PlannedChange): ReadonlyMap<ChangedTable, TableRenames> {
  const taken = new Set([...tables.values()].map(({ renamed }) => tableName(renamed.entity.name)));
  return new Map([...tables.values()].map((changed, place) => [changed, renameTable(changed, taken, place)]));
}

function renameTable({ old, renamed: now }: ChangedTable, taken: ReadonlySet<string>, place: number): TableRenames {
  const [was, is] = [tableName(old.entity.name), tableName(now.entity.name)];
  const first: string[] = [];
  const then: string[] = [];
  if (was !== is) {
    let from = { table: was, sequence: sequenceName(old.entity.name) };
    if (taken.has(was)) {
      const aside = { table: `_move_${place}`, sequence: `_move_${place}_id` };
      first.push(
        `alter table product.${quote(from.table)} rename to ${quote(aside.table)}`,
        `alter sequence if exists product.${quote(from.sequence)} rename to ${quote(aside.sequence)}`,
      );
      from = aside;
    }
    then.push(
      `alter sequence if exists product.${quote(from.sequence)} rename to ${quote(sequenceName(now.entity.name))}`,
      `alter table product.${quote(from.table)} rename to ${quote(is)}`,
    );
  }
  const name = storedTable(now.entity.name);
  const pairs = (former: readonly { readonly name: string }[], later: readonly { readonly name: string }[]) =>
    former.map((part, at) => [part.name, later[at]?.name ?? part.name] as const);
  then.push(
    ...inTwoSteps(pairs(old.columns, now.columns), (from, to) => {
      return `alter table ${name} rename column ${quote(from)} to ${quote(to)}`;
    }),
    ...inTwoSteps(pairs(old.foreignKeys, now.foreignKeys), (from, to) => {
      return `alter table ${name} rename constraint ${quote(from)} to ${quote(to)}`;
    }),
  );
  return { first, then };
}

/** Renames everything with a new name; an object whose name another one takes is set aside first. */
function inTwoSteps(
  pairs: readonly (readonly [from: string, to: string])[],
  rename: (from: string, to: string) => string,
): string[] {
  const changed = pairs.filter(([from, to]) => from !== to);
  const taken = new Set(changed.map(([, to]) => to));
  const aside = (from: string, place: number) => (taken.has(from) ? `_move_${place}` : from);
  return [
    ...changed.flatMap(([from], place) => (taken.has(from) ? [rename(from, aside(from, place))] : [])),
    ...changed.map(([from, to], place) => rename(aside(from, place), to)),
  ];
}

/**
 * Renames small tables that the engine keeps by name, by the document's `was`. States, choices and roles in the
 * product's own records are in new columns, and history is read by the new names.
 */
export async function renameKept(client: PoolClient, change: PlannedChange): Promise<void> {
  const { before, names, renames, goneRoles } = change;
  await renameRoles(client, renames, goneRoles);
  if (renames.length === 0) return;
  await moveKeys(client, 'number_counter', 'field', newCounters(before, names));
  const schedules = before.plan.calls.flatMap(({ when }) =>
    when
      .filter(({ schedule }) => schedule !== null)
      .map((cause) => [keyOf(cause), keyOf({ ...cause, entity: names.entity(cause.entity) })] as const),
  );
  await moveKeys(client, 'scheduled_call', 'schedule', new Map(schedules), 'clause');
  const calls = [...before.plan.calls, ...before.plan.feeds].map(
    ({ clause }) => [clause, names.clause(clause)] as const,
  );
  await moveKeys(client, 'scheduled_call', 'clause', new Map(calls), 'schedule');
  const notices = before.plan.calls.map(({ name }) => [name, names.call(name)] as const);
  await moveKeys(client, 'notice_way', 'call', new Map(notices), 'user_id');
  await renameSecrets(client, before, names);
  await renameHistory(client, change);
  await renameViews(client, before, names);
  await renameCalendars(client, before, names);
}

/** Remembers what secret fields were called, so that values that were encrypted under a former name open. */
async function renameSecrets(client: PoolClient, before: PlanIndex, names: NewNames): Promise<void> {
  for (const entity of before.plan.entities)
    for (const { name, type } of entity.fields) {
      const was = sealedName(entity.name, name);
      const is = sealedName(names.entity(entity.name), names.field(entity.name, name));
      if (type.kind !== 'secret' || was === is) continue;
      await client.query(
        `insert into nonet.secret_name (name, other)
         select $1, other from nonet.secret_name where name = $2 and other <> $1
         union select $1, $2 union select $2, $1 on conflict do nothing`,
        [is, was],
      );
    }
}

async function renameRoles(client: PoolClient, renames: readonly Rename[], gone: readonly string[]): Promise<void> {
  const roles = renames.filter(({ kind }) => kind === 'role');
  if (roles.length + gone.length === 0) return;
  const values: string[] = [];
  const bind = (name: string) => `$${values.push(name)}::text`;
  const cases = [
    ...roles.map(({ was, name }) => `when ${bind(was)} then ${bind(name)}`),
    // A view that was shared with a role is its maker's alone.
    ...gone.map((name) => `when ${bind(name)} then null`),
  ].join(' ');
  await client.query(
    `update nonet.saved_view set role = case role ${cases} else role end where role is not null`,
    values,
  );
  values.length = 0;
  await client.query(`update nonet.api_token set roles = ${renamedRoles('roles', roles, gone, bind)}`, values);
  values.length = 0;
  await client.query(`update nonet.report_schema set roles = ${renamedRoles('roles', roles, gone, bind)}`, values);
}

/** The counters of gapless numbers by their former and their new names. */
function newCounters(before: PlanIndex, names: NewNames): ReadonlyMap<string, string> {
  return new Map(
    before.plan.entities.flatMap((entity) =>
      entity.fields
        .filter(({ type }) => type.kind === 'number')
        .map(({ name }) => [
          `${entity.name}.${name}`,
          `${names.entity(entity.name)}.${names.field(entity.name, name)}`,
        ]),
    ),
  );
}

/**
 * Renames values of large tables. It runs again for rows that a former process has added since. Names that are swapped
 * are changed once, when no process uses the former ones any more.
 */
export async function renameMany(
  client: PoolClient,
  { before, names, renames }: PlannedChange,
  time: 'first' | 'again',
): Promise<void> {
  if (renames.length === 0) return;
  const goesAround = (rename: Rename) =>
    renames.some((other) => isSameNamespace(other, rename) && other.was === rename.name);
  const around = new Set(
    renames.filter(goesAround).map((rename) => ('entity' in rename ? rename.entity : rename.name)),
  );
  const now =
    time === 'again'
      ? renames
      : renames.filter((rename) => !around.has('entity' in rename ? rename.entity : rename.name));
  const of = (kind: Rename['kind']) => now.filter((rename) => rename.kind === kind);
  for (const holder of ['outbound_call', 'received_mail', 'hidden_with', 'notice', 'feed_record'])
    await replace(client, holder, 'entity', of('entity'));
  for (const rename of now) {
    if (!('entity' in rename)) continue;
    const own = now.filter((other) => isSameNamespace(other, rename));
    if (own[0] !== rename) continue;
    if (rename.kind === 'field') await replace(client, 'hidden_with', 'field', own, rename.entity);
    if (rename.kind !== 'event') continue;
    for (const holder of ['outbound_call', 'notice']) await replace(client, holder, 'event', own, rename.entity);
  }
  const calls = of('call');
  for (const holder of ['outbound_call', 'received_mail', 'notice']) await replace(client, holder, 'call', calls);
  for (const holder of ['feed_run', 'feed_record']) await replace(client, holder, 'feed', calls);
  const clauses = calls.map(({ name, was }) => ({ name: `7.${name}`, was: `7.${was}` }));
  await replace(client, 'outbound_call', 'clause', clauses);
  await renameTimers(client, before, names, time);
}

/** Replaces names in a column, all together; of one entity, by its new name. */
async function replace(
  client: PoolClient,
  holder: string,
  column: string,
  renames: readonly Pick<Rename, 'name' | 'was'>[],
  entity: string | null = null,
): Promise<void> {
  if (renames.length === 0) return;
  const whens = renames.map((_rename, place) => `when $${place * 2 + 3}::text then $${place * 2 + 4}::text`);
  await client.query(
    `update nonet.${holder} set ${column} = case ${column} ${whens.join(' ')} end
     where ${column} = any($1::text[]) and ${entity === null ? '$2::text is null' : 'entity = $2::text'}`,
    [renames.map(({ was }) => was), entity, ...renames.flatMap(({ was, name }) => [was, name])],
  );
}
