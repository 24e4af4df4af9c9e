import type { FieldView } from '@nonet/client';
import type { FieldGroup } from './form-fields.tsx';

/** Fields by their own `group`, in the order of each group's first field. */
export function groupFields(fields: readonly FieldView[]): FieldGroup[] {
  return [...Map.groupBy(fields, (field) => field.group)].map(([label, members]) => ({ label, fields: members }));
}
