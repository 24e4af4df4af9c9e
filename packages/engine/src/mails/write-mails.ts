import type { CallCause, Expression, Mail, OutboundCall } from '@nonet/language';
import { type CallSubject, eachVariable, onSubject, subjectKey, subjectSlots } from '../calls/subject.ts';
import { actorKey, perform, SYSTEM, type Write } from '../run/write.ts';
import { ownIndex } from '../plan-languages.ts';
import { authorityOf } from '../sql/permissions.ts';
import { type SqlContext, type SqlVariable, withVariables } from '../sql/context.ts';
import { compileCondition } from '../sql/expression.ts';
import { rightsKey } from '../sql/statement.ts';
import { compileAttachment, NOTHING_ATTACHED, queuedAttachments, type ReadAttachment } from './attachments.ts';
import type { QueuedMail } from './queued-mail.ts';
import { findRecipients, type Recipient } from './recipients.ts';
import { askedIn, compileAsked, type Said, wordsWith } from './words.ts';

/** The cause of a mail or a notice. */
export interface Writing {
  readonly write: Write;
  readonly subject: CallSubject;
  readonly call: OutboundCall;
  readonly mail: Mail;
  readonly cause: CallCause;
  readonly each: string | null;
}

/** The mails of one cause, one for each recipient: what it says is read with the recipient's rights (6). */
export async function writeMails(writing: Writing): Promise<readonly QueuedMail[]> {
  const written: QueuedMail[] = [];
  for (const recipient of await recipientsOf(writing)) written.push(await writeMail(writing, recipient));
  return written;
}

/** Those who get a mail or a notice; nobody if the cause has a condition that does not hold. */
export async function recipientsOf({ write, subject, call, cause, each }: Writing): Promise<readonly Recipient[]> {
  return (await holds(write, subject, call, cause, each)) ? findRecipients(write, subject, call, each) : [];
}

async function holds(
  write: Write,
  subject: CallSubject,
  call: OutboundCall,
  cause: CallCause,
  each: string | null,
): Promise<boolean> {
  const { condition } = cause;
  if (condition === null) return true;
  const [row] = await perform<{ holds: boolean }>(
    write,
    `mail ${call.name} if ${call.when.indexOf(cause)} ${cause.entity} ${actorKey(write)} ${subjectKey(write, subject)}`,
    (parameters) =>
      onSubject(write, subject, parameters, (own) => ({
        select: `${compileCondition(condition, withVariables(own, eachVariable(parameters, call, subject.deleted)))} as holds`,
      })),
    { ...subjectSlots(write, subject), each },
  );
  return row?.holds === true;
}

/**
 * The mail to one recipient. A notice that somebody gets by mail leads to its place by its subject, below its words.
 */
export async function writeMail(writing: Writing, recipient: Recipient): Promise<QueuedMail> {
  const { write, mail, cause } = writing;
  const { said, read } = await valuesFor(writing, recipient);
  // A mail has the document's own words, in whatever language they who caused it read the product.
  const words = wordsWith(ownIndex(write.index), said, cause.event, recipient.user);
  const attached = read.length === 0 ? NOTHING_ATTACHED : queuedAttachments(write.index, read);
  const { link } = mail;
  const subject = words.text(mail.subject);
  const address = typeof link === 'object' && link !== null ? { link: words.link(link.record) } : link;
  return {
    to: recipient.address,
    replyTo: mail.replyTo === null ? null : words.text(mail.replyTo),
    subject,
    body: [...words.body(mail.body), ...(address === null ? [] : ['\n\n[', ...subject, '](', address, ')\n'])],
    leftOut: [...words.leftOut, ...attached.leftOut],
    ...(attached.attachments.length > 0 && { attachments: attached.attachments }),
    ...(attached.problems.length > 0 && { problems: attached.problems }),
  };
}

/** The values that the mail says to this recipient, by expression (of a link: its record), and the files that it brings. */
async function valuesFor(
  writing: Writing,
  { address, user }: Recipient,
): Promise<{ readonly said: ReadonlyMap<Expression, Said>; readonly read: readonly ReadAttachment[] }> {
  const { write, subject, call, cause, each, mail } = writing;
  const asked = askedIn(write.index, mail);
  if (asked.length + mail.attach.length === 0) return { said: new Map(), read: [] };
  const acting = user ?? SYSTEM;
  const authority = authorityOf(write.index, acting);
  const [row] = await perform(
    { ...write, actor: acting },
    `mail ${call.name} ${call.when.indexOf(cause)} ${subject.entity} ${actorKey(write)} ${user === null ? 'address' : rightsKey(acting, authority)} ${subjectKey(write, subject)}`,
    (parameters) =>
      onSubject(write, subject, parameters, (own) => {
        parameters.carryOut(call.clause);
        const actor: SqlVariable =
          write.actor.userId === null
            ? { kind: 'null' }
            : { kind: 'id', entity: 'User', sql: parameters.slot('actor', 'uuid') };
        const recipient: SqlVariable =
          user === null || mail.to.some(({ kind }) => kind === 'address')
            ? { kind: 'value', sql: parameters.slot('address', 'text') }
            : { kind: 'id', entity: 'User', sql: parameters.slot('user', 'uuid') };
        const context = withVariables(own, {
          ...eachVariable(parameters, call, subject.deleted),
          user: actor,
          recipient,
        });
        // A paper is made for whoever gets it.
        const reader: SqlVariable =
          user === null ? { kind: 'null' } : { kind: 'id', entity: 'User', sql: parameters.slot('user', 'uuid') };
        const reading: SqlContext = user === null ? context : { ...context, authority };
        return {
          select: [
            ...asked.flatMap((one, place) => [
              `${compileAsked(one, reading)} as shown_${place}`,
              `${user === null ? 'null' : compileAsked(one, context)} as whole_${place}`,
            ]),
            ...mail.attach.flatMap((one, place) => [
              `${compileAttachment(write.index, one, reading, reader)} as brought_${place}`,
              `${user === null ? 'null' : compileAttachment(write.index, one, context, reader)} as there_${place}`,
            ]),
          ].join(', '),
        };
      }),
    { ...subjectSlots(write, subject), each, actor: write.actor.userId, address },
  );
  const said = new Map(
    asked.map(({ said: expression }, place) => {
      const shown = row?.[`shown_${place}`] ?? null;
      return [expression, { shown, isLeftOut: shown === null && (row?.[`whole_${place}`] ?? null) !== null }] as const;
    }),
  );
  const textAt = (name: string): string | null => {
    const text = row?.[name];
    return typeof text === 'string' ? text : null;
  };
  const read = mail.attach.map((attachment, place) => ({
    attachment,
    shown: textAt(`brought_${place}`),
    whole: textAt(`there_${place}`),
  }));
  return { said, read };
}
