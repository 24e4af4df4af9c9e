import type { PointName } from '../../points.ts';
import type { Context } from '../context.ts';
import { isOpen as isSectionOpen } from '../open-points.ts';

/** Whether a point as a whole is not shown or missing: then a name that it might have stated is no mistake. */
export function isOpen(context: Context, point: PointName): boolean {
  return isSectionOpen(context.tree.points[point]);
}
