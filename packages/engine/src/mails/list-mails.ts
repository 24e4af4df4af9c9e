import { openJson } from '../encryption/call-contents.ts';
import type { PlanIndex } from '../plan-index.ts';
import { type Pool, run } from '../store/pool.ts';
import { environmentConstant } from '../calls/environment-constant.ts';
import { MissingConstant } from '../calls/request.ts';
import { mailNamesOf } from '../notices/digest-call.ts';
import { isId } from '../run/values/identifier.ts';
import type { MakePaper } from '../papers/make-paper.ts';
import { filesOfMail } from './mail-files.ts';
import {
  completeMail,
  leftOutWords,
  type MailFile,
  type OutgoingMail,
  type QueuedAttachment,
  type QueuedMail,
} from './queued-mail.ts';

/** A mail of the outbox as it is sent, for `nonet dev`. */
export interface ListedMail extends Omit<OutgoingMail, 'files'> {
  readonly id: string;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly queuedAt: string;
  /** The values that were left out, or why it failed; null if it is whole. */
  readonly problem: string | null;
  readonly attachments: readonly QueuedAttachment[];
}

/** The mails whose words are still kept, the newest first. */
export async function listMails(index: PlanIndex, pool: Pool, limit: number): Promise<readonly ListedMail[]> {
  const rows = await run<Row>(pool, {
    text: `select id, call, state, idempotency_key as key, request, problem,
             to_char(queued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "queuedAt"
           from nonet.outbound_call where call = any($1) and request <> 'null' order by sequence desc limit $2`,
    values: [mailNamesOf(index), limit],
  });
  return rows.map(({ key, request, problem, ...row }) => {
    const queued = openJson<QueuedMail>(index, row.id, request);
    return {
      ...row,
      ...completeMail({ call: row.call, key }, queued, constantsOrNames(index)),
      problem: problem ?? leftOutWords(queued),
      attachments: queued.attachments ?? [],
    };
  });
}

interface Row {
  readonly id: string;
  readonly call: string;
  readonly state: ListedMail['state'];
  readonly key: string;
  readonly request: QueuedMail | { readonly sealed: string };
  readonly problem: string | null;
  readonly queuedAt: string;
}

/** A constant that is not set shows its name. */
export function constantsOrNames(index: PlanIndex): (name: string) => string {
  return (name) => {
    try {
      return environmentConstant(index, name);
    } catch (error) {
      if (error instanceof MissingConstant) return `{${name}}`;
      throw error;
    }
  };
}

/** A file of a kept mail, as it is sent; null if there is none there. @throws what `makePaper` throws */
export async function readMailFile(
  index: PlanIndex,
  pool: Pool,
  id: string,
  place: number,
  makePaper: MakePaper,
): Promise<MailFile | null> {
  if (!isId(id)) return null;
  const [row] = await run<Pick<Row, 'request'>>(pool, {
    text: `select request from nonet.outbound_call where id = $1 and call = any($2) and request <> 'null'`,
    values: [id, mailNamesOf(index)],
  });
  const attachment = row && openJson<QueuedMail>(index, id, row.request).attachments?.[place];
  if (attachment === undefined) return null;
  const { files } = await filesOfMail({ pool, makePaper }, { attachments: [attachment] });
  return files[0] ?? null;
}
