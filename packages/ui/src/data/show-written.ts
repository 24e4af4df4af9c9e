import type { PageView, RecordView, Tagged } from '@nonet/client';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** Shows a value that was written in every list and record that holds it, until they are asked for again. */
export function showWritten(queries: QueryClient, path: string, id: string, name: string, value: unknown): void {
  const shown = value === '' ? null : value;
  const inRecord = (record: RecordView) =>
    record.id === id && Object.hasOwn(record, name) ? { ...record, [name]: shown } : record;
  const inPage = (page: PageView): PageView => ({ ...page, items: page.items.map(inRecord) });
  queries.setQueriesData<PageView>({ queryKey: ['records', path, 'list'] }, (page) => page && inPage(page));
  queries.setQueriesData<InfiniteData<PageView>>(
    { queryKey: ['records', path, 'pages'] },
    (data) => data && { ...data, pages: data.pages.map(inPage) },
  );
  queries.setQueriesData<Tagged>(
    { queryKey: ['records', path, 'one', id] },
    (found) => found && { ...found, record: inRecord(found.record) },
  );
}
