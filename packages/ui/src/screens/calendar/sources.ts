import type { EntityView, ListQuery, ScreenView } from '@nonet/client';
import { fieldOf } from '../../data/product.ts';
import type { Source } from './entries.ts';

/** What a calendar shows: the records of its own entity, as far as its reader may read their days. */
export function sourcesOf(screen: ScreenView, entity: EntityView, query: Source['query'] & ListQuery): Source[] {
  if (!screen.calendar) return [];
  const { from, to } = screen.calendar;
  return [
    {
      entity,
      columns: screen.groups.flatMap((group) => group.columns),
      from,
      to,
      instant: fieldOf(entity, from)?.kind === 'datetime',
      mayBeOpen: fieldOf(entity, to ?? '')?.required === false,
      query,
    },
  ];
}
