import type { ListQuery, PageView } from '@nonet/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { listQuery, pagesQuery } from '../../data/queries.ts';

/** Others' changes show without asking for them, while the page is looked at. */
const FRESH_MILLISECONDS = 15_000;

/** How many rows of a list without end are fetched at once, where point 9 allows as many. */
const ROWS_AT_ONCE = 100;

interface ListPages {
  /** All that is there: one page, or the pages of a list without end that were fetched, as one. */
  readonly page: PageView | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Whether `page` answers an earlier question. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
  /** Fetches the next page of a list without end, if there is one and it is not on its way. */
  readonly fetchMore: () => void;
}

/** The records of a list: page by page, or without end (`all`). */
export function useListPages(
  path: string,
  query: ListQuery,
  size: number | 'all',
  { most, enabled }: { readonly most: number; readonly enabled: boolean },
): ListPages {
  const endless = size === 'all';
  const paged = useQuery({
    ...listQuery(path, { ...query, limit: endless ? undefined : size }),
    enabled: enabled && !endless,
    // A refusal is not asked for again by itself: it would be counted.
    refetchInterval: ({ state: { status } }) => (status === 'error' ? false : FRESH_MILLISECONDS),
  });
  const { cursor: _cursor, ...whole } = query;
  const pages = useInfiniteQuery({
    ...pagesQuery(path, { ...whole, limit: Math.min(ROWS_AT_ONCE, most), count: true }),
    enabled: enabled && endless,
    placeholderData: keepPreviousData,
    // Page after page, comparing all that is there with itself would take longer than drawing it.
    structuralSharing: false,
    // Many pages are not fetched anew for a glance away.
    refetchOnWindowFocus: false,
  });
  const page = useMemo(() => pages.data && joined(pages.data.pages), [pages.data]);
  const { fetchNextPage } = pages;
  const hasMore = (page?.next ?? null) !== null;
  const fetchMore = useCallback(() => {
    if (hasMore) void fetchNextPage({ cancelRefetch: false });
  }, [hasMore, fetchNextPage]);
  // What is not read here draws nothing anew when it changes.
  const { error, isPending, isPlaceholderData, refetch } = endless ? pages : paged;
  return { page: endless ? page : paged.data, error, isPending, isPlaceholderData, refetch, fetchMore };
}

function joined(pages: readonly PageView[]): PageView {
  const [first] = pages;
  return {
    items: pages.flatMap(({ items }) => items),
    next: pages.at(-1)?.next ?? null,
    ...(first?.count === undefined ? {} : { count: first.count }),
    ...(first?.can ? { can: pages.flatMap(({ can }) => can ?? []) } : {}),
  };
}
