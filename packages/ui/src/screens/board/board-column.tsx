import { useDroppable } from '@dnd-kit/core';
import { Badge, Button, Text } from '@mantine/core';
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import {
  type ColumnView,
  type EntityView,
  type FieldView,
  listAddress,
  type ListQuery,
  type RecordView,
  type ScreenView,
} from '@nonet/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, useEffect, useEffectEvent, useId, useMemo } from 'react';
import { pagesQuery } from '../../data/queries.ts';
import { useStandingError } from '../../data/standing-error.ts';
import { useFormat } from '../../format/format.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useWords } from '../../words/words.ts';
import type { OrderingByHand } from '../../parts/use-order-by-hand.tsx';
import { type AwaitedCards, withAwaited } from './awaited-cards.ts';
import classes from './board.module.css';
import { keyOfColumn } from './column-keys.ts';
import { Card } from './card.tsx';
import type { Lane } from './lanes.tsx';
import { totalsOf } from './totals.ts';

/** A move that a card's menu asks for, from its column to another choice. */
export interface AskedMove {
  readonly record: RecordView;
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

interface BoardColumnProps {
  choice: NonNullable<FieldView['choices']>[number];
  choices: NonNullable<FieldView['choices']>;
  /** The lane that this part of the column is in; null where the board has none. */
  lane: Lane | null;
  /** The id of the lane's name: each part of a column is named by both. */
  laneId: string | undefined;
  screen: ScreenView;
  entity: EntityView;
  columns: readonly ColumnView[];
  /** The board's query; a column adds its choice and its lane. */
  query: ListQuery;
  /** Whether a dragged card may be dropped here. */
  target: 'none' | 'fits' | 'closed';
  onMove: (asked: AskedMove) => void;
  /** The cards that are on their way, which are drawn where they go to. */
  awaited: AwaitedCards;
  /** The order that people give the cards by hand; null if this reader can't order them. */
  ordering: OrderingByHand | null;
  /** Called with the cards in their order, and whether there are further ones. */
  onShown: (column: string, shown: ShownCards) => void;
  /** The place, among the other cards, at which a dragged card would come in; null if it is not over this column. */
  line: number | null;
  /** The card that is dragged. */
  dragged: string | null;
  onLoaded: (choice: string) => void;
  /** Whether it is folded to its name. */
  folded: boolean;
  onFold: (choice: string, folded: boolean) => void;
  /** Whether it is hidden while it is empty; it is shown while a card is dragged. */
  hidesEmpty: boolean;
  /** Called with each error, and of its end (null). */
  onError: (choice: string, error: Error | null) => void;
  /** Whether the board shows the error for all of its columns. */
  errorIsSaid: boolean;
}

/** The cards of a column as they are shown. */
export interface ShownCards {
  readonly records: readonly RecordView[];
  readonly hasMore: boolean;
}

/** The records of one state or choice. */
export const BoardColumn = memo(function BoardColumn({
  choice,
  lane,
  laneId,
  choices,
  screen,
  entity,
  columns,
  query: ofBoard,
  target,
  onMove,
  awaited,
  ordering,
  onShown,
  line,
  dragged,
  onLoaded,
  folded,
  onFold,
  hidesEmpty,
  onError,
  errorIsSaid,
}: BoardColumnProps) {
  const words = useWords();
  const format = useFormat();
  const id = useId();
  const key = keyOfColumn(lane && String(lane.key), choice.name);
  const filters = { ...ofBoard.filters, ...lane?.filters, [screen.board?.field ?? '']: choice.name };
  const query = { ...ofBoard, filters };
  const { setNodeRef, isOver } = useDroppable({ id: key });
  const pages = pagesQuery(entity.path, { ...query, count: true });
  const asked = useInfiniteQuery({ ...pages, placeholderData: keepPreviousData });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = asked;
  const { error, isPending } = useStandingError(asked);
  useLiveRefresh(
    [listAddress(entity.path, query)],
    { error, queryKey: pages.queryKey },
    (_place, page) => JSON.stringify(page.items) === JSON.stringify(data?.pages[0]?.items),
  );
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const inOrder = ordering?.inOrder;
  const drawn = useMemo(
    () => withAwaited(loaded, key, awaited, inOrder ? [] : screen.order),
    [loaded, key, awaited, inOrder, screen],
  );
  const records = useMemo(() => inOrder?.(drawn) ?? drawn, [inOrder, drawn]);
  const show = useEffectEvent(onShown);
  useEffect(() => show(key, { records, hasMore: hasNextPage }), [key, records, hasNextPage]);
  const others = records.filter(({ id: each }) => each !== dragged);
  const place = target === 'closed' ? null : line;
  const below = place === null ? undefined : others[place]?.id;
  useEffect(() => {
    if (!isPending) onLoaded(choice.name);
  }, [isPending, onLoaded, choice.name]);
  const count = (data?.pages[0]?.count ?? loaded.length) + records.length - loaded.length;
  const totals = hasNextPage ? [] : totalsOf(records, columns);
  const FoldIcon = folded ? IconChevronsRight : IconChevronsLeft;
  const report = useEffectEvent(onError);
  useEffect(() => report(choice.name, error), [choice.name, error]);
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-column={key}
      data-folded={folded || undefined}
      hidden={hidesEmpty && !isPending && records.length === 0 && target === 'none'}
      data-target={target}
      data-empty={(!isPending && records.length === 0) || undefined}
      data-over={isOver || undefined}
      aria-labelledby={laneId === undefined ? id : `${laneId} ${id}`}
    >
      <div className={classes.columnTitle}>
        <Text id={id} component="h2" size="sm" fw={600}>
          {choice.label}
        </Text>
        {data && (
          <Badge component="span" variant="default" size="sm" radius="sm">
            {format.count(count)}
          </Badge>
        )}
        <button
          type="button"
          className={classes.fold}
          aria-expanded={!folded}
          aria-label={folded ? words.unfoldColumn(choice.label) : words.foldColumn(choice.label)}
          onClick={() => onFold(choice.name, !folded)}
        >
          <FoldIcon size={14} aria-hidden />
        </button>
        {totals.map(({ column, amount }) => (
          <Text key={column.path.join('.')} size="xs" c="dimmed" className={classes.total}>
            <span className="visually-hidden">{column.label}: </span>
            {format.money(amount, column.field.currency)}
          </Text>
        ))}
      </div>
      {error && !errorIsSaid && <ProblemAlert error={error} onRetry={() => refetch()} />}
      <ul className={classes.cards} hidden={folded} data-line={(place !== null && below === undefined) || undefined}>
        {records.map((record) => (
          <li key={record.id} data-line={record.id === below || undefined}>
            <Card
              record={record}
              from={choice.name}
              column={key}
              ordered={ordering !== null}
              choices={choices}
              screen={screen}
              entity={entity}
              columns={columns}
              isAwaited={awaited.has(record.id)}
              onMove={onMove}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && !folded && (
        <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.showMore}
        </Button>
      )}
    </section>
  );
});
