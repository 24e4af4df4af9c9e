import type { Section, SpecTree, Table } from '../../../syntax/tree.ts';

/** A table, and the section that it is in. */
export interface PlacedTable {
  readonly table: Table;
  readonly section: Section;
}

/** Every table of a document, point by point. */
export function tablesOf({ points }: Pick<SpecTree, 'points'>): readonly PlacedTable[] {
  return Object.values(points).flatMap(within);
}

function within(section: Section): readonly PlacedTable[] {
  const own = section.blocks.filter((block) => block.kind === 'table').map((table) => ({ table, section }));
  return [...own, ...section.sections.flatMap(within)];
}
