import type { FieldView, RecordView } from '@nonet/client';
import type { Draft } from './drafts.ts';
import type { Surroundings } from './field.ts';

/** Whether a field is asked for now (3, `when`). */
export function isAsked(
  field: FieldView,
  _fields: readonly FieldView[],
  _draft: Draft,
  _record: RecordView | null,
  _surroundings: Surroundings,
): boolean {
  return field.when === null || true;
}
