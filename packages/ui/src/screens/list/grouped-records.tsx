import { Button, Group, Text } from '@mantine/core';
import type { ColumnView, EntityView, ListQuery, PageView, RecordView, ScreenView, SummaryView } from '@nonet/client';
import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { type Grouping, groupFilters, narrowedBy, orderedGroups } from '../../data/groups.ts';
import { useProduct } from '../../data/product.ts';
import { listQuery } from '../../data/queries.ts';
import { sumOf } from '../../data/sums.ts';
import { useStandingError } from '../../data/standing-error.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useFormat } from '../../format/format.ts';
import fold from '../../parts/fold.module.css';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { useWords } from '../../words/words.ts';
import classes from './grouped-records.module.css';
import { SumValue } from './list-foot.tsx';
import type { ListSummary } from './use-summary.ts';

type GroupOf = NonNullable<SummaryView['groups']>[number];

interface GroupedRecordsProps {
  screen: ScreenView;
  entity: EntityView;
  columns: readonly ColumnView[];
  query: ListQuery;
  grouping: Grouping;
  summary: ListSummary;
  /** The pages of the open groups, by their keys. */
  onLoaded: (key: string, page: PageView) => void;
  order: string | undefined;
  onOrder: (order: string | undefined) => void;
  onOpen: ((record: RecordView) => void) | undefined;
  opened: string | undefined;
  renderActions: ((record: RecordView) => ReactNode) | undefined;
}

/** The first groups are open from the beginning. */
const OPEN_AT_FIRST = 3;
const AT_ONCE = 25;

/** The records of a list in groups, each with its number and sums; a group's records come when it is opened. */
export default function GroupedRecords(props: GroupedRecordsProps) {
  const { summary, grouping } = props;
  const words = useWords();
  const format = useFormat();
  const { data } = summary;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const groups = data?.groups ? orderedGroups(data.groups, grouping) : [];
  return (
    <>
      {groups.map((group, place) => {
        const key = String(group.key);
        const isOpen = toggled.get(key) ?? place < OPEN_AT_FIRST;
        return (
          <OneGroup
            key={`${grouping.key} ${key}`}
            {...props}
            group={group}
            isOpen={isOpen}
            onToggle={() => setToggled((before) => new Map(before).set(key, !isOpen))}
          />
        );
      })}
      {data && data.further > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.furtherGroups(format.count(data.further))}
        </Text>
      )}
    </>
  );
}

interface OneGroupProps extends GroupedRecordsProps {
  group: GroupOf;
  isOpen: boolean;
  onToggle: () => void;
}

function OneGroup({ group, isOpen, onToggle, ...props }: OneGroupProps) {
  const { columns, summary, grouping } = props;
  const format = useFormat();
  const words = useWords();
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h2 className={classes.heading}>
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          className={`${fold.toggle} ${classes.toggle}`}
          onClick={onToggle}
        >
          <IconChevronRight size={16} aria-hidden className={fold.chevron} />
          <GroupName group={group} grouping={grouping} />
          <span className={classes.count}>{format.count(group.count)}</span>
        </button>
        {columns.map((column) => {
          const kind = sumOf(column, summary.choices);
          return (
            kind && (
              <span key={column.path.join('.')} className={classes.sum}>
                {column.label} <small>{words.sums[kind]}</small>{' '}
                <strong>
                  <SumValue column={column} kind={kind} data={group} format={format} />
                </strong>
              </span>
            )
          );
        })}
      </h2>
      {isOpen && <Records {...props} group={group} />}
    </section>
  );
}

function GroupName({ group: { key, label }, grouping }: { group: GroupOf; grouping: Grouping }) {
  const words = useWords();
  const format = useFormat();
  if (key === null) return <>{words.notStated}</>;
  if (grouping.period === 'month') return <>{format.month(String(key))}</>;
  const { field } = grouping.column;
  // A link within the button that unfolds the group could not be reached.
  if (field.kind === 'reference') return <bdi>{label ?? ''}</bdi>;
  return <FieldValue dense field={field} value={key} />;
}

function Records({
  screen,
  entity,
  columns,
  query,
  grouping,
  group,
  onLoaded,
  order,
  onOrder,
  onOpen,
  opened,
  renderActions,
}: GroupedRecordsProps & { group: GroupOf }) {
  const words = useWords();
  // The API divides the days of the product, whatever zone its reader prefers.
  const { maximumPageSize: most, timeZone } = useProduct().settings;
  const [size, setSize] = useState(AT_ONCE);
  // The heading says it for all of them.
  const others = columns.filter((column) => column !== grouping.column);
  const own = grouping.period === 'month' || others.length === 0 ? columns : others;
  const filters = narrowedBy(query.filters ?? {}, groupFilters(grouping, group.key, timeZone));
  const asked = useQuery({
    ...listQuery(entity.path, { ...query, filters, limit: Math.min(size, most) }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, refetch } = asked;
  const { error } = useStandingError(asked);
  const loaded = useEffectEvent((page: PageView) => onLoaded(String(group.key), page));
  useEffect(() => {
    if (data) loaded(data);
  }, [data]);
  if (error) return <ProblemAlert error={error} onRetry={() => refetch()} />;
  if (!data)
    return (
      <Text size="sm" c="dimmed" aria-busy p="xs">
        {words.loading}
      </Text>
    );
  return (
    <>
      <RecordTable
        caption={screen.name}
        columns={own}
        records={data.items}
        entity={entity}
        order={order}
        onOrder={onOrder}
        busy={isPlaceholderData}
        onOpen={onOpen}
        opened={opened}
        renderActions={renderActions}
      />
      {data.next !== null && size < most && (
        <Group mt="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => setSize(size + 2 * AT_ONCE)}>
            {words.showMore}
          </Button>
        </Group>
      )}
    </>
  );
}
