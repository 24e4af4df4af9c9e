import type { FieldView } from '@nonet/client';
import { useSurroundings } from './surroundings.ts';

/** A field's value as its kind shows it; a dash for what is empty, nothing for what may not be read. */
export function FieldValue({ field, value, dense = false }: { field: FieldView; value: unknown; dense?: boolean }) {
  const { View } = useSurroundings().parts(field.kind);
  if (field.kind !== 'open') {
    if (value === undefined) return null;
    if (value === null) return <span className="empty-value">–</span>;
  }
  return <View field={field} value={value} dense={dense} />;
}
