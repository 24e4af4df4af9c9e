import type { Entity, NewNames } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { quote } from '../sql/identifiers.ts';
import type { PoolClient } from '../store/pool.ts';
import { pairVersions } from './pair-versions.ts';
import type { PlannedChange } from './planned-change.ts';

/**
 * Lets the entries of history be read by the new names: their entity, their event, and the record before and after. No
 * entry is rewritten (0022-history-names.sql): one function converts an entry to the new names, and another one
 * converts it back for processes of the former version (0024-versions-at-once.sql).
 */
export async function renameHistory(client: PoolClient, change: PlannedChange): Promise<void> {
  const { rows } = await client.query<{ names: number }>('select names from nonet.product');
  const step = Math.trunc(rows[0]?.names ?? 0);
  const { before, after, names } = change;
  const back = pairVersions(after.plan, before.plan, true);
  await client.query(namesFunction(`history_names_${step}`, step + 1, before, names));
  await client.query(namesFunction(`history_former_names_${step}`, step, after, back.names));
  await client.query('update nonet.product set names = names + 1');
}

/**
 * The function that turns an entry with the names of a document into one with others. `names`: how often they were
 * renamed then.
 */
function namesFunction(name: string, count: number, before: PlanIndex, names: NewNames): string {
  const parts = before.plan.entities.flatMap((entity) => {
    const sets = renamedEntry(before, entity, names);
    return sets.length === 0 ? [] : [`if was = ${literal(entity.name)} then\n    ${sets.join('\n    ')}\n  end if;`];
  });
  return `create or replace function nonet.${name}(entry nonet.history) returns nonet.history
language plpgsql immutable as $names$
declare
  was constant text := entry.entity;
  words text[] := string_to_array(entry.clause, '.');
  about constant text := words[2];
begin
  ${[...parts, ...renamedClauses(before, names)].join('\n  ')}
  entry.clause := array_to_string(words, '.');
  entry.names := ${count};
  return entry;
end
$names$`;
}

/** The statements that rename parts of an entity's entry. */
function renamedEntry(before: PlanIndex, entity: Entity, names: NewNames): string[] {
  const workflow = before.workflow(entity.name);
  const state = (was: string) => names.state(entity.name, was);
  return [
    ...renamed('entry.entity', [entity], names.entity),
    ...renamed('entry.action', workflow?.events ?? [], (was) => names.event(entity.name, was)),
    ...renamed('entry.from_state', workflow?.states ?? [], state),
    ...renamed('entry.to_state', workflow?.states ?? [], state),
    ...['before', 'after'].flatMap((column) => {
      const value = renamedRecord(before, entity, names, `entry.${column}`, (text) => `${literal(text)}::text`, 0);
      return value === null ? [] : [`entry.${column} := ${value};`];
    }),
  ];
}

interface Named {
  readonly name: string;
}

/** The assignment that replaces former names; none if all names stay. */
function renamed(target: string, things: readonly Named[], now: (was: string) => string): string[] {
  const cases = things
    .filter(({ name }) => now(name) !== name)
    .map(({ name }) => `when ${literal(name)} then ${literal(now(name))}`);
  return cases.length === 0 ? [] : [`${target} := case ${target} ${cases.join(' ')} else ${target} end;`];
}

/**
 * The changes of an entry's clause, whose words are the point, an entity (or a role), and the part (`NewNames.clause`).
 */
function renamedClauses(before: PlanIndex, names: NewNames): string[] {
  const { entities, roles } = before.plan;
  const last = 'words[array_length(words, 1)]';
  const within = entities.flatMap((entity) => {
    const { name } = entity;
    const workflow = before.workflow(name);
    const field = (was: string) => names.field(name, was);
    const isOfField = (workflow?.field ?? null) !== null;
    const event = isOfField ? 4 : 3;
    const inThree = renamed('words[3]', entity.fields, field);
    const states = renamed('words[at]', workflow?.states ?? [], (was) => names.state(name, was));
    const inFour = [
      ...(isOfField ? inThree : []),
      ...renamed(`words[${event}]`, workflow?.events ?? [], (was) => names.event(name, was)),
      ...(states.length === 0
        ? []
        : [`for at in ${event + 1} .. array_length(words, 1) loop ${states.join(' ')} end loop;`]),
    ];
    return [
      ...(inThree.length === 0
        ? []
        : [`if words[1] = '3' and about = ${literal(name)} then ${inThree.join(' ')} end if;`]),
      ...(inFour.length === 0
        ? []
        : [`if words[1] = '4' and about = ${literal(name)} then ${inFour.join(' ')} end if;`]),
    ];
  });
  const held = renamed(last, roles, names.role);
  const ofEntities = renamed('words[2]', entities, names.entity);
  return [
    ...within,
    ...(held.length === 0
      ? []
      : [
          `if words[1] = '6' and (array_length(words, 1) = 2 or array_length(words, 1) > 3) then ${held.join(' ')} end if;`,
        ]),
    ...(ofEntities.length === 0
      ? []
      : [
          `if words[1] in ('3', '4') or words[1] = '6' and array_length(words, 1) > 2 then ${ofEntities.join(' ')} end if;`,
        ]),
  ];
}

/**
 * A name of the document as SQL: the body of a function takes no parameters, and a name has letters, digits and `_`
 * alone.
 */
function literal(name: string): string {
  return `'${quote(name).slice(1, -1)}'`;
}

/** A kept record (jsonb) by its new names, with its owned children; null if nothing in it has another name. */
function renamedRecord(
  before: PlanIndex,
  entity: Entity,
  names: NewNames,
  json: string,
  text: (value: string) => string,
  depth: number,
): string | null {
  const [key, value, item] = [`k${depth}`, `v${depth}`, `i${depth}`];
  const keys: string[] = [];
  const values: string[] = [];
  for (const field of entity.fields) {
    const now = names.field(entity.name, field.name);
    if (now !== field.name) keys.push(`when ${text(field.name)} then ${text(now)}`);
    const inner = renamedValue(before, entity, field.name, names, { value, item, depth }, text);
    if (inner !== null) values.push(`when ${text(field.name)} then ${inner}`);
  }
  if (keys.length === 0 && values.length === 0) return null;
  const newKey = keys.length === 0 ? key : `case ${key} ${keys.join(' ')} else ${key} end`;
  const newValue = values.length === 0 ? value : `case ${key} ${values.join(' ')} else ${value} end`;
  // A field that was gone before may have left the new name in old entries: what is renamed comes last, and stays.
  return `(select jsonb_object_agg(${newKey}, ${newValue} order by ${newKey} <> ${key}) from jsonb_each(${json}) e${depth}(${key}, ${value}))`;
}

/** The SQL of a value that contains names: a state, roles, a list of owned children. Null if no name has changed. */
function renamedValue(
  before: PlanIndex,
  entity: Entity,
  fieldName: string,
  names: NewNames,
  { value, item, depth }: { readonly value: string; readonly item: string; readonly depth: number },
  text: (value: string) => string,
): string | null {
  const { type } = before.field(entity.name, fieldName);
  const chosen = (of: string, choices: readonly string[], now: (was: string) => string) => {
    const cases = choices
      .filter((name) => now(name) !== name)
      .map((name) => `when to_jsonb(${text(name)}) then to_jsonb(${text(now(name))})`);
    return cases.length === 0 ? null : `case ${of} ${cases.join(' ')} else ${of} end`;
  };
  const each = (inner: string | null) =>
    inner === null
      ? null
      : `case when jsonb_typeof(${value}) = 'array' then (select coalesce(jsonb_agg(${inner} order by p${depth}), '[]') from jsonb_array_elements(${value}) with ordinality a${depth}(${item}, p${depth})) else ${value} end`;
  switch (type.kind) {
    case 'state':
      return chosen(
        value,
        type.values.map(({ name }) => name),
        (was) => names.state(entity.name, was),
      );
    case 'enum':
      return chosen(
        value,
        type.values.map(({ name }) => name),
        (was) => names.choice(entity.name, fieldName, was),
      );
    case 'roles':
      return each(
        chosen(
          item,
          before.plan.roles.map(({ name }) => name),
          names.role,
        ),
      );
    case 'children':
      return each(renamedRecord(before, before.entity(type.entity), names, item, text, depth + 1));
    case 'all':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'decimal':
    case 'duration':
    case 'email':
    case 'file':
    case 'id':
    case 'image':
    case 'integer':
    case 'json':
    case 'long text':
    case 'many':
    case 'markdown':
    case 'money':
    case 'number':
    case 'open':
    case 'percent':
    case 'phone':
    case 'reference':
    case 'recurrence':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'text':
    case 'time':
    case 'url':
      return null;
  }
}
