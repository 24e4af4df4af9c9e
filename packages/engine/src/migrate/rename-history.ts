import type { Entity } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { Parameters } from '../sql/parameters.ts';
import type { PoolClient } from '../store/pool.ts';
import type { NewNames } from './renamed-plan.ts';

/** Gives the entries of history the new names: whose they are, what happened, and the record as it stood before and after. */
export async function renameHistory(client: PoolClient, before: PlanIndex, names: NewNames): Promise<void> {
  for (const entity of before.plan.entities) {
    const parameters = new Parameters();
    const text = (value: string) => parameters.bind(value, 'text');
    const workflow = before.workflow(entity.name);
    const mapped = (column: string, things: readonly { readonly name: string }[], now: (was: string) => string) => {
      const cases = things
        .filter(({ name }) => now(name) !== name)
        .map(({ name }) => `when ${text(name)} then ${text(now(name))}`);
      return cases.length === 0 ? [] : [`${column} = case ${column} ${cases.join(' ')} else ${column} end`];
    };
    const state = (was: string) => names.state(entity.name, was);
    const sets = [
      ...mapped('entity', [entity], names.entity),
      ...mapped('action', workflow?.events ?? [], (was) => names.event(entity.name, was)),
      ...mapped('from_state', workflow?.states ?? [], state),
      ...mapped('to_state', workflow?.states ?? [], state),
      ...['before', 'after'].flatMap((column) => {
        const value = renamedRecord(before, entity, names, column, text, 0);
        return value === null ? [] : [`${column} = ${value}`];
      }),
    ];
    if (sets.length === 0) continue;
    const whose = text(entity.name);
    await client.query(`update nonet.history set ${sets.join(', ')} where entity = ${whose}`, parameters.values({}));
  }
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
    default:
      return null;
  }
}
