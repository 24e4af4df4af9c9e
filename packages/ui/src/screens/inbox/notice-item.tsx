import { ActionIcon, Anchor, Text } from '@mantine/core';
import type { NoticeView } from '@nonet/client';
import { IconMail, IconMailOpened } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useFormat } from '../../format/format.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';
import classes from './inbox.module.css';

const NoticeBody = lazy(() => import('./notice-body.tsx'));

interface NoticeItemProps {
  notice: NoticeView;
  /** Marks it as read or unread. */
  onMark: (read: boolean) => void;
}

/** One notice: whoever follows its link has read it. */
export function NoticeItem({ notice: { id, subject, body, at, read, link }, onMark }: NoticeItemProps) {
  const words = useWords();
  const format = useFormat();
  const title = subject === '' ? words.noticeHidden : subject;
  return (
    <li className={classes.notice} data-unread={!read || undefined}>
      <div className={classes.words}>
        <Text component="h2" size="sm" fw={read ? 400 : 600} className={classes.subject ?? ''} id={`notice-${id}`}>
          {!read && <span className="visually-hidden">{words.noticeUnread}: </span>}
          <Subject title={title} link={link} onOpen={() => !read && onMark(true)} />
        </Text>
        {body.length > 0 && (
          <Suspense>
            <NoticeBody parts={body} />
          </Suspense>
        )}
        <Text size="xs" c="dimmed" component="time" dateTime={at}>
          {format.dateTime(at)}
        </Text>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        aria-label={read ? words.markUnread : words.markRead}
        aria-describedby={`notice-${id}`}
        title={read ? words.markUnread : words.markRead}
        onClick={() => onMark(!read)}
      >
        {read ? <IconMail size={16} aria-hidden /> : <IconMailOpened size={16} aria-hidden />}
      </ActionIcon>
    </li>
  );
}

function Subject({ title, link, onOpen }: { title: string; link: string | null; onOpen: () => void }) {
  if (link === null) return title;
  if (!/^\/(?![/\\])/.test(link))
    return (
      <Anchor inherit href={link} rel="noopener noreferrer" target="_blank" onClick={onOpen}>
        {title}
      </Anchor>
    );
  return (
    <Anchor inherit onClick={onOpen} renderRoot={(props) => <RouteLink to={link} {...props} />}>
      {title}
    </Anchor>
  );
}
