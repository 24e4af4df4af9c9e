import type { Entity } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { quote } from '../sql/identifiers.ts';
import type { PoolClient } from '../store/pool.ts';
import type { NewNames } from './renamed-plan.ts';

/**
 * Lets the entries of history be read by the new names: whose they are, what happened, and the record as it stood before and
 * after. No entry is written (0022-history-names.sql): a function is made that turns one into what it is called now.
 */
export async function renameHistory(client: PoolClient, before: PlanIndex, names: NewNames): Promise<void> {
  const { rows } = await client.query<{ names: number }>('select names from nonet.product');
  const step = Math.trunc(rows[0]?.names ?? 0);
  const parts = before.plan.entities.flatMap((entity) => {
    const sets = renamedEntry(before, entity, names);
    return sets.length === 0 ? [] : [`if was = ${literal(entity.name)} then\n    ${sets.join('\n    ')}\n  end if;`];
  });
  await client.query(`create or replace function nonet.history_names_${step}(entry nonet.history) returns nonet.history
language plpgsql immutable as $names$
declare
  was constant text := entry.entity;
  words text[] := string_to_array(entry.clause, '.');
  about constant text := words[2];
begin
  ${[...parts, ...renamedClauses(before, names)].join('\n  ')}
  entry.clause := array_to_string(words, '.');
  entry.names := ${step + 1};
  return entry;
end
$names$`);
  await client.query('update nonet.product set names = names + 1');
}

/** What is other in an entry of an entity. */
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

/** The assignment of another name to what has one of some names; none where all are the same. */
function renamed(target: string, things: readonly Named[], now: (was: string) => string): string[] {
  const cases = things
    .filter(({ name }) => now(name) !== name)
    .map(({ name }) => `when ${literal(name)} then ${literal(now(name))}`);
  return cases.length === 0 ? [] : [`${target} := case ${target} ${cases.join(' ')} else ${target} end;`];
}

/**
 * What is other in the clause of an entry, whose words are the point, an entity (or a role), and what it is about there
 * (`NewNames.clause`).
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

/** A name of the document as SQL: the body of a function takes no parameters, and a name has letters, digits and `_` alone. */
function literal(name: string): string {
  return `'${quote(name).slice(1, -1)}'`;
}

/** A kept record (jsonb) by its new names, with its owned children; null where nothing in it has another name. */
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

/** A value in which names stand: a state, roles, a list of owned children. Null where none of them is another. */
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
    case 'enum':
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
    case 'secret':
    case 'serial':
    case 'slug':
    case 'text':
    case 'time':
    case 'url':
      return null;
  }
}
