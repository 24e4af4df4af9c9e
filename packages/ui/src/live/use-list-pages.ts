import { useDebouncedValue } from '@mantine/hooks';
import { listAddress, type ListQuery, type PageView } from '@nonet/client';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { listQuery, pagesQuery } from '../data/queries.ts';
import { useArrived } from '../data/use-arrived.ts';
import { useStandingError } from '../data/standing-error.ts';
import { usePoll } from './use-followed.ts';
import { type LivePages, type ShownPage, useLivePages } from './use-live-pages.ts';

/** The number of rows of a list without end that are fetched together, if point 9 allows as many. */
const ROWS_AT_ONCE = 100;
/** The maximum number of pages of a list without end that are followed. */
const FOLLOWED_PAGES = 8;
/** While more and more pages come, none of them is followed again. */
const SETTLED_MILLISECONDS = 1_000;

interface ListPages {
  /** The rows that were fetched: one page, or the pages of a list without end, as one. */
  readonly page: PageView | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Whether `page` is the answer to an earlier query. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
  /** Fetches the next page of a list without end, if there is one and it is not on its way. */
  readonly fetchMore: () => void;
  readonly live: LivePages;
}

/** The records of a list: page by page, or without end (`all`). */
export function useListPages(
  path: string,
  query: ListQuery,
  size: number | 'all',
  { most, enabled }: { readonly most: number; readonly enabled: boolean },
): ListPages {
  const endless = size === 'all';
  const queries = useQueryClient();
  const pagedQuery = { ...query, limit: endless ? undefined : size };
  const paged = useQuery({ ...listQuery(path, pagedQuery), enabled: enabled && !endless });
  const { cursor: _cursor, ...whole } = query;
  const wholeQuery = { ...whole, limit: Math.min(ROWS_AT_ONCE, most), count: true };
  const pages = useInfiniteQuery({
    ...pagesQuery(path, wholeQuery),
    enabled: enabled && endless,
    placeholderData: keepPreviousData,
    // Page after page, comparing all that is there with itself would take longer than drawing it.
    structuralSharing: false,
    // Many pages are not fetched again for a glance away.
    refetchOnWindowFocus: false,
  });
  const page = useMemo(() => pages.data && joined(pages.data.pages), [pages.data]);
  const { fetchNextPage } = pages;
  const hasMore = (page?.next ?? null) !== null;
  const fetchMore = useCallback(() => {
    if (hasMore) void fetchNextPage({ cancelRefetch: false });
  }, [hasMore, fetchNextPage]);
  const one: ShownPage = {
    address: listAddress(path, pagedQuery),
    page: paged.isPlaceholderData ? undefined : paged.data,
    keep: (kept, former) =>
      queries.setQueryData(listQuery(path, pagedQuery).queryKey, (cached) =>
        former === undefined || cached === former ? kept : cached,
      ),
  };
  const [settled] = useDebouncedValue(pages.data?.pages.length ?? 1, SETTLED_MILLISECONDS);
  const followed = Math.min(settled, FOLLOWED_PAGES);
  const several = (pages.isPlaceholderData ? [] : (pages.data?.pages ?? []).slice(0, followed)).map(
    (shown, at): ShownPage => ({
      address: listAddress(path, { ...wholeQuery, cursor: pages.data?.pageParams[at] as string | undefined }),
      page: shown,
      keep: (kept, former) =>
        queries.setQueryData(pagesQuery(path, wholeQuery).queryKey, (all) =>
          all && (former === undefined || all.pages[at] === former) ? { ...all, pages: all.pages.with(at, kept) } : all,
        ),
    }),
  );
  const live = useLivePages(enabled ? (endless ? several : [one]) : []);
  // Many pages are not fetched again all the time either.
  usePoll(() => endless || live.isLive(), paged);
  // Reads only these members, so that changes of the others cause no drawing.
  const { isPlaceholderData, refetch } = endless ? pages : paged;
  const { error, isPending } = useStandingError(endless ? pages : paged);
  const arrived = useArrived(endless ? page : paged.data);
  return {
    page: arrived,
    error,
    isPending: isPending || (error === null && arrived === undefined),
    isPlaceholderData,
    refetch,
    fetchMore,
    live,
  };
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
