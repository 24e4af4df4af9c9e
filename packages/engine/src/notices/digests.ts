import { message, messageFormatIn } from '@nonet/language';
import { insertCall } from '../calls/insert-call.ts';
import { lastTime } from '../calls/last-time.ts';
import type { CallWorkerOptions } from '../calls/options.ts';
import type { QueuedMail, QueuedWords } from '../mails/queued-mail.ts';
import { usersOf } from '../mails/recipients.ts';
import type { PlanIndex } from '../plan-index.ts';
import { indexFor } from '../plan-languages.ts';
import { type ReadScope, readScope } from '../run/read-scope.ts';
import { table } from '../sql/identifiers.ts';
import { type PoolClient, run, transaction } from '../store/pool.ts';
import type { WorkerFailures } from '../worker/worker-failures.ts';
import { DAILY_DIGEST, queuedCallsOf } from './digest-call.ts';
import { type InboxNotice, noticesOf, readUnread } from './read-notices.ts';

type DigestOptions = Pick<CallWorkerOptions, 'index' | 'pool' | 'clock'> & { readonly failures: WorkerFailures };

/** Writes the daily mails to those who want to get notices so. */
export interface Digests {
  /** Queues the mails whose time has come; each person gets one at most for each time, from all processes. Returns how many people were looked at. */
  queue(): Promise<number>;
}

/** The number of notices that one mail tells; it says how many more there are. */
const MOST_NOTICES = 50;

/** Tags and cursors leave no mail: there is nothing to key. */
const NO_SECRET = Buffer.alloc(32);

export function createDigests(options: DigestOptions): Digests {
  const { index, pool, clock, failures } = options;
  const call = queuedCallsOf(index).find(({ name }) => name === DAILY_DIGEST);
  if (call === undefined) return { queue: async () => 0 };

  /** One transaction marks as told what is told, and queues the mail: neither is without the other. */
  const tell = async ({ recipient, locale }: Due, time: string) =>
    transaction(pool, async (client) => {
      if (!(await take(client, recipient, time))) return 0;
      const words = indexFor(index, locale);
      const ids = await takeNotices(client, words, recipient, time);
      const [user] = await usersOf(client, [recipient]);
      const reader = user?.user ?? null;
      if (user === undefined || reader === null) return 1;
      const scope = readScope(words, client, clock, reader, NO_SECRET);
      // A notice of which its reader may read nothing any more is not worth a mail.
      const notices = (await readUnread(scope, ids)).filter(({ subject }) => subject !== '');
      if (notices.length > 0)
        await insertCall(
          scope,
          call,
          { entity: 'User', id: recipient, event: DAILY_DIGEST },
          {
            to: user.address,
            ...digestOf(scope, locale, notices),
          },
        );
      return 1;
    });

  return {
    async queue() {
      const { timeZone, digestTime } = index.plan.settings;
      const schedule = { weekday: null, time: digestTime };
      const task = (record: string | null) => ({ task: 'schedule', clause: call.clause, record }) as const;
      const due = await failures.attempt(task(null), async () => {
        const time = await lastTime(pool, schedule, timeZone, clock());
        return { time, people: await peopleDue(options, time) };
      });
      let mailed = 0;
      for (const person of due?.people ?? [])
        mailed += (await failures.attempt(task(person.recipient), () => tell(person, due?.time ?? ''))) ?? 0;
      return mailed;
    },
  };
}

/** Somebody for whom there may be notices to tell, and the language in which they want that; null: the product's own. */
interface Due {
  readonly recipient: string;
  readonly locale: string | null;
}

async function peopleDue({ pool }: DigestOptions, time: string): Promise<readonly Due[]> {
  return run<{ recipient: string; locale: string | null }>(pool, {
    text: `select waiting.recipient, d.locale
           from (select distinct n.recipient from nonet.notice n where n.in_digest and n.at < $1) waiting
           join ${table('User')} u on u.id = waiting.recipient and not u.disabled and u._deleted_at is null
           left join nonet.notice_digest d on d.user_id = waiting.recipient
           where d.queued_for is null or d.queued_for < $1
           order by waiting.recipient`,
    values: [time],
  });
}

/** Notes that this person is told what came before this time; false if they were already. */
async function take(client: PoolClient, recipient: string, time: string): Promise<boolean> {
  const rows = await run(client, {
    text: `insert into nonet.notice_digest as d (user_id, queued_for) values ($1, $2)
           on conflict (user_id) do update set queued_for = excluded.queued_for
           where d.queued_for is null or d.queued_for < excluded.queued_for
           returning d.user_id`,
    values: [recipient, time],
  });
  return rows.length > 0;
}

/** Marks what is told now; what only another version of the document knows is left for its processes. */
async function takeNotices(
  client: PoolClient,
  index: PlanIndex,
  recipient: string,
  time: string,
): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(client, {
    text: `update nonet.notice n set in_digest = false
           where n.recipient = $1 and n.in_digest and n.at < $2 and nonet.known_name('notice.call', n.call) = any($3::text[])
           returning n.id`,
    values: [recipient, time, noticesOf({ index }).map(({ name }) => name)],
  });
  return rows.map(({ id }) => id);
}

/** The mail: each notice with its words and its link, as its reader may read them now. */
function digestOf(
  { index }: ReadScope,
  locale: string | null,
  notices: readonly InboxNotice[],
): Omit<QueuedMail, 'to'> {
  const { title, settings } = index.plan;
  const format = messageFormatIn(locale ?? settings.locale);
  const count = format.message(message('digestSubject', { count: notices.length }));
  const more = notices.length - MOST_NOTICES;
  const toInbox = (words: string): QueuedWords => ['[', { value: words }, '](', { link: INBOX }, ')\n\n'];
  return {
    replyTo: null,
    subject: [{ value: title === '' ? count : `${title}: ${count}` }],
    body: [
      ...notices.slice(0, MOST_NOTICES).flatMap(partOf),
      ...(more > 0 ? toInbox(format.message(message('digestMore', { count: more }))) : []),
      '---\n\n',
      ...toInbox(format.message(message('digestWhy'))),
    ],
    leftOut: [],
  };
}

/** The address of the inbox. */
const INBOX = '/-/inbox';

function partOf({ subject, body, link }: InboxNotice): QueuedWords {
  const address = link?.startsWith('/') === true ? { link } : link;
  const heading = address === null ? [{ value: subject }] : ['[', { value: subject }, '](', address, ')'];
  return ['## ', ...heading, '\n\n', ...body, '\n\n'];
}
