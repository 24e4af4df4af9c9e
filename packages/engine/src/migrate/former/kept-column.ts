import type { Field } from '@nonet/language';
import { shortName } from '../../sql/identifiers.ts';
import { hasSharedDefault } from '../../run/known-default.ts';
import type { NextValue } from '../change.ts';

/** The name of a former version's column while it is kept beside its successor. */
export function formerName(column: string): string {
  return shortName(`${MARK}${column}`);
}

/** The name by which the former version knows a column that is kept under `formerName`. */
export function nameInFormer(column: string): string {
  return column.slice(MARK.length);
}

const MARK = '_former_';
const SINCE = `${MARK}_since_`;

/**
 * The name of the column that tells which values of a field the version in use has given since it was put to use. Names
 * of fields do not begin with `_`, so that no kept column has it.
 */
export function sinceName(column: string): string {
  return shortName(`${SINCE}${column}`);
}

export function isSinceName(column: string): boolean {
  return column.startsWith(SINCE);
}

/**
 * Whether the values of a field that is gone are there again where the version is put to use again that has it. A state
 * would need the instant at which it was entered; a default that is asked of some records is given anew.
 */
export function canBeKept({ type, default: given, when, required }: Field): boolean {
  const isOther = type.kind === 'state' || type.kind === 'slug' || type.kind === 'serial';
  return !isOther && !(required && given !== null && when !== null);
}

/** Records that the version in use has added have the default; who left an optional field empty left it so. */
export function keptValue(field: Field, column: string): NextValue {
  return { kind: 'kept', column, default: field.required && hasSharedDefault(field) ? field : null };
}
