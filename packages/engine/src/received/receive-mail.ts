import type { Entity, ReceivedMail } from '@nonet/language';
import { environmentConstant } from '../calls/environment-constant.ts';
import type { Actor, Engine } from '../engine.ts';
import { acceptsFile } from '../files/types.ts';
import type { FileParts, StoredFile } from '../files/store.ts';
import { Refusal } from '../refusal.ts';
import { readId } from '../run/values/identifier.ts';
import { wireId } from '../run/values/number-id.ts';
import { clauseOf, standingRefusal, wordsOf } from '../standing-refusal.ts';
import { askUsers, hasUsers } from '../session/user.ts';
import { answeredRecord, isOwnMail } from './answered-record.ts';
import type { IncomingFile, IncomingMail } from './incoming-mail.ts';
import { endMail, findMail, noteMail, openMail, type ReceivedOutcome } from './mail-log.ts';

/** The operations of the product that make records of mail, each with the sender's rights. */
export interface MailReceiver extends FileParts {
  readonly create: Engine['create'];
  /** Whether the actor is one of those whose mail an item takes, as of the callers of an exact call. */
  readonly isSender: (actor: Actor, received: ReceivedMail) => Promise<boolean>;
  readonly storeFile: (actor: Actor, content: Iterable<Uint8Array>, name: string) => Promise<StoredFile>;
  readonly hit: (clause: string, roles: readonly string[]) => void;
}

/**
 * Receives a mail (7, `### Received`): it becomes a record, as its sender would create it, or it is kept with the reason
 * why it did not. A mail that came before is answered with what became of it. Rejects where the product can't do
 * either now, so that whoever delivers it tries again.
 */
export async function receiveMail(receiver: MailReceiver, mail: IncomingMail): Promise<ReceivedOutcome> {
  const { index, pool, clock } = receiver;
  const noted = await noteMail(index, pool, mail, clock());
  if (noted !== null) return tryMail(receiver, noted, mail, 0);
  const former = await findMail(index, pool, mail.messageId);
  if (former === null) throw new Error('A mail came before, and did not.');
  // The product was stopped before anything came of it: this delivery goes on.
  return former.state === 'waiting' ? tryMail(receiver, former.id, mail, 0) : former;
}

/** Tries a mail again that was refused. Null if there is none of this id, if it was taken, or if its contents are gone. */
export async function retryMail(receiver: MailReceiver, id: string): Promise<ReceivedOutcome | null> {
  const found = await openMail(receiver.index, receiver.pool, id);
  return found === null ? null : tryMail(receiver, id, found.mail, found.attempts);
}

async function tryMail(
  receiver: MailReceiver,
  id: string,
  mail: IncomingMail,
  attempt: number,
): Promise<ReceivedOutcome> {
  const { index, pool } = receiver;
  const nothing = { call: null, entity: null, record: null, code: null, clause: null, problem: null, leftOut: null };
  if (mail.isAutomatic)
    return endMail(index, pool, id, {
      ...nothing,
      state: 'ignored',
      problem: 'A program has answered, or a mail was not delivered.',
    });
  // Otherwise a mail to an own address would cause the next one.
  if (await isOwnMail(pool, mail.messageId))
    return endMail(index, pool, id, { ...nothing, state: 'ignored', problem: 'The product has sent it itself.' });
  const here = index.plan.received.filter((received) => isAddressed(receiver, received, mail));
  if (here.length === 0)
    return endMail(index, pool, id, {
      ...nothing,
      state: 'refused',
      code: 'NOT_FOUND',
      problem: 'No address of the document is among its recipients.',
    });
  const actor = await senderOf(receiver, mail);
  const received = await firstOf(here, (each) => receiver.isSender(actor, each));
  if (received === null) {
    const clause = here[0] === undefined ? null : `${here[0].clause}.by`;
    const problem = mail.isVerified
      ? 'Nobody of those whose mail is taken has its sender’s address.'
      : 'Its sender is not verified, so that it is nobody’s mail.';
    return endMail(index, pool, id, { ...nothing, state: 'refused', code: 'FORBIDDEN', clause, problem });
  }
  return createFrom(receiver, id, mail, { received, actor, attempt });
}

async function firstOf<T>(items: readonly T[], fits: (item: T) => Promise<boolean>): Promise<T | null> {
  for (const item of items) if (await fits(item)) return item;
  return null;
}

/** Creates the record of a mail, or the comment of an answer. */
async function createFrom(
  receiver: MailReceiver,
  id: string,
  mail: IncomingMail,
  { received, actor, attempt }: { readonly received: ReceivedMail; readonly actor: Actor; readonly attempt: number },
): Promise<ReceivedOutcome> {
  const { index, pool } = receiver;
  const end = (
    entity: string | null,
    rest: Pick<ReceivedOutcome, 'state' | 'code' | 'clause' | 'problem' | 'leftOut'> & {
      readonly record: string | null;
    },
  ) => endMail(index, pool, id, { call: received.name, entity, ...rest });
  const entity = index.plan.entities.find(({ name }) => name === received.entity);
  const gap = openPartOf(receiver, received);
  if (entity === undefined || gap !== null) {
    receiver.hit(gap ?? received.clause, actor.roles);
    const problem = 'What becomes of it is not shown in the document.';
    return end(null, {
      state: 'refused',
      code: 'NOT_SPECIFIED',
      clause: gap ?? received.clause,
      problem,
      leftOut: null,
      record: null,
    });
  }
  let target = entity.name;
  const leftOut: string[] = [];
  try {
    const comment = await commentOn(receiver, received, mail);
    let body: Record<string, unknown>;
    if (comment === null) body = await recordBody(receiver, received, entity, mail, actor, leftOut);
    else {
      target = comment.entity;
      body = { about: comment.about, text: mail.ownText };
      leftOut.push(...mail.files.map(({ name }) => name));
    }
    // The same key for each delivery, so that a mail that comes twice at once is one record.
    const options = { ifMatch: null, idempotencyKey: `mail ${id} ${attempt}` };
    const { record } = await receiver.create(actor, target, body, options);
    return await end(target, {
      state: 'taken',
      record: readId(record.id),
      code: null,
      clause: null,
      problem: null,
      leftOut: leftOut.length === 0 ? null : leftOut.join(', '),
    });
  } catch (error) {
    const refusal = standingRefusal(error);
    return end(target, {
      state: 'refused',
      record: null,
      code: refusal.code,
      clause: clauseOf(refusal),
      problem: wordsOf(refusal),
      leftOut: null,
    });
  }
}

/** Whether one of the addresses to which a mail was sent is that of an item. */
function isAddressed({ index }: MailReceiver, { address }: ReceivedMail, { to }: IncomingMail): boolean {
  if (address === null) return false;
  const own = address.kind === 'literal' ? address.value : environmentConstant(index, address.value);
  return to.some((other) => [other, withoutTag(other)].some((each) => each.toLowerCase() === own.toLowerCase()));
}

/** `desk+summer@library.example` is delivered like `desk@library.example`. */
function withoutTag(address: string): string {
  return address.replace(/\+[^@]*(?=@[^@]*$)/, '');
}

/** The user who has the sender's address; somebody who is not signed in, if nobody has it or nobody has verified it. */
async function senderOf({ index, pool }: MailReceiver, { from, isVerified }: IncomingMail): Promise<Actor> {
  const unknown: Actor = { userId: null, roles: [] };
  if (from === null || !isVerified || !hasUsers(index.plan)) return unknown;
  const found = await askUsers<{ id: string; roles: readonly string[] }>(
    pool,
    index,
    'with the address of a mail',
    (user, parameters) =>
      `select ${user.columns} from ${user.table} u where lower(${user.email}) = lower(${parameters.slot('email', 'text')}) and ${user.active} limit 2`,
    { email: from },
  );
  const [account] = found;
  // Two people with one address can't be told apart.
  return account === undefined || found.length > 1 ? unknown : { userId: account.id, roles: account.roles };
}

/** The clause of what an item needs and that is not shown; null if nothing is. */
function openPartOf({ index }: MailReceiver, { clause, gap }: ReceivedMail): string | null {
  if (gap !== undefined) return gap;
  const needed = new Set([clause, ...['creates', 'takes', 'replies'].map((part) => `${clause}.${part}`)]);
  return index.plan.gaps.find((each) => needed.has(each.clause))?.clause ?? null;
}

/** The record that an answer is about, as comments name it; null if the mail answers none. */
async function commentOn(
  { index, pool }: MailReceiver,
  { replies }: ReceivedMail,
  mail: IncomingMail,
): Promise<{ readonly entity: string; readonly about: string | number } | null> {
  const comments = index.plan.entities.find(({ name }) => name === replies);
  if (comments === undefined || comments.commentsOn === null) return null;
  const record = await answeredRecord(pool, comments.commentsOn, mail.answers);
  return record === null ? null : { entity: comments.name, about: wireId(index, comments.commentsOn, record) };
}

/** The body with which the sender creates the record. */
async function recordBody(
  receiver: MailReceiver,
  { takes }: ReceivedMail,
  entity: Entity,
  mail: IncomingMail,
  actor: Actor,
  leftOut: string[],
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  let files = mail.files;
  for (const { field: name, part, file } of takes) {
    const field = entity.fields.find((each) => each.name === name);
    if (field === undefined) continue;
    if (part !== 'attachments') {
      body[name] = valueOf(receiver, mail, part, field.type.kind);
      continue;
    }
    const holder =
      file === null
        ? field
        : receiver.index.plan.entities
            .find((each) => field.type.kind === 'children' && each.name === field.type.entity)
            ?.fields.find((each) => each.name === file);
    if (holder === undefined) continue;
    const { stored, rest } = await storeFitting(receiver, files, actor, holder, file === null ? 1 : files.length);
    files = rest;
    if (file === null) body[name] = stored[0]?.id ?? null;
    else body[name] = stored.map(({ id }) => ({ [file]: id }));
  }
  leftOut.push(...files.map(({ name }) => name));
  return body;
}

function valueOf(
  { index }: MailReceiver,
  mail: IncomingMail,
  part: Exclude<ReceivedMail['takes'][number]['part'], 'attachments'>,
  kind: string,
): string | null {
  if (part === 'date') {
    if (mail.date === null || kind !== 'date') return mail.date;
    // Swedish writes a date as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone: index.plan.settings.timeZone }).format(new Date(mail.date));
  }
  const text = { subject: mail.subject, text: mail.text, from: mail.from, name: mail.name }[part];
  return text === '' ? null : text;
}

/** Uploads as many files as a field takes, in their order; `rest` are those that it does not take. */
async function storeFitting(
  { storeFile }: MailReceiver,
  files: readonly IncomingFile[],
  actor: Actor,
  { type }: Entity['fields'][number],
  most: number,
): Promise<{ readonly stored: readonly StoredFile[]; readonly rest: readonly IncomingFile[] }> {
  const stored: StoredFile[] = [];
  const rest: IncomingFile[] = [];
  for (const file of files) {
    const upload = stored.length < most ? await storeOne(storeFile, file, actor) : null;
    if (upload !== null && acceptsFile(type, upload.type)) stored.push(upload);
    else rest.push(file);
  }
  return { stored, rest };
}

/** Null if the file is empty, or larger than uploads may be. */
async function storeOne(
  storeFile: MailReceiver['storeFile'],
  { name, content }: IncomingFile,
  actor: Actor,
): Promise<StoredFile | null> {
  try {
    return await storeFile(actor, [content], name);
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'TOO_LARGE' || error.code === 'INVALID')) return null;
    throw error;
  }
}
