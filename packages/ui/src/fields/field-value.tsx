import type { FieldView } from '@nonet/client';
import { Fragment, memo } from 'react';
import { useFieldEnvironment } from './field-environment.ts';
import { Widget } from './lazy-widget.tsx';

interface FieldValueProps {
  field: FieldView;
  value: unknown;
  dense?: boolean;
}

/** The kinds whose value is a list already. */
const LISTS: ReadonlySet<string> = new Set(['many', 'all', 'children', 'roles']);

/** A field's value as its kind shows it; a dash for an empty value, nothing for an unreadable one. */
export const FieldValue = memo(function FieldValue({ field, value, dense = false }: FieldValueProps) {
  const { View: Usual } = useFieldEnvironment().parts(field.kind);
  // A list has a line for each value, and no frame.
  const View = field.widget && !dense ? Widget : Usual;
  if (field.kind !== 'open') {
    if (value === undefined) return null;
    if (value === null) return <span className="empty-value">–</span>;
  }
  if (field.several === true && Array.isArray(value) && !LISTS.has(field.kind))
    return value.map((each: unknown, place) => (
      <Fragment key={JSON.stringify(each)}>
        {place > 0 && (field.choices === null ? ', ' : ' ')}
        <View field={field} value={each} dense={dense} />
      </Fragment>
    ));
  return <View field={field} value={value} dense={dense} />;
});
