import type { ColumnView, EntityView, GroupKey, ListQuery, ScreenView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { groupFilters, type Grouping, groupingsOf, orderedGroups } from '../../data/groups.ts';
import { summaryQuery } from '../../data/queries.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useFormat } from '../../format/format.ts';
import { useListState } from '../../parts/use-list-state.ts';
import { useWords } from '../../words/words.ts';
import { GroupMenu } from '../list/group-menu.tsx';
import classes from './board.module.css';

/** One lane of a board: the records with one value. */
export interface Lane {
  readonly key: GroupKey;
  readonly label: string | null;
  readonly count: number;
  readonly filters: Readonly<Record<string, string>>;
}

export interface Lanes {
  readonly groupings: readonly Grouping[];
  readonly current: Grouping | null;
  /** Null where the board has none; empty until they are known. */
  readonly lanes: readonly Lane[] | null;
}

/** More lanes than these are no board that anybody reads. */
const MOST_LANES = 20;

/** The lanes of a board, by one of the values that its cards show; which one is in the address. */
export function useLanes(
  screen: ScreenView,
  entity: EntityView,
  columns: readonly ColumnView[],
  query: ListQuery,
): Lanes {
  const { state } = useListState();
  const { timeZone } = useFormat();
  const groupings = useMemo(
    () =>
      groupingsOf(columns).filter(
        ({ column, period, isTree }) => period === null && !isTree && column.field.name !== screen.board?.field,
      ),
    [columns, screen],
  );
  const current = groupings.find(({ key }) => key === state['by']) ?? null;
  const { fields: _fields, expand: _expand, ...selecting } = query;
  const { data } = useQuery({
    ...summaryQuery(entity.path, selecting, [], current?.key ?? null),
    enabled: current !== null,
  });
  if (current === null) return { groupings, current, lanes: null };
  const groups = orderedGroups(data?.groups ?? [], current).slice(0, MOST_LANES);
  const lanes = groups.map(({ key, label, count }) => ({
    key,
    label,
    count,
    filters: groupFilters(current, key, timeZone),
  }));
  return { groupings, current, lanes };
}

/** Divides a board into lanes. */
export function LaneMenu({ groupings, current }: Lanes) {
  const { change } = useListState();
  if (groupings.length === 0) return null;
  return <GroupMenu groupings={groupings} current={current} onChange={(by) => change({ by })} />;
}

/** The name of a lane, as its cards show it. */
export function LaneTitle({ id, lane, grouping }: { id: string; lane: Lane; grouping: Grouping }) {
  const words = useWords();
  const format = useFormat();
  const { field } = grouping.column;
  const value = field.kind === 'reference' ? { id: lane.key, _title: lane.label ?? '' } : lane.key;
  return (
    <h2 className={classes.lane}>
      <span id={id}>{lane.key === null ? words.notStated : <FieldValue dense field={field} value={value} />}</span>
      <small>{format.count(lane.count)}</small>
    </h2>
  );
}
