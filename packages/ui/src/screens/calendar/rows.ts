import type { EntityView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useProduct } from '../../data/product.ts';
import { listQuery } from '../../data/queries.ts';
import { useWords } from '../../words/words.ts';
import type { Entry, Source } from './entries.ts';
import { choiceGroup, type Group, groupOf, recordGroup } from './groups.ts';

export interface Row {
  readonly group: Group;
  readonly entries: readonly Entry[];
}

/** The most records that are rows although nothing of them is shown. */
const MOST_ROWS = 50;

/**
 * The rows of a screen by its field: every choice, or every record if they are few, so that those that are free show,
 * too; otherwise those of the entries. Null while the records are being read, `[]` if the screen states no field.
 */
export function useRows(source: Source | undefined, entries: readonly Entry[]): readonly Row[] | null {
  const words = useWords();
  const { entities, settings } = useProduct();
  const field = source?.rows ?? null;
  const target: EntityView | undefined = entities[field?.entity ?? ''];
  const limit = Math.min(MOST_ROWS, settings.maximumPageSize);
  const { data, isPending, isError } = useQuery({
    ...listQuery(target?.path ?? '', { limit }),
    enabled: target !== undefined,
  });
  if (field === null) return [];
  if (target !== undefined && isPending && !isError) return null;
  const all =
    field.choices?.map(({ name }) => choiceGroup(field, name)) ??
    // Whoever may not list the records sees the rows of the entries.
    (data?.next === null ? data.items.map(({ id, _title }) => recordGroup(id, _title)) : []);
  const none: Group = { key: null, label: words.notStated, hue: null };
  const rows = new Map(
    all.map((group): [string | null, { group: Group; entries: Entry[] }] => [group.key, { group, entries: [] }]),
  );
  for (const entry of entries) {
    const group = groupOf(entry.record, field, words.notStated) ?? none;
    const row = rows.get(group.key) ?? { group, entries: [] };
    row.entries.push(entry);
    rows.set(group.key, row);
  }
  const without = rows.get(null);
  return [...[...rows.values()].filter((row) => row !== without), ...(without ? [without] : [])];
}
