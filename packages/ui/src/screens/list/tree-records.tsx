import { Button, Group, Text } from '@mantine/core';
import type { ColumnView, EntityView, ListQuery, PageView, RecordView, ScreenView } from '@nonet/client';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Grouping } from '../../data/groups.ts';
import { useProduct } from '../../data/product.ts';
import { listQuery, summaryQuery } from '../../data/queries.ts';
import type { Branch } from '../../parts/branch-toggle.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { useWords } from '../../words/words.ts';

interface TreeRecordsProps {
  screen: ScreenView;
  entity: EntityView;
  columns: readonly ColumnView[];
  query: ListQuery;
  grouping: Grouping;
  /** The pages of the open records, by their keys. */
  onLoaded: (key: string, page: PageView) => void;
  order: string | undefined;
  onOrder: (order: string | undefined) => void;
  onOpen: ((record: RecordView) => void) | undefined;
  opened: string | undefined;
  renderActions: ((record: RecordView) => ReactNode) | undefined;
}

/** A page of the records right below one (null: below none), from a cursor on. */
interface Level {
  readonly above: string | null;
  readonly cursor: string | undefined;
}

const TOP: readonly Level[] = [{ above: null, cursor: undefined }];

/** The records of a list below those that they refer to. What is below one comes when it is opened. */
export default function TreeRecords(props: TreeRecordsProps) {
  const { screen, entity, columns, query, grouping, onLoaded, ...table } = props;
  const words = useWords();
  const { maximumPageSize: most } = useProduct().settings;
  const path = grouping.column.path.join('.');
  const [levels, setLevels] = useState(TOP);
  const found = useQueries({
    queries: levels.map(({ above, cursor }) => {
      const below: Record<string, string> = above === null ? { [`${path}.null`]: 'true' } : { [path]: above };
      const filters = { ...query.filters, ...below };
      return onItsOwn(listQuery(entity.path, { ...query, filters, limit: most, cursor }));
    }),
  });
  const pages = found.map(({ data }) => data);
  const { fields: _fields, expand: _expand, order: _order, can: _can, ...selecting } = query;
  const counted = useQueries({
    queries: pages.flatMap((page) => {
      if (!page || page.items.length === 0) return [];
      const among = page.items.map(({ id }) => id).join(',');
      const within = { ...selecting, filters: { ...query.filters, [`${path}.in`]: among } };
      return [onItsOwn(summaryQuery(entity.path, within, [], path))];
    }),
  });
  const parents = new Set(counted.flatMap(({ data }) => data?.groups?.map(({ key }) => String(key)) ?? []));
  const toggle = (id: string) =>
    setLevels((before) => {
      const others = before.filter(({ above }) => above !== id);
      return others.length < before.length ? others : [...before, { above: id, cursor: undefined }];
    });

  const records: RecordView[] = [];
  const branches = new Map<string, Branch>();
  const addBelow = (above: string | null, depth: number): void => {
    for (const [at, level] of levels.entries()) {
      if (level.above !== above) continue;
      for (const record of pages[at]?.items ?? []) {
        // Somebody may have moved it while another page was on its way.
        if (branches.has(record.id)) continue;
        records.push(record);
        const isOpen = levels.some((each) => each.above === record.id);
        const mayToggle = isOpen || parents.has(record.id);
        branches.set(record.id, { depth, isOpen, toggle: mayToggle ? () => toggle(record.id) : null });
        if (isOpen) addBelow(record.id, depth + 1);
      }
    }
  };
  addBelow(null, 0);

  const loaded = useEffectEvent((_answers: string) => {
    for (const [at, page] of pages.entries()) {
      const { above = null, cursor = '' } = levels[at] ?? {};
      if (page) onLoaded(`${above} ${cursor}`, page);
    }
  });
  const answers = found.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  useEffect(() => loaded(answers), [answers]);
  const titles = new Map(records.map((record) => [record.id, record._title]));
  const failed = found.find(({ error }) => error !== null);
  if (failed?.error) return <ProblemAlert error={failed.error} onRetry={() => failed.refetch()} />;
  if (!pages[0])
    return (
      <Text size="sm" c="dimmed" aria-busy p="xs">
        {words.loading}
      </Text>
    );
  return (
    <>
      <RecordTable
        {...table}
        caption={screen.name}
        columns={columns}
        records={records}
        branches={branches}
        entity={entity}
        busy={found.some(({ isFetching }) => isFetching)}
      />
      <Group mt="xs" gap="xs">
        {levels.map(({ above }, at) => {
          const next = pages[at]?.next ?? null;
          const isLast = !levels.some((level, place) => place > at && level.above === above);
          const isShown = above === null || titles.has(above);
          if (next === null || !isLast || !isShown) return null;
          return (
            <Button
              key={above}
              variant="subtle"
              size="compact-sm"
              onClick={() => setLevels((before) => [...before, { above, cursor: next }])}
            >
              {above === null ? words.showMore : words.moreBelow(titles.get(above) ?? '')}
            </Button>
          );
        })}
      </Group>
    </>
  );
}

/** A request without what another one has answered in its place: that would be below another record. */
function onItsOwn<Options extends { placeholderData?: unknown }>({
  placeholderData: _former,
  ...options
}: Options): Omit<Options, 'placeholderData'> {
  return options;
}
