import type { PointName } from '../../points.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { isOpen as isSectionOpen } from './open-points.ts';

/** Whether a point as a whole is not shown or missing: then a name that it might have stated is no mistake. */
export function isOpen(context: Context, point: PointName): boolean {
  return isSectionOpen(context.tree.points[point]);
}

/** Whether an unknown name may be an entity that is a gap. */
export function mayBeEntity(context: Context, name: string): boolean {
  return isOpen(context, 'entities') || (context.schema.openEntities?.has(name) ?? false);
}

/** Whether an entity may have states and events that are a gap. */
export function mayHaveEvents(context: Context, declared: Declared, entity: string): boolean {
  return isOpen(context, 'states') || (declared.workflows.get(entity)?.open ?? false);
}
