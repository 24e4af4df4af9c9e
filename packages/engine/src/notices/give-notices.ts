import type { QueuedMail } from '../mails/queued-mail.ts';
import { recipientsOf, writeMail, type Writing } from '../mails/write-mails.ts';
import { newId } from '../run/values/identifier.ts';
import { run } from '../store/pool.ts';
import { chosenWays, type Notice, wayOf } from './ways.ts';

/**
 * Stores the notices of one cause, one for each recipient who has not turned it off, in the transaction of the cause.
 * Returns the mails to those who want it by mail as well.
 */
export async function giveNotices(writing: Writing & { readonly call: Notice }): Promise<readonly QueuedMail[]> {
  const { write, subject, call, cause, each } = writing;
  const recipients = (await recipientsOf(writing)).flatMap((recipient) => {
    const id = recipient.user?.userId ?? null;
    return id === null ? [] : [{ id, recipient }];
  });
  if (recipients.length === 0) return [];
  const ids = recipients.map(({ id }) => id);
  const chosen = await chosenWays(write.client, call.name, ids);
  const given = recipients.filter(({ id }) => wayOf(call, chosen.get(id)) !== 'off');
  if (given.length > 0)
    await run(write.client, {
      text: `insert into nonet.notice (id, call, entity, record, each_record, event, recipient, actor, at, in_digest)
             select given.id, $3, $4, $5, $6, $7, given.recipient, $8, $9, given.in_digest
             from unnest($1::uuid[], $2::uuid[], $10::boolean[]) as given (id, recipient, in_digest)`,
      values: [
        given.map(() => newId()),
        given.map(({ id }) => id),
        call.name,
        subject.entity,
        subject.id,
        each,
        cause.event,
        write.actor.userId,
        write.now,
        given.map(({ id }) => wayOf(call, chosen.get(id)) === 'digest'),
      ],
    });
  const mails: QueuedMail[] = [];
  for (const { id, recipient } of given)
    if (wayOf(call, chosen.get(id)) === 'mail') mails.push(await writeMail(writing, recipient));
  return mails;
}
