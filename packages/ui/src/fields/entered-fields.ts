import type { FieldView } from '@nonet/client';
import type { FieldEnvironment } from './field.ts';

/** The fields of its rows that a form enters in place; null for any other field. */
export function enteredBelow(field: FieldView, environment: FieldEnvironment): FieldView[] | null {
  return field.kind === 'children' ? enteredFields(environment.entity(field.entity).fields) : null;
}

/** The child's fields in a form: without the reference to its owner. */
export function enteredFields(fields: readonly FieldView[]): FieldView[] {
  return fields.filter((field) => (field.onCreate || field.onUpdate) && field.kind !== 'children');
}
