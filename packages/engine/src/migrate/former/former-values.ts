import type { Field, Rename } from '@nonet/language';
import type { PlannedChange } from '../planned-change.ts';
import { renamedRoles } from '../rename-values.ts';
import { literal } from './inline.ts';

interface RenamedName {
  readonly was: string;
  readonly name: string;
}

/** The names within a field's values that have changed. `entity`, `field`: by their new names. */
function renamesWithin(
  { renames }: PlannedChange,
  entity: string,
  { name: field, type }: Field,
): readonly RenamedName[] {
  const isOwn = (rename: Rename) =>
    (type.kind === 'state' && rename.kind === 'state' && rename.entity === entity) ||
    (type.kind === 'enum' && rename.kind === 'choice' && rename.entity === entity && rename.field === field);
  return renames.filter(isOwn);
}

const text = (name: string) => `${literal(name)}::text`;

function cases(value: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  if (pairs.length === 0) return value;
  return `case ${value} ${pairs.map(([from, to]) => `when ${text(from)} then ${text(to)}`).join(' ')} else ${value} end`;
}

/** The new name of a former value. */
export function renamedValue(change: PlannedChange, entity: string, field: Field, value: string): string {
  if (field.type.kind === 'roles') {
    const roles = change.renames.filter(({ kind }) => kind === 'role');
    return renamedRoles(value, roles, change.goneRoles, text);
  }
  return cases(
    value,
    renamesWithin(change, entity, field).map(({ was, name }) => [was, name]),
  );
}

/** The former name of a value; if several names have become one, the first. `known`: the former names. */
export function formerValue(
  change: PlannedChange,
  entity: string,
  field: Field,
  value: string,
  known: ReadonlySet<string>,
): string {
  const own = renamesWithin(change, entity, field);
  const given = new Set(own.map(({ was }) => was));
  const pairs = [...new Set(own.map(({ name }) => name))].flatMap((name): [string, string][] => {
    const first = own.find((rename) => rename.name === name);
    return first === undefined || (known.has(name) && !given.has(name)) ? [] : [[name, first.was]];
  });
  return cases(value, pairs);
}
