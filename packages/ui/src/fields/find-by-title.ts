import type { EntityView, FieldView } from '@nonet/client';
import type { QueryClient } from '@tanstack/react-query';
import { listQuery } from '../data/queries.ts';
import { pickerFilters } from './form-values.ts';

/** How many candidates of a record's name are looked at. */
const CANDIDATES = 10;

/**
 * The record that a reference may have and whose title is `title`, whatever its case; else the only one that a search
 * finds. Undefined: none, or several.
 *
 * @param values those of the record with the reference, for what its candidates depend on.
 */
export async function findByTitle(
  queries: QueryClient,
  { picker }: FieldView,
  entity: EntityView,
  title: string,
  values: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string; readonly _title: string } | undefined> {
  const { items } = await queries.fetchQuery(
    listQuery(entity.path, {
      search: title,
      limit: CANDIDATES,
      ...(picker ? { for: picker.for, filters: pickerFilters(picker.reads, values) } : {}),
    }),
  );
  const isSame = ({ _title }: { _title: string }) => _title.toLowerCase() === title.toLowerCase();
  const found = items.find(isSame) ?? (items.length === 1 ? items[0] : undefined);
  return found && { id: found.id, _title: found._title };
}
