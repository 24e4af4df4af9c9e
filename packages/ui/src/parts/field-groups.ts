import type { FieldView, ScreenView } from '@nonet/client';
import { isFilledIn } from '../fields/filled-in.ts';
import type { FieldGroup } from './form-fields.tsx';

/** The groups for a new record: fields that only the product can compute when nothing is entered may be left empty. */
export function neededOnCreate(groups: readonly FieldGroup[]): FieldGroup[] {
  return groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => ({
      ...field,
      ...field.forNew,
      ...(isFilledIn(field) && { required: false }),
    })),
  }));
}

/** Fields by their own `group`, in the order of each group's first field. */
export function groupFields(fields: readonly FieldView[]): FieldGroup[] {
  return [...Map.groupBy(fields, (field) => field.group)].map(([label, members]) => ({ label, fields: members }));
}

/**
 * Fields in the document's groups: of the entity's form, otherwise of the screen of its record, otherwise by their own
 * `group`. Fields without a group come last.
 */
export function groupsOf(
  entity: string,
  screens: readonly Pick<ScreenView, 'kind' | 'entity' | 'groups'>[],
  fields: readonly FieldView[],
): FieldGroup[] {
  const stated = (['form', 'record'] as const)
    .flatMap((kind) => screens.filter((screen) => screen.kind === kind && screen.entity === entity))
    .find(({ groups }) => groups.some(({ label }) => label !== null));
  if (!stated) return groupFields(fields);
  const groups = stated.groups.map(({ label, columns }) => ({
    label,
    fields: columns.flatMap(({ path }) => fields.filter(({ name }) => path.length === 1 && path[0] === name)),
  }));
  const grouped = new Set(groups.flatMap((group) => group.fields));
  const others = fields.filter((field) => !grouped.has(field));
  return [...groups.filter((group) => group.fields.length > 0), ...groupFields(others)];
}
