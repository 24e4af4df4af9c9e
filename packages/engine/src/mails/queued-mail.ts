import type { QueuedText } from '../calls/request.ts';
import type { ReadPaper } from '../papers/paper.ts';

/** Words of a queued mail: Markdown of the document, a value, a constant that is read when it is sent, or a link. */
export type QueuedWords = readonly (QueuedText[number] | { readonly link: string | null })[];

/** A mail to one recipient as it waits in the outbox: complete but for the constants of the environment. */
export interface QueuedMail {
  readonly to: string;
  readonly replyTo: QueuedText | null;
  readonly subject: QueuedText;
  readonly body: QueuedWords;
  /** The values that its recipient may not read, in the words of the document. */
  readonly leftOut: readonly string[];
  /** The files that it brings; missing in mails of former versions. */
  readonly attachments?: readonly QueuedAttachment[];
  /** The reasons why it lacks something else, for the operator. */
  readonly problems?: readonly string[];
}

/** A file that a queued mail brings: an upload, or a paper with what it says, which is set when the mail is sent. */
export type QueuedAttachment =
  | { readonly kind: 'file'; readonly id: string; readonly name: string; readonly type: string; readonly size: number }
  | { readonly kind: 'paper'; readonly paper: ReadPaper };

/** A file of a mail on its way. */
export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/**
 * A piece of a mail's words: Markdown, a value, which is text whatever it holds, or the address of a record within the
 * product, null if its reader may not read that record.
 */
export type MailPiece = string | { readonly value: string } | { readonly link: string | null };

/** A mail for its delivery. */
export interface OutgoingMail {
  /** The name of the mail in the document. */
  readonly call: string;
  /** The same at each try. */
  readonly key: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly body: readonly MailPiece[];
  /** The files that it brings, in their order. */
  readonly files: readonly MailFile[];
}

/** The mail server has answered that it does not take this mail: now (451), or ever (550). */
export class RefusedMail extends Error {
  override readonly name = 'RefusedMail';
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }

  get isForGood(): boolean {
    return this.status >= 500;
  }
}

/** Hands a mail over. Answers once it is taken. @throws {RefusedMail} if its server says no; anything else if it says nothing */
export type DeliverMail = (mail: OutgoingMail) => Promise<void>;

/** A subject or an address is one line. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Inserts the environment's constants. */
export function completeMail(
  { call, key }: Pick<OutgoingMail, 'call' | 'key'>,
  mail: QueuedMail,
  constant: (name: string) => string,
): Omit<OutgoingMail, 'files'> {
  const text = (parts: QueuedText): string =>
    parts
      .map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : constant(part.constant)))
      .join('');
  return {
    call,
    key,
    to: mail.to,
    replyTo: mail.replyTo === null ? null : oneLine(text(mail.replyTo)) || null,
    subject: oneLine(text(mail.subject)),
    // A constant of the deployment is as good as the document's own words.
    body: mail.body.map((part) => (typeof part === 'object' && 'constant' in part ? constant(part.constant) : part)),
  };
}

/** The note about a mail that lacks something; null if it is whole. */
export function leftOutWords({ leftOut, problems = [] }: Pick<QueuedMail, 'leftOut' | 'problems'>): string | null {
  const hidden =
    leftOut.length === 0 ? [] : [`Left out, because its recipient may not read it: ${leftOut.join(', ')}.`];
  return [...hidden, ...problems].join(' ') || null;
}
