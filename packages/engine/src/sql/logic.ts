import { itemAt } from '@nonet/language';

/** Conditions as SQL text, folded where they are constant. All are two-valued. */
export const TRUE = 'true';
export const FALSE = 'false';
/** A value that no record has, as SQL text. Callers compare with it, as they do with TRUE and FALSE. */
export const NULL = 'null';

export function and(...conditions: readonly string[]): string {
  const parts = [...new Set(conditions.filter((condition) => condition !== TRUE))];
  if (parts.includes(FALSE)) return FALSE;
  if (parts.length === 0) return TRUE;
  return parts.length === 1 ? itemAt(parts, 0) : `(${parts.join(' and ')})`;
}

export function or(...conditions: readonly string[]): string {
  const parts = [...new Set(conditions.filter((condition) => condition !== FALSE))];
  if (parts.includes(TRUE)) return TRUE;
  if (parts.length === 0) return FALSE;
  return parts.length === 1 ? itemAt(parts, 0) : `(${parts.join(' or ')})`;
}

export function not(condition: string): string {
  if (condition === TRUE) return FALSE;
  if (condition === FALSE) return TRUE;
  return `(not ${condition})`;
}

/**
 * Whether a value is in an array; false if the array is null. Without parentheses, a subselect after `any` would be
 * read as rows to compare with, not as the array that it gives.
 */
export function standsIn(value: string, array: string): string {
  return `(${value} = any(coalesce(${array}, '{}')))`;
}

/** A value shown only where a condition holds, else null. */
export function only(condition: string, value: string): string {
  if (condition === TRUE) return value;
  if (condition === FALSE) return NULL;
  return `(case when ${condition} then ${value} end)`;
}
