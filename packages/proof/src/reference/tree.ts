import type { FieldType, TreeWay } from '@nonet/language';
import type { Stored } from './stored.ts';

type TreeType = Extract<FieldType, { kind: 'all' }> & { readonly along: TreeWay };

/** Whether a list leads along a `tree` (3). */
export function isTree(type: FieldType | undefined): type is TreeType {
  return type?.kind === 'all' && type.along !== undefined;
}

/**
 * The records above one of a tree, the nearest first, or all below it, each once (3).
 * @param passes Whether the walk leads over a record; for a reader, over those alone that they may read.
 */
export function alongTree(
  living: readonly Stored[],
  from: Stored,
  { by, along }: TreeType,
  passes: (record: Stored) => boolean = () => true,
): readonly Stored[] {
  const found = new Set<Stored>();
  let last: readonly Stored[] = [from];
  while (last.length > 0) {
    const at = last;
    const isNext = (record: Stored): boolean =>
      along === 'descendants'
        ? at.some(({ id }) => record.values[by] === id)
        : at.some(({ values }) => values[by] === record.id);
    last = living.filter((record) => !found.has(record) && isNext(record) && passes(record));
    for (const record of last) found.add(record);
  }
  // Those below are in the order of any other list.
  return along === 'ancestors' ? [...found] : living.filter((record) => found.has(record));
}
