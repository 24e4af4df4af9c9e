import { Button, SegmentedControl, Text } from '@mantine/core';
import type { InboxStateView } from '@nonet/client';
import { IconChecks, IconSettings } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { client } from '../../data/client.ts';
import { inboxQuery, inboxStateQuery } from '../../data/inbox.ts';
import { messageOf } from '../../data/messages.ts';
import { notifyRefused } from '../../parts/notify.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';
import { RowsSkeleton } from '../skeleton.tsx';
import classes from './inbox.module.css';
import { NoticeItem } from './notice-item.tsx';

const NoticePreferences = lazy(() => import('./notice-preferences.tsx'));

/** The notices of its reader, the newest first. */
export default function InboxScreen() {
  const words = useWords();
  const [unreadOnly, setUnreadOnly] = useState(false);
  const [preferring, setPreferring] = useState(false);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...inboxQuery(unreadOnly),
    placeholderData: keepPreviousData,
  });
  const state = useQuery(inboxStateQuery);
  const mark = useMark();
  const notices = data?.pages.flatMap(({ items }) => items);
  const newest = data?.pages[0]?.newest ?? null;
  return (
    <ScreenFrame
      screen={null}
      title={words.inbox}
      loaded={data !== undefined || error !== null}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconChecks size={16} aria-hidden />}
            disabled={newest === null || (state.data?.unread ?? 0) === 0}
            onClick={() => newest !== null && mark.mutate({ marked: { until: newest }, read: true })}
          >
            {words.markAllRead}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden />}
            onClick={() => setPreferring(true)}
          >
            {words.noticePreferences}
          </Button>
        </>
      }
    >
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={words.inbox}
        data={[
          { value: 'all', label: words.allNotices },
          { value: 'unread', label: words.unreadNotices },
        ]}
        value={unreadOnly ? 'unread' : 'all'}
        onChange={(value) => setUnreadOnly(value === 'unread')}
      />
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {!notices && !error && <RowsSkeleton />}
      {notices?.length === 0 && <Text c="dimmed">{unreadOnly ? words.noUnreadNotices : words.noNotices}</Text>}
      {notices && notices.length > 0 && (
        <ul className={classes.notices}>
          {notices.map((notice) => (
            <NoticeItem
              key={notice.id}
              notice={notice}
              onMark={(read) => mark.mutate({ marked: { ids: [notice.id] }, read })}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.olderNotices}
        </Button>
      )}
      {preferring && (
        <Suspense>
          <NoticePreferences onClose={() => setPreferring(false)} />
        </Suspense>
      )}
    </ScreenFrame>
  );
}

/** Marks notices, and shows what the server then says. */
function useMark() {
  const words = useWords();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ marked, read }: { marked: { ids: readonly string[] } | { until: string }; read: boolean }) =>
      client.markNotices(marked, read),
    onSuccess: (state: InboxStateView) => {
      queries.setQueryData(inboxStateQuery.queryKey, state);
      return queries.invalidateQueries({ queryKey: ['inbox', 'notices'] });
    },
    onError: (error) => notifyRefused(messageOf(error, words), words.inbox, words),
  });
}
