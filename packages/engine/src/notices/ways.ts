import type { OutboundCall } from '@nonet/language';
import { type Queryable, run } from '../store/pool.ts';

/** How somebody gets a notice: in the inbox, there and by mail, at once or once a day, or not at all. */
export type NoticeWay = 'inbox' | 'mail' | 'digest' | 'off';

export type Notice = Extract<OutboundCall, { kind: 'notice' }>;

/** The way that holds: nobody can turn off what is necessary, also if it was not when they did. */
export function wayOf({ isNecessary }: Notice, stored: NoticeWay | undefined): NoticeWay {
  return stored === undefined || (stored === 'off' && isNecessary) ? 'inbox' : stored;
}

/** The ways that some users have chosen for a notice, by their ids. */
export async function chosenWays(
  client: Queryable,
  notice: string,
  users: readonly string[],
): Promise<ReadonlyMap<string, NoticeWay>> {
  const rows = await run<{ user: string; way: NoticeWay }>(client, {
    text: `select user_id as "user", way from nonet.notice_way
           where call = nonet.stored_name('notice_way.call', $1) and user_id = any($2::uuid[])`,
    values: [notice, users],
  });
  return new Map(rows.map(({ user, way }) => [user, way]));
}
