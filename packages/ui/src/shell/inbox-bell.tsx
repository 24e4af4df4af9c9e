import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { inboxStateQuery, INBOX_EVENTS, isInboxState } from '../data/inbox.ts';
import { INBOX_ROUTE } from '../data/routes.ts';
import { useFollowed, usePoll } from '../live/use-followed.ts';
import { RouteLink } from '../parts/route-link.tsx';
import { useWords } from '../words/words.ts';

/** Beyond it, the server counts no further. */
const MOST_COUNTED = 100;

/** The way to the inbox, with the number of notices that are unread. It is live, and so is the inbox with it. */
export default function InboxBell() {
  const words = useWords();
  const queries = useQueryClient();
  const state = useQuery(inboxStateQuery);
  const isLive = useFollowed([INBOX_EVENTS], (_address, { data }) => {
    if (!isInboxState(data)) return;
    queries.setQueryData(inboxStateQuery.queryKey, data);
    void queries.invalidateQueries({ queryKey: ['inbox', 'notices'] });
  });
  usePoll(isLive, state);
  const unread = state.data?.unread ?? 0;
  const count = unread >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(unread);
  return (
    <Indicator disabled={unread === 0} label={<span aria-hidden>{count}</span>} size={16} offset={6} color="red.8">
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        size="md"
        aria-label={unread === 0 ? words.inbox : words.inboxUnread(count)}
        title={words.inbox}
        renderRoot={(props) => <RouteLink to={INBOX_ROUTE} {...props} />}
      >
        <IconBell size={18} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
