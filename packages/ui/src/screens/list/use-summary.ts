import type { ColumnView, ListQuery, PageView, SummaryView } from '@nonet/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useKeptChoice } from '../../data/kept-choice.ts';
import { useProduct } from '../../data/product.ts';
import { summaryQuery } from '../../data/queries.ts';
import { readSums, type SumChoices, type SumKind, sumOf } from '../../data/sums.ts';

/** Changes of a list that come together are counted once. */
const SETTLED_MILLISECONDS = 600;

export interface ListSummary {
  /** Undefined until it has come. */
  readonly data: SummaryView | undefined;
  readonly choices: SumChoices;
  readonly choose: (path: string, kind: SumKind | null) => void;
}

/** The summary of all records of a list, as it is filtered; asked again whenever its rows change. */
export function useSummary(
  path: string,
  slug: string,
  query: ListQuery,
  columns: readonly ColumnView[],
  by: string | null,
  page: PageView | undefined,
): ListSummary {
  const { title } = useProduct();
  const [kept, keep] = useKeptChoice(`sums ${title} ${slug}`);
  const choices = useMemo(() => readSums(kept), [kept]);
  const sum = columns.filter((column) => sumOf(column, choices) !== null).map((column) => column.path.join('.'));
  // The rows come first.
  const enabled = page !== undefined;
  const { fields: _fields, expand: _expand, order: _order, ...selecting } = query;
  const summary = useQuery({
    ...summaryQuery(path, selecting, sum, by),
    placeholderData: keepPreviousData,
    enabled,
  });
  const again = useEffectEvent((of: PageView) => {
    if (summary.isFetched && of.items.length > 0) void summary.refetch();
  });
  useEffect(() => {
    if (page === undefined) return undefined;
    const waiting = setTimeout(() => again(page), SETTLED_MILLISECONDS);
    return () => clearTimeout(waiting);
  }, [page]);
  return {
    data: summary.data,
    choices,
    choose: (column, kind) => keep(JSON.stringify({ ...choices, [column]: kind })),
  };
}
