import type { EntityView, FieldView } from '@nonet/client';

/** Kinds whose values need more room than their place, or are not entered by people. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'children',
  'file',
  'image',
  'json',
  'secret',
  'state',
  'number',
  'slug',
  'id',
  'serial',
  'all',
  'roles',
  'open',
]);
const LONG: ReadonlySet<string> = new Set(['long text', 'markdown']);

/**
 * The fields of an entity that are edited where they are shown. A field that decides which others are asked for (3,
 * `when`), or is itself asked for only sometimes, is edited with them in the form.
 */
export function editableFields(entity: EntityView, { long }: { readonly long: boolean }): ReadonlySet<string> {
  const conditions = entity.fields.flatMap(({ when }) => (when === null ? [] : [when]));
  const deciding = new Set(conditions.flatMap(fieldsRead));
  const isEditable = (field: FieldView) =>
    field.onUpdate &&
    !field.computed &&
    field.when === null &&
    !deciding.has(field.name) &&
    !ELSEWHERE.has(field.kind) &&
    (long || !LONG.has(field.kind));
  return new Set(entity.fields.filter(isEditable).map(({ name }) => name));
}

/** The names of the fields that occur in an expression: its tree is JSON. */
function fieldsRead(expression: unknown): string[] {
  if (typeof expression !== 'object' || expression === null) return [];
  const below = Object.values(expression).flatMap(fieldsRead);
  return 'field' in expression && typeof expression.field === 'string' ? [expression.field, ...below] : below;
}
