import { clausePoint } from '@nonet/language';
import type { CorrectionsBody, ListQuery, ReportRequest } from '@nonet/client';
import { ProblemError } from '@nonet/client';
import {
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
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

/** The records with a screen of their own that a text finds, of each entity the best. */
export function foundQuery(text: string) {
  return queryOptions({
    queryKey: ['records', 'found', text],
    queryFn: ({ signal }) => client.search(text, signal),
  });
}

/** A list, page after page. */
export function pagesQuery(path: string, query: ListQuery) {
  return infiniteQueryOptions({
    queryKey: ['records', path, 'pages', query],
    // Only the first page asks for the number of records.
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

/** The number of all records of a list, their sums, and the same of each group. */
export function summaryQuery(path: string, query: ListQuery, sum: readonly string[], by: string | null) {
  return queryOptions({
    queryKey: ['records', path, 'summary', query, sum, by],
    queryFn: ({ signal }) => client.summary(path, query, sum, by, signal),
    placeholderData: keepPreviousData,
  });
}

/** A report over the records of a list, with what was asked: its keys mean nothing beside another question. */
export function reportQuery(path: string, query: ListQuery, asked: ReportRequest) {
  return queryOptions({
    queryKey: ['records', path, 'report', query, asked],
    queryFn: async ({ signal }) => ({ asked, report: await client.report(path, query, asked, signal) }),
    placeholderData: keepPreviousData,
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

export const documentQuery = queryOptions({ queryKey: ['document'], queryFn: () => client.document() });

/** Asks again while something is under way: a change that is prepared, or a former version that continues. */
export const versionsQuery = queryOptions({
  queryKey: ['document', 'versions'],
  queryFn: ({ signal }) => client.versions(signal),
  refetchInterval: ({ state: { data } }) => (data && (data.change ?? data.kept) ? 5_000 : false),
});

/** The records without a place in another document, or those that lack what the one in use asks of new ones (`null`). */
export function correctionsQuery(document: CorrectionsBody | null) {
  return queryOptions({
    queryKey: ['records', 'corrections', document],
    queryFn: ({ signal }) => client.corrections(document, signal),
    staleTime: 0,
  });
}

/** The differences between two versions never change. */
export function versionDifferencesQuery(former: number, now: number) {
  return queryOptions({
    queryKey: ['document', 'versions', former, now],
    queryFn: ({ signal }) => client.versionDifferences(former, now, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const demoAccountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: () => client.demoAccounts(),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Asks again for what is shown, after a change of it. What is on its way for the first time is asked for once more when
 * it is there, because its answer may be older than the change; anything else that is on its way is asked for anew.
 */
export async function refresh(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = queries.getQueryCache().findAll({
    queryKey,
    type: 'active',
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  });
  await queries.invalidateQueries({ queryKey });
  await Promise.all(first.map((query) => queries.invalidateQueries({ queryKey: query.queryKey, exact: true })));
}

/** Only requests that did not reach the product, or broke on their way, are sent again; a refusal is an answer. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ProblemError && (error.status === 0 || error.status >= 502);
}

export function createQueryClient(): QueryClient {
  /** The product looks different after a sign-out, or the loss of a role that a screen is for. */
  function askWhoIsThere(error: Error) {
    if (!(error instanceof ProblemError)) return;
    const isOther =
      error.code === 'UNAUTHENTICATED' ||
      (error.code === 'FORBIDDEN' && clausePoint(error.problem.clause ?? '') === '2');
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
