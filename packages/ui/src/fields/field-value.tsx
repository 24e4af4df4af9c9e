import type { FieldView } from '@nonet/client';
import { memo } from 'react';
import { useFieldEnvironment } from './field-environment.ts';

interface FieldValueProps {
  field: FieldView;
  value: unknown;
  dense?: boolean;
}

/** A field's value as its kind shows it; a dash for an empty value, nothing for an unreadable one. */
export const FieldValue = memo(function FieldValue({ field, value, dense = false }: FieldValueProps) {
  const { View } = useFieldEnvironment().parts(field.kind);
  if (field.kind !== 'open') {
    if (value === undefined) return null;
    if (value === null) return <span className="empty-value">–</span>;
  }
  return <View field={field} value={value} dense={dense} />;
});
