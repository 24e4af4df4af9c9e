import type { Entity } from '../../model/entities.ts';
import { hasValue, isFromPeople } from '../../model/field-kinds.ts';

/** Whether whoever creates a record may give the field a value. */
export function isGiven(entity: Entity, name: string): boolean {
  const field = entity.fields.find((each) => each.name === name);
  if (field === undefined || field.type.kind === 'open') return true;
  return !field.derived && !field.bySystem && field.computed === null && isFromPeople(field.type);
}

/** The fields to which whoever creates a record must give a value. */
export function neededOf(entity: Entity): readonly string[] {
  return entity.fields
    .filter(
      ({ name, required, type, when, default: standard }) =>
        required &&
        standard === null &&
        when === null &&
        isGiven(entity, name) &&
        type.kind !== 'open' &&
        !hasValue(type, 'records', 'roles'),
    )
    .map(({ name }) => name);
}
