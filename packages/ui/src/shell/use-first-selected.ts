import type { createSpotlightStore } from '@mantine/spotlight';
import { useEffect } from 'react';

type Store = ReturnType<typeof createSpotlightStore>;

/**
 * Keeps the selection when further items arrive in the palette (records are searched while somebody types): the first
 * item is selected, or, after the user has moved the selection, the item that they moved it to as long as it is there.
 * The library marks the selected item in the page (`data-selected`), so that the mark goes with its item, and counts
 * arrow keys from an index of its own, which is -1 until something is typed or an arrow key is pressed.
 * @param items The items of the palette as one text, in their order; empty if there is none.
 */
export function useFirstSelected(store: Store, items: string): void {
  useEffect(() => {
    if (items === '') return;
    const { listId, selected } = store.getState();
    const list = listId === '' ? null : document.getElementById(listId);
    const actions = [...(list?.querySelectorAll('[data-action]') ?? [])];
    const marked = actions.findIndex((action) => action.hasAttribute('data-selected'));
    if (actions.length === 0 || selected < 0) return;
    const wanted = selected > 0 && marked >= 0 ? marked : 0;
    actions[marked]?.removeAttribute('data-selected');
    actions[wanted]?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: wanted }));
  }, [store, items]);
}
