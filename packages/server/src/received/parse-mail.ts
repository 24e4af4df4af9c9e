import { createHash } from 'node:crypto';
import type { IncomingFile, IncomingMail } from '@nonet/engine';
import { convert } from 'html-to-text';
import PostalMime, { addressParser, type Address, type Attachment, type Email } from 'postal-mime';
import { isAuthentic } from './authentication-results.ts';
import { withoutQuoted } from './quoted.ts';

/** Facts about a mail that stand beside it. */
export interface Delivery {
  /** The addresses that the mail server has delivered it to; empty if only the mail itself says so. */
  readonly to: readonly string[];
  /** The name under which the deployment's mail server states what it has verified; null: nothing is verified. */
  readonly verifiedBy: string | null;
}

/** The size of a mail that is received, with its attachments. */
export const MOST_MAIL_BYTES = 26 * 1024 * 1024;

const MOST_HTML_CHARACTERS = 1_000_000;

/**
 * A mail as it came (RFC 5322, MIME), read into its parts.
 * @throws {UnreadableMail} if it has no readable form
 */
export async function parseMail(raw: Uint8Array, { to, verifiedBy }: Delivery): Promise<IncomingMail> {
  let email: Email;
  try {
    email = await PostalMime.parse(raw);
  } catch (error) {
    throw new UnreadableMail(error instanceof Error ? error.message : String(error), { cause: error });
  }
  const header = (name: string): string => email.headers.find(({ key }) => key === name)?.value ?? '';
  const senders = email.headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }));
  const from = mailboxes([email.from])[0] ?? null;
  const text = plainText(email);
  return {
    messageId: fit(email.messageId ?? '') || `sha256:${createHash('sha256').update(raw).digest('hex')}`,
    to: to.length > 0 ? to : addressees(email),
    from: from === null || !from.address.includes('@') ? null : from.address,
    // Of several senders nobody knows which one is meant.
    isVerified: from !== null && senders.length === 1 && isAuthentic(email.headers, verifiedBy, from.address),
    name: fit(from?.name ?? '') || null,
    subject: fit(email.subject ?? ''),
    text,
    ownText: withoutQuoted(text),
    date: instantOf(email.date),
    isAutomatic: isAutomatic(header),
    answers: answered(header('in-reply-to'), header('references')),
    files: email.attachments.filter((file) => !isPartOfWords(file)).map(fileOf),
  };
}

/** The bytes that came are no mail. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail';
}

function mailboxes(addresses: readonly (Address | undefined)[]): readonly { name: string; address: string }[] {
  return addresses.flatMap((each) => (each === undefined ? [] : (each.group ?? [each])));
}

function addressees({ deliveredTo, to, cc, headers }: Email): readonly string[] {
  const original = headers.filter(({ key }) => key === 'x-original-to' || key === 'x-envelope-to');
  const named = [deliveredTo ?? '', ...original.map(({ value }) => value)].flatMap((value) =>
    mailboxes(addressParser(value)),
  );
  return [...named, ...mailboxes([...(to ?? []), ...(cc ?? [])])].map(({ address }) => address).filter(Boolean);
}

function plainText({ text, html }: Email): string {
  if (text !== undefined && text.trim() !== '') return fit(text);
  if (html === undefined) return '';
  const limits = { maxInputLength: MOST_HTML_CHARACTERS };
  const selectors = [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  ];
  return fit(convert(html, { wordwrap: false, limits, selectors }));
}

/** A text that the database can hold, with one kind of line end. */
function fit(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().replaceAll(/\r\n?/g, '\n').trim();
}

function instantOf(date: string | undefined): string | null {
  const milliseconds = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}

/** RFC 3834, and what programs wrote before it: an answer that nobody wrote, or a report about another mail. */
function isAutomatic(header: (name: string) => string): boolean {
  return (
    /^\s*auto-replied\b/i.test(header('auto-submitted')) ||
    header('return-path').trim() === '<>' ||
    /^\s*multipart\/report\b/i.test(header('content-type')) ||
    /^\s*auto_?reply\s*$/i.test(header('precedence')) ||
    ['x-autoreply', 'x-autorespond'].some((name) => header(name) !== '')
  );
}

/** The nearest first: what it answers, and then what that answered. */
function answered(inReplyTo: string, references: string): readonly string[] {
  const ids = (text: string) => text.match(/<[^<>\s]+>/g) ?? [];
  return [...new Set([...ids(inReplyTo), ...ids(references).toReversed()])].slice(0, MOST_ANSWERED);
}

const MOST_ANSWERED = 50;

/** A picture that stands in the words of an HTML mail, such as the logo of a signature. */
function isPartOfWords({ related, disposition }: Attachment): boolean {
  return related === true && disposition !== 'attachment';
}

function fileOf({ filename, content }: Attachment): IncomingFile {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'base64') : new Uint8Array(content);
  return { name: filename ?? 'attachment', content: bytes };
}
