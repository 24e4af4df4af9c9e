import { type PointName, POINTS, pointNumber } from '../../points.ts';
import type { Span } from '../../source/span.ts';
import type { Section, SpecTree } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';

/** Lists the points that are not shown as a whole, or missing, each as one gap with the clause `1` to `9`. */
export function listOpenPoints(context: Context): readonly PointName[] {
  const open = POINTS.filter((point) => isOpen(context.tree.points[point]));
  for (const point of open) context.gap(String(pointNumber(point)), point, placeOf(context.tree, point));
  return open;
}

/** The point where it states something; undefined if it is missing, `none` or `not shown`. */
export function statedPoint(tree: SpecTree, point: PointName): Section | undefined {
  const section = tree.points[point];
  return section && !section.blocks.some((block) => block.kind === 'marker') ? section : undefined;
}

/** Whether a point is left open as a whole. */
export function isOpen(section: Section | undefined): boolean {
  if (!section) return true;
  if (section.sections.length > 0) return false;
  const marker = section.blocks.find((block) => block.kind === 'marker');
  return marker ? marker.value === 'not shown' : section.blocks.every((block) => block.kind === 'remark');
}

/** The marker, or the heading; of a missing point the end of the main document. */
function placeOf(tree: SpecTree, point: PointName): Span {
  const section = tree.points[point];
  const marker = section?.blocks.find((block) => block.kind === 'marker');
  if (marker) return marker.span;
  if (section) return section.heading.span;
  const main = tree.files[0];
  return { file: main?.path ?? '', start: main?.text.length ?? 0, end: main?.text.length ?? 0 };
}
