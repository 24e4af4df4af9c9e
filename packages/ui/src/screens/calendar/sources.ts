import type { ColumnView, EntityView, ProductView, ScreenView } from '@nonet/client';
import { fieldOf } from '../../data/product.ts';
import { actionsOfRows } from '../../data/row-actions.ts';
import type { Source } from './entries.ts';

/**
 * The records of a calendar or timeline: those of its own entity, with the reader's filters, and those of further entities, all
 * shown by their titles.
 * @param limit The number of records per request.
 */
export function sourcesOf(
  screen: ScreenView,
  entity: EntityView,
  entities: ProductView['entities'],
  query: Source['query'],
  limit: number,
): Source[] {
  if (!screen.days) return [];
  const own = sourceOf(
    entity,
    screen.days,
    screen.groups.flatMap((group) => group.columns),
    { ...query, limit },
    actionsOfRows(screen, entity),
    { rows: fieldOf(entity, screen.rows ?? '') ?? null, colour: fieldOf(entity, screen.colour ?? '') ?? null },
  );
  const further = screen.also.flatMap((also) => {
    const other = entities[also.entity];
    return other ? [sourceOf(other, also, [titleColumn(other)], { limit }, [], { rows: null, colour: null })] : [];
  });
  return [own, ...further];
}

function sourceOf(
  entity: EntityView,
  { from, to }: { from: string; to: string | null },
  columns: Source['columns'],
  query: Source['query'],
  actions: Source['actions'],
  grouping: Pick<Source, 'rows' | 'colour'>,
): Source {
  return {
    entity,
    columns,
    actions,
    ...grouping,
    from,
    to,
    instant: fieldOf(entity, from)?.kind === 'datetime',
    repeats: fieldOf(entity, from)?.kind === 'recurrence',
    mayBeOpen: fieldOf(entity, to ?? '')?.required === false,
    query,
  };
}

/** A record's title, shown like a text field. */
function titleColumn({ label }: EntityView): ColumnView {
  const field = { kind: 'text', name: '_title', label } as ColumnView['field'];
  return { path: ['_title'], label, clause: '', field, sortable: false };
}
