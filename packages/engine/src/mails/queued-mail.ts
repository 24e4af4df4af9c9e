import type { QueuedText } from '../calls/request.ts';

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
}

/**
 * A piece of a mail's words: Markdown, a value, which is text whatever it holds, or the address of a record within the
 * product, null if its reader may not read that record.
 */
export type MailPiece = string | { readonly value: string } | { readonly link: string | null };

/** A mail for its delivery. */
export interface OutgoingMail {
  /** The same at each try. */
  readonly key: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly body: readonly MailPiece[];
}

/** The mail server refuses this mail for good: it is not tried again. */
export class RefusedMail extends Error {
  override readonly name = 'RefusedMail';
  /** The reply of the mail server: 550. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Hands a mail over. Answers once it is taken. @throws {RefusedMail} if it never will be; anything else is tried again */
export type DeliverMail = (mail: OutgoingMail) => Promise<void>;

/** A subject or an address is one line. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Inserts the environment's constants. */
export function completeMail(key: string, mail: QueuedMail, constant: (name: string) => string): OutgoingMail {
  const text = (parts: QueuedText): string =>
    parts
      .map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : constant(part.constant)))
      .join('');
  return {
    key,
    to: mail.to,
    replyTo: mail.replyTo === null ? null : oneLine(text(mail.replyTo)) || null,
    subject: oneLine(text(mail.subject)),
    // A constant of the deployment is as good as the document's own words.
    body: mail.body.map((part) => (typeof part === 'object' && 'constant' in part ? constant(part.constant) : part)),
  };
}

/** The note about a mail that lacks something; null if it is whole. */
export function leftOutWords({ leftOut }: QueuedMail): string | null {
  return leftOut.length === 0 ? null : `Left out, because its recipient may not read it: ${leftOut.join(', ')}.`;
}
