import { useEntity } from '../data/product.ts';
import { RecordTable } from '../parts/record-table.tsx';
import { draftOf, wireOf } from './drafts.ts';
import type { FieldParts, ViewProps } from './field.ts';
import { enteredFields } from './entered-fields.ts';
import { isFilledIn } from './filled-in.ts';
import { ChildrenInput } from './lazy-inputs.ts';
import { identified, rowsOf } from './rows.ts';

function ChildrenView({ field, value, dense }: ViewProps) {
  const entity = useEntity(field.entity);
  const rows = rowsOf(value);
  if (dense) return <>{rows.length}</>;
  const columns = entity.fields
    .filter((each) => each.onCreate || each.computed)
    .map((each) => ({ path: [each.name], label: each.label, clause: each.clause, field: each, sortable: false }));
  return <RecordTable caption={field.label} columns={columns} records={rows as never} entity={entity} />;
}

/** A list of owned children is written whole: a known id updates, none creates, an absent one deletes. */
export const children: FieldParts = {
  View: ChildrenView,
  Input: ChildrenInput,
  wide: true,
  toDraft: (value, field, environment) => {
    const fields = enteredFields(environment.entity(field.entity).fields);
    // A list that can't stay empty begins with its first row.
    const first = value === null && field.minimum !== null && field.minimum !== '0';
    if (first) return [identified(draftOf(fields, null, environment))];
    return rowsOf(value).map((row) => identified(draftOf(fields, row, environment), row.id));
  },
  toWire: (draft, field, environment) => {
    const fields = enteredFields(environment.entity(field.entity).fields);
    return rowsOf(draft).map((row) => {
      if (row.id !== undefined) return { ...wireOf(fields, row, environment), id: row.id };
      // A field that only the product can compute is left out if it is empty.
      const values = Object.entries(wireOf(fields, row, environment));
      const left = new Set(fields.filter(isFilledIn).map(({ name }) => name));
      return Object.fromEntries(values.filter(([name, value]) => value !== null || !left.has(name)));
    });
  },
};
