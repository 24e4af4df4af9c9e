import type { ListQuery } from '@nonet/client';
import { ProblemError } from '@nonet/client';
import {
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { askProduct, client } from './client.ts';
import { withinReach } from './routes.ts';

const RETRIES = 2;

export const productQuery = queryOptions({
  queryKey: ['product'],
  queryFn: ({ signal }) => askProduct(signal),
  select: withinReach,
  staleTime: Number.POSITIVE_INFINITY,
});

export function listQuery(path: string, query: ListQuery) {
  return queryOptions({
    queryKey: ['records', path, 'list', query],
    queryFn: ({ signal }) => client.list(path, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** The same list, page after page. */
export function pagesQuery(path: string, query: ListQuery) {
  return infiniteQueryOptions({
    queryKey: ['records', path, 'pages', query],
    // How many there are is asked once, with the first page.
    queryFn: ({ pageParam, signal }) =>
      client.list(
        path,
        { ...query, cursor: pageParam, count: query.count === true && pageParam === undefined },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

export function recordQuery(path: string, id: string, expand: readonly string[]) {
  return queryOptions({
    queryKey: ['records', path, 'one', id, expand],
    queryFn: ({ signal }) => client.read(path, id, { expand }, signal),
  });
}

export function canQuery(path: string, id: string) {
  return queryOptions({
    queryKey: ['records', path, 'can', id],
    queryFn: ({ signal }) => client.can(path, id, signal),
    staleTime: 0,
  });
}

export function historyQuery(path: string, id: string) {
  return queryOptions({
    queryKey: ['records', path, 'history', id],
    queryFn: ({ signal }) => client.history(path, id, signal),
  });
}

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => client.savedViews(signal),
  staleTime: 60_000,
});

export function dashboardQuery(screen: string) {
  return queryOptions({
    queryKey: ['dashboards', screen],
    queryFn: ({ signal }) => client.dashboard(screen, signal),
  });
}

export const documentQuery = queryOptions({ queryKey: ['document'], queryFn: () => client.document() });

export const demoAccountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: () => client.demoAccounts(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Only what did not reach the product, or broke on its way, is asked for again; a refusal is an answer. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ProblemError && (error.status === 0 || error.status >= 502);
}

export function createQueryClient(): QueryClient {
  /** Somebody who has signed out, or lost the role that a screen is for, has another product. */
  function askWhoIsThere(error: Error) {
    if (!(error instanceof ProblemError)) return;
    const isOther =
      error.code === 'UNAUTHENTICATED' || (error.code === 'FORBIDDEN' && error.problem.clause?.startsWith('2.'));
    if (isOther) void queries.invalidateQueries({ queryKey: productQuery.queryKey });
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== 'product') askWhoIsThere(error);
      },
    }),
    mutationCache: new MutationCache({ onError: askWhoIsThere }),
    defaultOptions: { queries: { staleTime: 10_000, retry: mayRetry } },
  });
  return queries;
}
