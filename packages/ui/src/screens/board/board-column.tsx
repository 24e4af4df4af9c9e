import { useDroppable } from '@dnd-kit/core';
import { Badge, Button, Text } from '@mantine/core';
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
import { useEffect, useEffectEvent, useId } from 'react';
import { pagesQuery } from '../../data/queries.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useWords } from '../../words/words.ts';
import classes from './board.module.css';
import { Card } from './card.tsx';

interface BoardColumnProps {
  choice: NonNullable<FieldView['choices']>[number];
  choices: NonNullable<FieldView['choices']>;
  screen: ScreenView;
  entity: EntityView;
  columns: readonly ColumnView[];
  query: ListQuery;
  /** What a card that is being dragged would find here. */
  target: 'none' | 'fits' | 'closed';
  onMove: (record: RecordView, from: string, to: string) => void;
  onLoaded: () => void;
  /** Called with each error, and of its end (null). */
  onError: (error: Error | null) => void;
  /** Whether the board says what went wrong, for all of its columns. */
  errorIsSaid: boolean;
}

/** The records of one state or choice. */
export function BoardColumn({
  choice,
  choices,
  screen,
  entity,
  columns,
  query,
  target,
  onMove,
  onLoaded,
  onError,
  errorIsSaid,
}: BoardColumnProps) {
  const words = useWords();
  const id = useId();
  const { setNodeRef, isOver } = useDroppable({ id: choice.name });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...pagesQuery(entity.path, query),
    placeholderData: keepPreviousData,
  });
  useLiveRefresh([listAddress(entity.path, query)], { error, refetch }, (_place, page) =>
    data?.pages[0] === undefined ? true : JSON.stringify(page.items) === JSON.stringify(data.pages[0].items),
  );
  const records = data?.pages.flatMap((page) => page.items) ?? [];
  useEffect(() => {
    if (!isPending) onLoaded();
  }, [isPending, onLoaded]);
  const report = useEffectEvent(onError);
  useEffect(() => report(error), [error]);
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-target={target}
      data-empty={(!isPending && records.length === 0) || undefined}
      data-over={isOver || undefined}
      aria-labelledby={id}
    >
      <Text id={id} component="h2" size="sm" fw={600} className={classes.columnTitle}>
        {choice.label}
        {data && (
          <Badge component="span" variant="default" size="sm" radius="sm">
            {records.length}
            {hasNextPage ? '+' : ''}
          </Badge>
        )}
      </Text>
      {error && !errorIsSaid && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <ul className={classes.cards}>
        {records.map((record) => (
          <li key={record.id}>
            <Card
              record={record}
              from={choice.name}
              choices={choices}
              screen={screen}
              entity={entity}
              columns={columns}
              onMove={onMove}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.showMore}
        </Button>
      )}
    </section>
  );
}
