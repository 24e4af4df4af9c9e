import type { FieldType } from '../../model/entities.ts';
import { hasValue, isFromPeople } from '../../model/field-kinds.ts';
import type { DeclaredField } from '../declared.ts';

/** Whether a person who creates a record must give the field a value. */
export function isNeeded(field: DeclaredField): boolean {
  return (
    field.required && !field.optionalOnCreate && !field.computed && !field.derived && !isGivenOtherwise(field.type)
  );
}

/** Values that the person who creates a record never gives. */
function isGivenOtherwise(type: FieldType): boolean {
  return !isFromPeople(type) || hasValue(type, 'records', 'roles');
}
