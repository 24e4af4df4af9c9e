import type { ColumnView, EntityView, ListQuery, RecordView } from '@nonet/client';
import { type ReactNode, useMemo } from 'react';
import { useProduct } from '../data/product.ts';
import { useListPages } from '../live/use-list-pages.ts';
import { FreshRows } from './fresh-rows.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { RecordTable } from './record-table.tsx';

interface EndlessRecordsProps {
  caption: string;
  entity: EntityView;
  columns: readonly ColumnView[];
  /** Selects the entity's records, and their fields. */
  query: ListQuery;
  renderActions?: ((record: RecordView) => ReactNode) | undefined;
  /** The part above the table; gets the number of records, null while that is not known. */
  renderHeading: (count: number | null) => ReactNode;
  /** Shown until the first records have come. */
  pending: ReactNode;
  /** Shown if there are none. */
  empty: ReactNode;
}

/** All records of a list in one table: draws the visible ones, and fetches more when the user scrolls. */
export function EndlessRecords(props: EndlessRecordsProps) {
  const { caption, entity, query, renderActions, renderHeading, pending, empty } = props;
  const { maximumPageSize: most } = useProduct().settings;
  const pages = useListPages(entity.path, query, 'all', { most, enabled: true });
  const { page, error, isPending, refetch, fetchMore, live } = pages;
  const columns = useMemo(() => props.columns.map((column) => ({ ...column, sortable: false })), [props.columns]);
  const count = page === undefined ? null : (page.count ?? page.items.length);
  return (
    <>
      {renderHeading(count)}
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {isPending && pending}
      <FreshRows count={live.fresh} onShow={live.showFresh} />
      {page && page.items.length > 0 && (
        <RecordTable
          caption={caption}
          columns={columns}
          records={page.items}
          entity={entity}
          gone={live.gone}
          endless={{ count: count ?? page.items.length, fetchMore }}
          renderActions={renderActions}
        />
      )}
      {page?.items.length === 0 && !error && empty}
    </>
  );
}
