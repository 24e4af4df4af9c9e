import type { ErasureView } from '@nonet/client';
import { type Constant, type ErasedField, erasedRecords } from '@nonet/language';
import type { Rights } from './rights.ts';

/** The fields that are erased with a person (3), as far as this reader may ever read them. */
export function erasureViews(rights: Rights): ErasureView[] {
  const { entities, constants } = rights.plan;
  return erasedRecords(entities).flatMap(({ entity, by, fields }): ErasureView[] => {
    const shown = fields.filter(({ name }) => rights.mayRead(entity.name, name));
    if (shown.length === 0) return [];
    return [
      {
        label: by === null ? entity.label : entity.plural,
        fields: shown.map((field) => ({
          label: field.label,
          clause: field.clause,
          to: replacementOf(field, constants),
        })),
      },
    ];
  });
}

/** The words of the value that takes the place of an erased one; null if there is none, or it is not shown. */
function replacementOf({ type, erased: { to } }: ErasedField, constants: readonly Constant[]): string | null {
  const value = to?.kind === 'constant' ? constants.find(({ name }) => name === to.name)?.value : to;
  if (value?.kind !== 'literal' || value.value === null) return null;
  const choice = type.kind === 'enum' ? type.values.find(({ name }) => name === value.value) : undefined;
  return choice?.label ?? (typeof value.value === 'string' ? value.value : JSON.stringify(value.value));
}
