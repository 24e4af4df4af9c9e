import { openJson, sealJson } from '../encryption/call-contents.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import type { PlanIndex } from '../plan-index.ts';
import { newId } from '../run/values/identifier.ts';
import { wireId } from '../run/values/number-id.ts';
import { type PoolClient, type Queryable, run } from '../store/pool.ts';
import { rowsInParts } from '../store/rows-in-parts.ts';
import { type IncomingMail, kept, type KeptMail, unpacked } from './incoming-mail.ts';

/** The encrypted part of a received mail. */
export const RECEIVED = 'received_mail.content';

/** The outcome of a mail, in one word. */
export type ReceivedState =
  /** It has come, and what becomes of it is not known yet. */
  | 'waiting'
  /** It is a record now. */
  | 'taken'
  /** Nobody but its sender may have sent it, or the product refused the record. */
  | 'refused'
  /** A program has answered: nothing comes of it. */
  | 'ignored';

/** The outcome of a mail, for whoever delivers it. */
export interface ReceivedOutcome {
  readonly id: string;
  readonly state: ReceivedState;
  /** The item of `### Received` that took it; null if none did. */
  readonly call: string | null;
  readonly entity: string | null;
  /** The id of the record as on the wire. */
  readonly record: string | number | null;
  readonly code: string | null;
  readonly clause: string | null;
  readonly problem: string | null;
  /** The attachments that no field took. */
  readonly leftOut: string | null;
}

export interface ListedReceived extends ReceivedOutcome {
  readonly sender: string | null;
  readonly subject: string;
  readonly at: string;
}

type Row = Omit<ListedReceived, 'record'> & { readonly record: string | null };

const COLUMNS = `id, state, call, entity, record, code, clause, problem, left_out as "leftOut", sender, subject,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`;

/** Notes that a mail has come. Null if it came before: then what became of it stands. */
export async function noteMail(
  index: PlanIndex,
  client: Queryable,
  mail: IncomingMail,
  now: string,
): Promise<string | null> {
  const id = newId();
  const [noted] = await run<{ id: string }>(client, {
    text: `insert into nonet.received_mail (id, message_id, sender, subject, at, content) values ($1, $2, $3, $4, $5, $6::jsonb)
           on conflict (message_id) do nothing returning id`,
    values: [
      id,
      mail.messageId,
      mail.from,
      mail.subject,
      now,
      JSON.stringify(sealJson(index, RECEIVED, id, kept(mail))),
    ],
  });
  return noted?.id ?? null;
}

/** A mail that came before, by its `Message-ID`. */
export async function findMail(index: PlanIndex, client: Queryable, messageId: string): Promise<ListedReceived | null> {
  const [row] = await run<Row>(client, {
    text: `select ${COLUMNS} from nonet.received_mail where message_id = $1`,
    values: [messageId],
  });
  return row === undefined ? null : listed(index, row);
}

/** The contents of a mail that is to be tried, and how often it was; null if there is none, or if it was taken. */
export async function openMail(
  index: PlanIndex,
  client: Queryable,
  id: string,
): Promise<{ readonly mail: IncomingMail; readonly attempts: number } | null> {
  const [row] = await run<{ content: KeptMail | { sealed: string }; attempts: number }>(client, {
    text: `update nonet.received_mail set attempts = attempts + 1
           where id = $1 and state <> 'taken' and content <> 'null' returning content, attempts`,
    values: [id],
  });
  if (row === undefined) return null;
  return { mail: unpacked(openJson<KeptMail>(index, id, row.content)), attempts: row.attempts };
}

/** Keeps what became of a mail. What was taken is in its record: its contents go. */
export async function endMail(
  index: PlanIndex,
  client: Queryable,
  id: string,
  outcome: Omit<ReceivedOutcome, 'id' | 'record'> & { readonly record: string | null },
): Promise<ReceivedOutcome> {
  const { state, call, entity, record, code, clause, problem, leftOut } = outcome;
  await run(client, {
    text: `update nonet.received_mail set state = $2, call = $3, entity = $4, record = $5, code = $6, clause = $7, problem = $8,
             left_out = $9, content = case when $2 = 'refused' then content else 'null' end
           where id = $1 and state <> 'taken'`,
    values: [id, state, call, entity, record, code, clause, problem, leftOut],
  });
  return { id, ...outcome, record: onWire(index, entity, record) };
}

/** The mails of one state, the newest first, for the operator. */
export async function listReceived(
  index: PlanIndex,
  client: Queryable,
  state: ReceivedState,
  limit: number,
): Promise<readonly ListedReceived[]> {
  const rows = await run<Row>(client, {
    text: `select ${COLUMNS} from nonet.received_mail where state = $1 order by sequence desc limit $2`,
    values: [state, limit],
  });
  return rows.map((row) => listed(index, row));
}

/** Forgets the contents of mails that were refused long ago, and of all but the newest of them; then the mails themselves. */
export async function forgetReceived(client: Queryable, now: string): Promise<void> {
  await run(client, {
    text: `update nonet.received_mail set content = 'null' where content <> 'null' and state = 'refused' and (
             at < $1::timestamptz - make_interval(days => $2)
             or sequence <= (select sequence from nonet.received_mail where state = 'refused' order by sequence desc offset $3 limit 1))`,
    values: [now, ENGINE_LIMITS.outboundContentDays, ENGINE_LIMITS.refusedMails],
  });
  await run(client, {
    text: `delete from nonet.received_mail where state in ('refused', 'ignored') and at < $1::timestamptz - make_interval(days => $2)`,
    values: [now, 3 * ENGINE_LIMITS.outboundContentDays],
  });
}

function listed(index: PlanIndex, { record, ...row }: Row): ListedReceived {
  return { ...row, record: onWire(index, row.entity, record) };
}

/** An entity of a former document has ids as they are stored. */
function onWire(index: PlanIndex, entity: string | null, record: string | null): string | number | null {
  const isKnown = index.plan.entities.some(({ name }) => name === entity);
  return entity === null || record === null || !isKnown ? record : wireId(index, entity, record);
}

/** The mails that came from an address, with their words where they are still kept, read in parts within a transaction. */
export async function* mailsFrom(
  client: PoolClient,
  index: PlanIndex,
  email: string,
): AsyncGenerator<Pick<ListedReceived, 'call' | 'state' | 'at' | 'subject'> & { readonly text: string | null }> {
  const text = `select id, call, state, subject, content, to_json(at)#>>'{}' as at from nonet.received_mail
    where lower(sender) = lower($1) order by sequence`;
  const parts = rowsInParts<Row & { readonly content: KeptMail | { sealed: string } | null }>(client, {
    text,
    values: [email],
  });
  for await (const rows of parts)
    for (const { id, content, call, state, subject, at } of rows) {
      const mail = content === null ? null : openJson<KeptMail>(index, id, content);
      yield { call, state, at, subject, text: mail?.text ?? null };
    }
}
