import { Button, Text } from '@mantine/core';
import { type EntityView, listAddress, type RecordView, type ScreenView } from '@nonet/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { relatedExpansions } from '../../../data/columns.ts';
import { pagesQuery } from '../../../data/queries.ts';
import { useLiveRefresh } from '../../../live/use-live-refresh.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { RecordActionsHost } from '../../../parts/record-actions-host.tsx';
import { useWords } from '../../../words/words.ts';
import { RowsSkeleton } from '../../skeleton.tsx';
import { Comment } from './comment.tsx';
import { Composer } from './composer.tsx';
import classes from './discussion.module.css';

const PAGE = 20;

interface DiscussionProps {
  related: ScreenView['related'][number];
  entity: EntityView;
  record: RecordView;
}

/** The comments on a record, the newest last, and a form for a further one. */
export default function Discussion({ related, entity, record }: DiscussionProps) {
  const words = useWords();
  const query = {
    filters: { about: record.id },
    order: '-created_at',
    limit: PAGE,
    expand: ['created_by', ...relatedExpansions(related).map((path) => path.slice(related.field.length + 1))],
  };
  const pages = pagesQuery(entity.path, query);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pages);
  const first = data?.pages[0];
  useLiveRefresh(
    [listAddress(entity.path, query)],
    { error, queryKey: pages.queryKey },
    (_place, page) => JSON.stringify(page.items) === JSON.stringify(first?.items),
  );
  const comments = data?.pages.flatMap(({ items }) => items).toReversed() ?? [];
  return (
    <RecordActionsHost>
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} />}
      {hasNextPage && (
        <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.earlierComments}
        </Button>
      )}
      {data && comments.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noComments}
        </Text>
      )}
      {comments.length > 0 && (
        <ol className={classes.comments}>
          {comments.map((comment) => (
            <Comment key={comment.id} related={related} entity={entity} comment={comment} />
          ))}
        </ol>
      )}
      {entity.create && <Composer entity={entity} about={record.id} />}
    </RecordActionsHost>
  );
}
