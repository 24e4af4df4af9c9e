import type { Span } from '../../../source/span.ts';
import type { Section } from '../../../syntax/tree.ts';

/** Where an item is left open: at its `not shown`, or at its heading where nothing stands under it. */
export function openAt(item: Section): Span | null {
  const marker = item.blocks.find((block) => block.kind === 'marker');
  if (marker) return marker.value === 'not shown' ? marker.span : null;
  const empty = item.sections.length === 0 && item.blocks.every((block) => block.kind === 'remark');
  return empty ? item.heading.span : null;
}
