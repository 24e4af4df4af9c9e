import type { EntityView, EventView, PageView, RecordView } from '@nonet/client';
import { useCallback, useState } from 'react';

export interface Selection {
  readonly selected: readonly RecordView[];
  /** The actions that every selected record allows. */
  readonly events: readonly EventView[];
  /** Whether every one of them may be deleted. */
  readonly deletable: boolean;
  /** Whether all records of the page are selected. */
  readonly isPage: boolean;
  /** Whether the whole list is meant, beyond its page. */
  readonly isWhole: boolean;
  selectWhole: () => void;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
}

/**
 * The selected records of a page. A record that leaves the page, because of a filter or a change, is no longer
 * selected.
 */
export function useSelection(entity: EntityView, page: PageView | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [whole, setWhole] = useState(false);
  const toggle = useCallback((id: string) => {
    setWhole(false);
    setIds((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  }, []);
  const items = page?.items ?? [];
  const places = ids.size === 0 ? [] : items.flatMap((record, place) => (ids.has(record.id) ? [place] : []));
  const allowed = places.map((place) => new Set(page?.can?.[place] ?? []));
  return {
    selected: places.flatMap((place) => items[place] ?? []),
    events: entity.events.filter((event) => allowed.length > 0 && allowed.every((may) => may.has(event.name))),
    deletable: allowed.length > 0 && allowed.every((may) => may.has('delete')),
    isPage: items.length > 0 && places.length === items.length,
    isWhole: whole && places.length === items.length,
    selectWhole: () => setWhole(true),
    has: (id) => ids.has(id),
    toggle,
    toggleAll: () => {
      setWhole(false);
      setIds(places.length === items.length ? new Set() : new Set(items.map(({ id }) => id)));
    },
    clear: () => {
      setWhole(false);
      setIds(new Set());
    },
  };
}
