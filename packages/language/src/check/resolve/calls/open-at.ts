import type { Span } from '../../../source/span.ts';
import type { Section } from '../../../syntax/tree.ts';

/** The place of an item's gap: its `not shown`, or its heading if nothing is below it. */
export function openAt(item: Section): Span | null {
  const marker = item.blocks.find((block) => block.kind === 'marker');
  if (marker) return marker.value === 'not shown' ? marker.span : null;
  const empty = item.sections.length === 0 && item.blocks.every((block) => block.kind === 'remark');
  return empty ? item.heading.span : null;
}
