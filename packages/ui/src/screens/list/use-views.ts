import type { SavedViewView, ScreenView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListState } from '../../data/list-state.ts';
import { useProduct } from '../../data/product.ts';
import { useKeptChoice } from '../../data/kept-choice.ts';
import { viewsQuery } from '../../data/queries.ts';
import { addressOf } from '../../data/view-state.ts';

interface Views {
  /** The views of this list; none for a reader who is not signed in. */
  readonly views: readonly SavedViewView[];
  /** Own ones of lists that are no more, or not theirs any more. */
  readonly lost: readonly SavedViewView[];
  /** The one that the address names. */
  readonly current: SavedViewView | null;
  /** Whether the address names a view that does not exist for this reader. */
  readonly gone: boolean;
  /** Whether the list waits for the settings of its view. */
  readonly waiting: boolean;
  readonly error: Error | null;
  /** The view with which this device opens the list; null: as the list is. */
  readonly standard: string | null;
  readonly setStandard: (view: string | null) => void;
}

/** The saved views of a list. An address that only names one becomes all that it says. */
export function useViews(
  screen: ScreenView,
  state: ListState,
  change: (changes: Record<string, string>) => void,
): Views {
  const { user, title } = useProduct();
  const [standard, setStandard] = useKeptChoice(`view ${title} ${screen.slug} ${user?.id ?? ''}`);
  const { data, error } = useQuery({ ...viewsQuery, enabled: user !== null });
  const views = data?.filter((view) => view.screen === screen.slug && view.opens) ?? [];
  const current = views.find(({ id }) => id === state.view) ?? null;
  const [opened, setOpened] = useState<string | null>(null);
  const bare = Object.keys(state).length === 1 && state.view !== undefined && opened !== state.view;
  // Only once: settings that the user clears afterwards stay cleared.
  if (current !== null && !bare && opened !== current.id) setOpened(current.id);
  // Only when the list is opened: its reader may go back to the list as it is.
  const isPlain = Object.keys(state).length === 0;
  const isOpening = useRef(isPlain);
  const first = views.find(({ id }) => id === standard) ?? null;
  const isKnown = data !== undefined;
  const openFirst = useEffectEvent(() => {
    if (isOpening.current && first !== null) change(addressOf(first));
    isOpening.current = false;
  });
  useEffect(() => {
    if (isKnown) openFirst();
  }, [isKnown]);
  useEffect(() => {
    if (!bare || current === null) return;
    const address = addressOf(current);
    if (Object.keys(address).length > 1) change(address);
  }, [current, bare, change]);
  return {
    views,
    lost: data?.filter(({ own, opens }) => own && !opens) ?? [],
    current,
    gone: state.view !== undefined && data !== undefined && current === null,
    waiting: (bare || (isPlain && standard !== null)) && user !== null && data === undefined && error === null,
    error,
    standard,
    setStandard,
  };
}
