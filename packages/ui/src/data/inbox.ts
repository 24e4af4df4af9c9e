import type { InboxStateView } from '@nonet/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** The stream of the inbox's state, as its text behind `/api/`. */
export const INBOX_EVENTS = '-/notices/state';

export const inboxStateQuery = queryOptions({
  queryKey: ['inbox', 'state'],
  queryFn: ({ signal }) => client.inboxState(signal),
});

/** The notices, page after page; all of them, or those that are unread. */
export function inboxQuery(unread: boolean) {
  return infiniteQueryOptions({
    queryKey: ['inbox', 'notices', unread],
    queryFn: ({ pageParam, signal }) => client.inbox({ unread, cursor: pageParam || null }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

export const noticePreferencesQuery = queryOptions({
  queryKey: ['inbox', 'preferences'],
  queryFn: ({ signal }) => client.noticePreferences(signal),
});

export function isInboxState(data: object): data is InboxStateView {
  return 'unread' in data && 'newest' in data;
}
