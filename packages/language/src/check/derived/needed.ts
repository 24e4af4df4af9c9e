import type { DeclaredField } from '../declared.ts';

/** What is never given by whoever creates a record. */
const GIVEN: ReadonlySet<string> = new Set(['state', 'number', 'slug', 'children', 'many', 'all', 'open', 'roles']);

/** Whether whoever creates a record must give the field a value. */
export function isNeeded(field: DeclaredField): boolean {
  return field.required && !field.optionalOnCreate && !field.computed && !field.derived && !GIVEN.has(field.type.kind);
}
