import {
  type CallCause,
  type Expression,
  type Mail,
  type MailPart,
  type OutboundCall,
  printExpression,
  screenOfRecord,
  type Template,
} from '@nonet/language';
import { isDeferred, isEvent } from '../calls/deferred.ts';
import { type CallSubject, eachVariable, onSubject, subjectKey, subjectSlots } from '../calls/subject.ts';
import { plainText } from '../run/format.ts';
import { displayed } from '../run/validation/message.ts';
import { actorKey, perform, SYSTEM, type Write } from '../run/write.ts';
import { authorityOf } from '../sql/permissions.ts';
import { type SqlContext, type SqlVariable, withVariables } from '../sql/context.ts';
import { compileCondition, compileExpression, compileRecord } from '../sql/expression.ts';
import { NULL } from '../sql/logic.ts';
import { rightsKey } from '../sql/statement.ts';
import { titleOf } from '../sql/title.ts';
import { wireId } from '../run/values/number-id.ts';
import type { QueuedMail, QueuedWords } from './queued-mail.ts';
import { findRecipients, type Recipient } from './recipients.ts';

/** The mails of one cause, one for each recipient: what it says is read with the recipient's rights (6). */
export async function writeMails(
  write: Write,
  subject: CallSubject,
  call: OutboundCall,
  cause: CallCause,
  each: string | null,
): Promise<readonly QueuedMail[]> {
  const { mail } = call;
  if (mail === null || !(await holds(write, subject, call, cause, each))) return [];
  const written: QueuedMail[] = [];
  for (const recipient of await findRecipients(write, subject, call, each))
    written.push(await writeMail({ write, subject, call, cause, each, mail }, recipient));
  return written;
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

interface Writing {
  readonly write: Write;
  readonly subject: CallSubject;
  readonly call: OutboundCall;
  readonly cause: CallCause;
  readonly each: string | null;
  readonly mail: Mail;
}

/** A value that a mail says, and the value that its recipient may read. */
interface Said {
  readonly shown: unknown;
  readonly isLeftOut: boolean;
}

async function writeMail(writing: Writing, recipient: Recipient): Promise<QueuedMail> {
  const { write, mail, cause } = writing;
  const { index } = write;
  const said = await valuesFor(writing, recipient);
  const leftOut = new Set<string>();
  const value = (expression: Expression): string => {
    if (isEvent(expression)) return cause.event;
    const found = said.get(expression);
    if (found?.isLeftOut === true) leftOut.add(printExpression(expression));
    if (expression.type.kind === 'record') return plainText(found?.shown ?? '');
    return displayed(index, index.plan.settings, expression, found?.shown ?? null);
  };
  const text = (template: Template) =>
    template.map((part) => {
      if (typeof part === 'string') return part;
      return part.kind === 'constant' && isDeferred(write, part) ? { constant: part.name } : { value: value(part) };
    });
  const words = (parts: readonly MailPart[]): QueuedWords =>
    parts.map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'link') return { link: linkTo(writing, part.record, said) };
      if (part.kind !== 'constant') return { value: value(part) };
      return isDeferred(write, part) ? { constant: part.name } : value(part);
    });
  return {
    to: recipient.address,
    replyTo: mail.replyTo === null ? null : text(mail.replyTo),
    subject: text(mail.subject),
    body: words(mail.body),
    leftOut: [...leftOut],
  };
}

/** The address of a record's screen; null if there is no such record for the recipient. */
function linkTo({ write: { index } }: Writing, record: Expression, said: ReadonlyMap<Expression, Said>): string | null {
  const found = said.get(record)?.shown;
  if (record.type.kind !== 'record' || typeof found !== 'string') return null;
  const screen = screenOfRecord(index.plan.screens, record.type.entity);
  if (screen === null) return null;
  const value = screen.field === 'id' ? wireId(index, record.type.entity, found) : found;
  return `${screen.before}${encodeURIComponent(value)}${screen.after}`;
}

/** By expression (of a link: its record), what the mail says to this recipient. */
async function valuesFor(writing: Writing, { address, user }: Recipient): Promise<ReadonlyMap<Expression, Said>> {
  const { write, subject, call, cause, each, mail } = writing;
  const links = mail.body.flatMap((part) => (typeof part !== 'string' && part.kind === 'link' ? [part.record] : []));
  const plain = [...mail.subject, ...(mail.replyTo ?? []), ...mail.body].flatMap((part) =>
    typeof part === 'string' || part.kind === 'link' || isEvent(part) || isDeferred(write, part) ? [] : [part],
  );
  const asked = [...plain.map((said) => ({ said, isLink: false })), ...links.map((said) => ({ said, isLink: true }))];
  if (asked.length === 0) return new Map();
  const reader = user ?? SYSTEM;
  const authority = authorityOf(write.index, reader);
  const [row] = await perform(
    { ...write, actor: reader },
    `mail ${call.name} ${call.when.indexOf(cause)} ${subject.entity} ${actorKey(write)} ${user === null ? 'address' : rightsKey(reader, authority)} ${subjectKey(write, subject)}`,
    (parameters) =>
      onSubject(write, subject, parameters, (own) => {
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
        const reading: SqlContext = user === null ? context : { ...context, authority };
        return {
          select: asked
            .flatMap(({ said, isLink }, place) => [
              `${selected(said, reading, isLink)} as shown_${place}`,
              `${user === null ? 'null' : selected(said, context, isLink)} as whole_${place}`,
            ])
            .join(', '),
        };
      }),
    { ...subjectSlots(write, subject), each, actor: write.actor.userId, address },
  );
  return new Map(
    asked.map(({ said }, place) => {
      const shown = row?.[`shown_${place}`] ?? null;
      return [said, { shown, isLeftOut: shown === null && (row?.[`whole_${place}`] ?? null) !== null }];
    }),
  );
}

/** A value; of a record its title, or what its address has of it. */
function selected(said: Expression, context: SqlContext, isLink: boolean): string {
  if (said.type.kind !== 'record') return compileExpression(said, context);
  const record = compileRecord(said, context);
  if (record.kind !== 'row' && record.kind !== 'id') return NULL;
  const mayRead = context.authority?.mayDo(context, 'read', record) ?? 'true';
  if (!isLink) return `case when ${mayRead} then ${titleOf(context, record)} end`;
  const { entity } = said.type;
  const field = screenOfRecord(context.index.plan.screens, entity)?.field ?? 'id';
  const type = context.index.findField(entity, field)?.type;
  const value: Expression =
    field === 'id' || type === undefined
      ? said
      : { kind: 'field', of: said, field, type: { kind: 'text', nullable: true } };
  return `case when ${mayRead} then (${compileExpression(value, context)})::text end`;
}
