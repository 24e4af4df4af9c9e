import { quote, shortName } from '../../sql/identifiers.ts';
import { conversionColumns } from '../convert.ts';
import { conversionsOf, type PlannedChange } from '../planned-change.ts';
import { renamedValue } from './former-values.ts';
import type { FormerTable } from './former-parts.ts';

/** A table of the former version that has a table in the new storage. */
type StoredTable = FormerTable & { readonly stored: string };

/**
 * The table as the former version knows it. It names columns alone, so that PostgreSQL writes through it as through a
 * table; by `xmin` a page is known to be as it was (`run/kept-page.ts`).
 */
export function formerView(schema: string, { name, stored, columns }: StoredTable): string {
  const parts = columns.map((column) => `t.${quote(column.stored)} as ${quote(column.name)}`);
  return `create view ${quote(schema)}.${quote(name)} as select ${[...parts, 't.xmin as "xmin"'].join(', ')} from product.${quote(stored)} t`;
}

/** The name of the view in which a change judges the records of a former process. */
export function judgedName(entityTable: string): string {
  return shortName(`_judged_${entityTable}`);
}

/**
 * A view of a former process's writes by the new names, in the form in which a change judges records before it is
 * carried out (`StoredRows`, `former`).
 */
export function judgedView(schema: string, change: PlannedChange, table: StoredTable): string {
  const { changed, stored } = table;
  const { renamed } = changed;
  const parts = table.columns.map((column, place) => {
    const field = renamed.columns[place]?.field ?? null;
    const value = `t.${quote(column.stored)}`;
    const named = field === null ? value : renamedValue(change, renamed.entity.name, field, value);
    return `${named} as ${quote(column.renamed)}`;
  });
  const converted = conversionsOf(change, changed).flatMap(({ column }) => {
    const { value, beyond } = conversionColumns(column.name);
    return [`t.${quote(column.name)} as ${quote(value)}`, `false as ${quote(beyond)}`];
  });
  return `create view ${quote(schema)}.${quote(judgedName(stored))} as select ${[...parts, ...converted].join(', ')} from product.${quote(stored)} t`;
}
