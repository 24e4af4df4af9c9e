import type { Expression } from '@nonet/language';
import { eachVariable } from '../calls/subject.ts';
import { constantsOrNames } from '../mails/list-mails.ts';
import { completeMail, type MailPiece } from '../mails/queued-mail.ts';
import { askedIn, compileAsked, type Said, wordsWith } from '../mails/words.ts';
import { actorContext, type ReadScope, readRows } from '../run/read-scope.ts';
import { literal, THIS } from '../run/write.ts';
import { living } from '../sql/admits.ts';
import type { Parameters } from '../sql/parameters.ts';
import type { Notice } from './ways.ts';

/** A notice as its reader may read it now. */
export interface InboxNotice {
  readonly id: string;
  /** The name of the notice in the document. */
  readonly notice: string;
  readonly at: string;
  readonly isRead: boolean;
  readonly subject: string;
  readonly body: readonly MailPiece[];
  /** An address within the product or outside; null if it leads nowhere, or nowhere for this reader. */
  readonly link: string | null;
}

export interface InboxQuery {
  readonly unreadOnly: boolean;
  /** The id of the last notice of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

/** A row of an inbox; its words are read separately. */
interface NoticeRow {
  readonly id: string;
  readonly call: string;
  readonly event: string;
  readonly at: string;
  readonly isRead: boolean;
}

/** The notices of the document whose words are known. */
export function noticesOf({ index }: Pick<ReadScope, 'index'>): readonly Notice[] {
  return index.plan.calls.flatMap((call) => (call.kind === 'notice' && call.mail !== null ? [call] : []));
}

const INSTANT = `to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The name by which this process knows the notice of a row `n`. */
const NOTICE = `nonet.known_name('notice.call', n.call)`;

const ROWS = `select n.id, ${NOTICE} as call, n.event, ${INSTANT} as at, n.read_at is not null as "isRead"`;

/** A page of the inbox, the newest first, and one notice more if there is another page. */
export async function readInbox(scope: ReadScope, query: InboxQuery): Promise<readonly InboxNotice[]> {
  const { unreadOnly, after, limit } = query;
  const rows = await readRows<NoticeRow>(
    scope,
    `inbox ${unreadOnly} ${after !== null}`,
    (parameters) => {
      const user = parameters.slot('user', 'uuid');
      const last = after === null ? '' : `and (n.at, n.id) < (${placeOf(parameters.slot('after', 'uuid'), user)})`;
      return `${ROWS} from ${parameters.ownTable('notice')} n where ${inInbox(scope, parameters)} ${unreadOnly ? 'and n.read_at is null' : ''} ${last}
              order by n.at desc, n.id desc limit ${parameters.slot('limit', 'int')}`;
    },
    { after, limit: limit + 1 },
  );
  return sayRows(scope, rows);
}

/** These notices of their reader in their words, in this order. */
async function sayRows(scope: ReadScope, rows: readonly NoticeRow[]): Promise<readonly InboxNotice[]> {
  const words = new Map<string, Pick<InboxNotice, 'subject' | 'body' | 'link'>>();
  for (const notice of noticesOf(scope)) {
    const own = rows.filter(({ call }) => call === notice.name);
    if (own.length === 0) continue;
    for (const [id, said] of await readWords(scope, notice, own)) words.set(id, said);
  }
  // A notice whose record was deleted between the two statements is not there any more.
  return rows.flatMap(({ id, call, at, isRead }) => {
    const said = words.get(id);
    return said === undefined ? [] : [{ id, notice: call, at, isRead, ...said }];
  });
}

/** Those of some notices that are unread in their reader's inbox, the newest first. */
export async function readUnread(scope: ReadScope, ids: readonly string[]): Promise<readonly InboxNotice[]> {
  const rows = await readRows<NoticeRow>(
    scope,
    'inbox unread of some',
    (parameters) => `${ROWS} from ${parameters.ownTable('notice')} n
      where n.id = any(${parameters.listSlot('ids', 'uuid')}) and n.read_at is null and ${inInbox(scope, parameters)}
      order by n.at desc, n.id desc`,
    { ids },
  );
  return sayRows(scope, rows);
}

/** The place of one of a user's own notices in the order of the inbox. */
export function placeOf(id: string, user: string): string {
  return `select p.at, p.id from nonet.notice p where p.id = ${id} and p.recipient = ${user}`;
}

/** The SQL of whether a notice `n` is in the reader's inbox: it is theirs, kept still, and its record is there. */
export function inInbox(scope: ReadScope, parameters: Parameters): string {
  const context = actorContext(scope, parameters);
  const there = noticesOf(scope).map((notice) => {
    const entity = entityOf(notice);
    const alias = parameters.alias();
    const isThere = living({ kind: 'row', entity, alias }, context);
    return `when ${literal(notice.name)} then exists (select from ${parameters.table(entity)} ${alias} where ${alias}."id" = n.record and ${isThere})`;
  });
  if (there.length === 0) return 'false';
  const { noticesKeptSeconds } = scope.index.plan.settings;
  return `n.recipient = ${parameters.slot('user', 'uuid')}
    and n.at >= ${parameters.slot('now', 'timestamptz')} - make_interval(secs => ${parameters.bind(noticesKeptSeconds, 'double precision')})
    and case ${NOTICE} ${there.join(' ')} else false end`;
}

/** A notice with words has a cause, and all causes are of one entity. */
function entityOf({ when }: Notice): string {
  const [cause] = when;
  if (cause === undefined) throw new Error('A notice that has words has a cause.');
  return cause.entity;
}

/** The words of notices of one kind for their reader, by their ids: one statement for all of them. */
async function readWords(
  scope: ReadScope,
  notice: Notice,
  rows: readonly NoticeRow[],
): Promise<ReadonlyMap<string, Pick<InboxNotice, 'subject' | 'body' | 'link'>>> {
  const { index } = scope;
  const { mail } = notice;
  if (mail === null) return new Map();
  const asked = askedIn(index, mail);
  const entity = entityOf(notice);
  const found = await readRows<Record<string, unknown> & { readonly id: string }>(
    scope,
    `notice ${notice.name}`,
    (parameters) => {
      const row = { kind: 'row', entity, alias: THIS } as const;
      const own = actorContext(scope, parameters);
      const context = actorContext(scope, parameters, {
        ...eachVariable(parameters, notice, false, () => 'n.each_record'),
        this: row,
        user: { kind: 'id', entity: 'User', sql: 'n.actor' },
        recipient: { kind: 'id', entity: 'User', sql: parameters.slot('user', 'uuid') },
      });
      const values = asked.map((one, place) => `, ${compileAsked(one, context)} as shown_${place}`);
      return `select n.id ${values.join('')} from ${parameters.ownTable('notice')} n
              join ${parameters.table(entity)} ${THIS} on ${THIS}."id" = n.record and ${living(row, own)}
              where n.recipient = ${parameters.slot('user', 'uuid')} and n.id = any(${parameters.listSlot('ids', 'uuid')})`;
    },
    { ids: rows.map(({ id }) => id) },
  );
  const constant = constantsOrNames(index);
  return new Map(
    found.map((row) => {
      const said = new Map<Expression, Said>(
        asked.map((one, place) => [one.said, { shown: row[`shown_${place}`] ?? null, isLeftOut: false }]),
      );
      const words = wordsWith(index, said, rows.find(({ id }) => id === row.id)?.event ?? '', scope.actor);
      const content = {
        to: '',
        replyTo: null,
        subject: words.text(mail.subject),
        body: words.body(mail.body),
        leftOut: [],
      };
      const { subject, body } = completeMail({ call: notice.name, key: row.id }, content, constant);
      const { link } = mail;
      return [
        row.id,
        { subject, body, link: typeof link === 'object' && link !== null ? words.link(link.record) : link },
      ];
    }),
  );
}
