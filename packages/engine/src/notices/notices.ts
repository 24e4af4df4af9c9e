import { message } from '@nonet/language';
import type { Actor } from '../engine.ts';
import type { ReadScope } from '../run/read-scope.ts';
import { readRow } from '../run/read-scope.ts';
import { refuse, refuseInvalid } from '../run/refuse.ts';
import { isId } from '../run/values/identifier.ts';
import { type Pool, run, transaction } from '../store/pool.ts';
import { type InboxNotice, type InboxQuery, inInbox, noticesOf, placeOf, readInbox } from './read-notices.ts';
import { type Notice, type NoticeWay, wayOf } from './ways.ts';

/** So many unread notices are counted; from there on it is this number. */
export const MOST_COUNTED = 100;

/** The state of an inbox. */
export interface InboxState {
  /** Up to `MOST_COUNTED`. */
  readonly unread: number;
  /** The id of the newest notice; null if there is none. */
  readonly newest: string | null;
}

export interface InboxPage extends InboxState {
  readonly notices: readonly InboxNotice[];
  /** The id from which the next page continues; null if this is the last. */
  readonly next: string | null;
}

/** How somebody gets a notice. */
export interface NoticePreference {
  /** The name of the notice in the document. */
  readonly notice: string;
  readonly description: string;
  readonly way: NoticeWay;
  readonly isNecessary: boolean;
}

/** Which notices are marked: by their ids, or all up to one, as the reader saw them. */
export type Marked = { readonly ids: readonly string[] } | { readonly until: string };

/** The notices of a signed-in user: each operation sees and changes their own alone. */
export interface Notices {
  list(actor: Actor, query: InboxQuery): Promise<InboxPage>;
  state(actor: Actor): Promise<InboxState>;
  /** Marks as read or as unread; what is none of theirs is left. */
  mark(actor: Actor, marked: Marked, isRead: boolean): Promise<InboxState>;
  /** The notices that they have got or chosen something for, in the order of the document. */
  preferences(actor: Actor): Promise<readonly NoticePreference[]>;
  /** @throws {Refusal} NOT_FOUND for a notice that is none of their preferences; INVALID if a necessary one is turned off. */
  choose(actor: Actor, notice: string, way: NoticeWay): Promise<NoticePreference>;
}

type Reading = <T>(actor: Actor, read: (scope: ReadScope) => Promise<T>) => Promise<T>;

export function createNotices(pool: Pool, reading: Reading): Notices {
  return {
    list: (actor, query) =>
      reading(actor, async (scope) => {
        const after = query.after === null || isId(query.after) ? query.after : NO_ID;
        const [state, found] = [await readInboxState(scope), await readInbox(scope, { ...query, after })];
        const notices = found.slice(0, query.limit);
        return { ...state, notices, next: found.length > query.limit ? (notices.at(-1)?.id ?? null) : null };
      }),
    state: (actor) => reading(actor, readInboxState),
    mark: (actor, marked, isRead) =>
      reading(actor, async (scope) => {
        const one = 'ids' in marked ? null : marked.until;
        await run(pool, {
          text: `update nonet.notice n set read_at = case when $2 then $3::timestamptz end
                 where n.recipient = $1 and (n.read_at is null) = $2
                   and ${one === null ? 'n.id = any($4::uuid[])' : `(n.at, n.id) <= (${placeOf('$4::uuid', '$1')})`}`,
          values: [
            scope.actor.userId,
            isRead,
            scope.now,
            'ids' in marked ? marked.ids.filter(isId) : isId(marked.until) ? marked.until : NO_ID,
          ],
        });
        return readInboxState(scope);
      }),
    preferences: (actor) => reading(actor, readPreferences),
    choose: (actor, notice, way) =>
      reading(actor, async (scope) => {
        const own = (await readPreferences(scope)).find((one) => one.notice === notice);
        if (own === undefined) throw refuse(scope.index, 'NOT_FOUND');
        if (way === 'off' && own.isNecessary)
          throw refuseInvalid(scope.index, [
            { field: 'way', code: 'INVALID', message: message('noticeNecessary'), clause: `7.${notice}.necessary` },
          ]);
        await storeWay(pool, scope, notice, way);
        return { ...own, way };
      }),
  };
}

/** An id that nothing has: what is no id finds nothing. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Stores the way of a person; what they want told otherwise from now on is told by no daily mail any more. */
async function storeWay(pool: Pool, { index, actor }: ReadScope, notice: string, way: NoticeWay): Promise<void> {
  await transaction(pool, async (client) => {
    await run(client, {
      text:
        way === 'inbox'
          ? `delete from nonet.notice_way where user_id = $1 and call = nonet.stored_name('notice_way.call', $2)`
          : `insert into nonet.notice_way (user_id, call, way) values ($1, $2, $3)
             on conflict (user_id, call) do update set way = excluded.way`,
      values: [actor.userId, notice, ...(way === 'inbox' ? [] : [way])],
    });
    if (way === 'digest')
      await run(client, {
        text: `insert into nonet.notice_digest (user_id, locale) values ($1, $2)
               on conflict (user_id) do update set locale = excluded.locale`,
        values: [actor.userId, actor.locale ?? index.plan.settings.locale],
      });
    else
      await run(client, {
        text: `update nonet.notice set in_digest = false
               where recipient = $1 and in_digest and call = nonet.stored_name('notice.call', $2)`,
        values: [actor.userId, notice],
      });
  });
}

/** The number of unread notices, and the newest of all. */
export async function readInboxState(scope: ReadScope): Promise<InboxState> {
  const row = await readRow<{ unread: number; newest: string | null }>(scope, 'inbox state', (parameters) => {
    const own = inInbox(scope, parameters);
    const notices = parameters.ownTable('notice');
    return `select (select count(*)::int from (select from ${notices} n where n.read_at is null and ${own} limit ${MOST_COUNTED}) counted) as unread,
                   (select n.id from ${notices} n where ${own} order by n.at desc, n.id desc limit 1) as newest`;
  });
  return { unread: row?.unread ?? 0, newest: row?.newest ?? null };
}

async function readPreferences(scope: ReadScope): Promise<readonly NoticePreference[]> {
  const rows = await run<{ call: string; way: NoticeWay | null }>(scope.client, {
    text: `select nonet.known_name('notice.call', known.call) as call, w.way from (
             select distinct n.call from nonet.notice n where n.recipient = $1
             union select o.call from nonet.notice_way o where o.user_id = $1) known
           left join nonet.notice_way w on w.user_id = $1 and w.call = known.call`,
    values: [scope.actor.userId],
  });
  return noticesOf(scope).flatMap((notice: Notice): NoticePreference[] => {
    const known = rows.find(({ call }) => call === notice.name);
    if (known === undefined) return [];
    const { name, description, isNecessary } = notice;
    return [{ notice: name, description, way: wayOf(notice, known.way ?? undefined), isNecessary }];
  });
}
