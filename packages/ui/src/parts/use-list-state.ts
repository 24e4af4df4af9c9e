import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ListState } from '../data/list-state.ts';

/** A list's filters, order and page, as the address has them: a link to the list brings them along. */
export function useListState() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const state = search as ListState;
  return {
    state,
    pathname,
    /** Changes keys; an undefined one leaves the address. */
    change: (changes: Readonly<Record<string, string | undefined>>): void => {
      void navigate({
        to: pathname,
        search: (before: Record<string, string>) => ({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      } as never);
    },
  };
}
