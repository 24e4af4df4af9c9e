import type { FieldView } from '@nonet/client';
import { type Draft, draftOf } from './drafts.ts';
import type { FieldEnvironment } from './field.ts';
import type { FormField } from './places.ts';
import { rowsOf } from './rows.ts';

/** By path: `lines`, `lines.date`. */
type Kinds = Readonly<Record<string, string>>;

/** The kinds of the fields that a draft is kept of: never of what is never shown. */
export function kindsOf(fields: readonly FormField[]): Kinds {
  const own = keptOf(fields.map(({ field }) => field)).map(({ name, kind }) => [name, kind]);
  const below = fields.flatMap(({ field, below: inner }) =>
    keptOf(inner ?? []).map(({ name, kind }) => [`${field.name}.${name}`, kind]),
  );
  return Object.fromEntries([...own, ...below]);
}

function keptOf(fields: readonly FieldView[]): FieldView[] {
  return fields.filter(({ kind }) => kind !== 'secret');
}

/** A draft without what is never shown, which is kept nowhere. */
export function keepable(draft: Draft, fields: readonly FormField[]): Draft {
  const secrets = (of: readonly FieldView[]) => of.filter(({ kind }) => kind === 'secret').map(({ name }) => name);
  const without = (values: Draft, names: readonly string[]) =>
    names.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
  const kept = { ...without(draft, secrets(fields.map(({ field }) => field))) };
  for (const { field, below } of fields) {
    const held = kept[field.name];
    const names = secrets(below ?? []);
    if (Array.isArray(held)) kept[field.name] = rowsOf(held).map((row) => without(row, names));
    else if (below !== null) kept[field.name] = without(held as Draft, names);
  }
  return kept;
}

/**
 * Applies a stored draft to the present form: only fields that still exist with the same kind, also in rows, over the
 * values of `before`. Values that equal those of `before` keep their identity.
 */
export function revive(
  kept: Draft,
  keptKinds: Kinds,
  before: Draft,
  fields: readonly FormField[],
  environment: FieldEnvironment,
): Draft {
  const kinds = kindsOf(fields);
  const isKnown = (path: string) => kinds[path] !== undefined && keptKinds[path] === kinds[path];
  const values = fields
    .filter(({ field }) => isKnown(field.name) && Object.hasOwn(kept, field.name))
    .map(({ field: { name }, below }) => {
      const held = kept[name];
      const fresh = below === null || held === null || typeof held !== 'object' ? held : revived(held, name, below);
      return [name, JSON.stringify(fresh) === JSON.stringify(before[name]) ? before[name] : fresh] as const;
    });
  return { ...before, ...Object.fromEntries(values) };

  function revived(held: object, list: string, below: readonly FieldView[]): unknown {
    if (!Array.isArray(held)) return revivedRow(held as Draft, list, below);
    return rowsOf(held).map((row) => {
      const { id, _row } = row;
      return { ...revivedRow(row, list, below), ...(id === undefined ? { _row } : { id }) };
    });
  }

  function revivedRow(row: Draft, list: string, below: readonly FieldView[]): Draft {
    const known = below.filter(({ name }) => isKnown(`${list}.${name}`) && Object.hasOwn(row, name));
    return { ...draftOf(below, null, environment), ...Object.fromEntries(known.map(({ name }) => [name, row[name]])) };
  }
}
