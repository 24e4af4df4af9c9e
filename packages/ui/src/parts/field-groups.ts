import type { FieldView } from '@nonet/client';
import type { FieldGroup } from './form-fields.tsx';

/** As they are asked for on create: what the product alone works out where nothing is entered may be left out. */
export function neededOnCreate(groups: readonly FieldGroup[]): FieldGroup[] {
  return groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) =>
      field.defaultIsComputed && field.default === null ? { ...field, required: false } : field,
    ),
  }));
}

/** Fields by their own `group`, in the order of each group's first field. */
export function groupFields(fields: readonly FieldView[]): FieldGroup[] {
  return [...Map.groupBy(fields, (field) => field.group)].map(([label, members]) => ({ label, fields: members }));
}
