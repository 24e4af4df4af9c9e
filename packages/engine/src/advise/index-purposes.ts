import type { Entity } from '@nonet/language';
import type { IndexDescription } from '../migrate/describe-indexes.ts';
import type { PlanIndex } from '../plan-index.ts';
import { isParentName } from '../sql/identifiers.ts';
import { titleColumns } from '../sql/searched-columns.ts';

/**
 * The clauses without which a document would have no such index; null for an index that the product needs in any case: of
 * what is unique, of keys, references, states and titles.
 */
export function purposesOf(index: PlanIndex, entity: Entity, description: IndexDescription): readonly string[] | null {
  const [column = ''] = description.columns;
  if (description.unique !== null || column.startsWith('_') || isParentName(entity, column)) return null;
  const field = index.findField(entity.name, column);
  const kind = field?.type.kind;
  if (kind === 'reference' || kind === 'many' || kind === 'state' || kind === 'number') return null;
  if (titleColumns(index, entity.name).has(column) && isOfText(description)) return null;
  const stated = field?.indexed === true ? [field.clause] : [];
  const purposes = isOfText(description)
    ? [...stated, ...textPurposes(index, entity, column)]
    : [...stated, ...orderPurposes(index, entity, column)];
  return purposes.length === 0 ? null : [...new Set(purposes)];
}

function isOfText({ ofTrigrams, definition }: IndexDescription): boolean {
  return ofTrigrams === true || definition.includes('text_pattern_ops');
}

/** Searches and filters by parts of a text. */
function textPurposes(index: PlanIndex, entity: Entity, column: string): string[] {
  return index.plan.screens.flatMap((screen) => {
    const { entity: of } = screen;
    if (of === null) return [];
    return [...screen.search, ...screen.filters].flatMap(({ path, clause }) =>
      leadsTo(index, of, path, entity, column) ? [clause] : [],
    );
  });
}

/** Orders of lists, and the days of calendars and timelines. */
function orderPurposes(index: PlanIndex, entity: Entity, column: string): string[] {
  return index.plan.screens.flatMap((screen) => {
    const { entity: of, order, days, also } = screen;
    const isStated = order.length > 0;
    const [first] = isStated || of !== entity.name ? order : entity.order;
    const ordered = of !== null && first !== undefined && leadsTo(index, of, first.path, entity, column);
    const ofDays = [
      ...(of === entity.name && days !== null ? [days] : []),
      ...also.filter((each) => each.entity === entity.name),
    ];
    return [
      ...(ordered ? [isStated ? `${screen.clause}.order` : screen.clause] : []),
      ...(ofDays.some(({ from, to }) => from === column || to === column) ? [screen.clause] : []),
    ];
  });
}

/** Whether a path from an entity ends at a column, which is its own or that of what it refers to. */
function leadsTo(index: PlanIndex, from: string, path: readonly string[], entity: Entity, column: string): boolean {
  const [first = '', second, ...more] = path;
  if (second === undefined) return from === entity.name && first === column;
  const type = index.findField(from, first)?.type;
  return (
    more.length === 0 && second === column && type !== undefined && 'entity' in type && type.entity === entity.name
  );
}
