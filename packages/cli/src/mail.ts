import { RefusedMail } from '@nonet/engine';
import { shown } from '@nonet/language';
import { MAILS_PAGE, type SendMail } from '@nonet/server';
import { createTransport } from 'nodemailer';
import { Failure } from './failure.ts';

export interface MailSettings {
  /** `smtp://user:password@mail.example:587`, `smtps://…`. */
  readonly smtpUrl: string | undefined;
  readonly from: string | undefined;
  readonly publicOrigin: string | undefined;
}

/** Delivers mail by SMTP; null if no server for it is named. */
export function smtpMail({ smtpUrl, from, publicOrigin }: MailSettings): SendMail | null {
  if (smtpUrl === undefined) return null;
  if (!/^smtps?:\/\/\S+$/.test(smtpUrl)) throw new Failure('SMTP_URL is written as smtp://user:password@host:port.', 2);
  // A link must not lead to an address that the asking client states.
  if (publicOrigin === undefined)
    throw new Failure('With SMTP_URL, --public-origin has to state where the links of a mail lead.', 2);
  const sender = from ?? `no-reply@${new URL(publicOrigin).hostname}`;
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  const host = sender.slice(sender.lastIndexOf('@') + 1).replace(/[>\s]/g, '');
  return async ({ key, files = [], ...mail }) => {
    const headers = { 'auto-submitted': 'auto-generated' };
    // The parts are divided by the same mark at each try, so that they are the same bytes.
    const same = key === undefined ? {} : { messageId: `<${key}@${host}>`, baseBoundary: key };
    try {
      const attachments = files.map(({ name, type, content }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(content),
      }));
      await transport.sendMail({ from: sender, headers, ...same, ...mail, attachments });
    } catch (error) {
      throw refusedMail(error) ?? error;
    }
  };
}

/** A mail server that does not answer is asked again; by itself the library waits for minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 40_000 };

/** The errors by which a mail server refuses a recipient, or the mail itself. A refused sign-in is no fault of a mail. */
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

function refusedMail(error: unknown): RefusedMail | null {
  if (!(error instanceof Error) || !('code' in error) || !ABOUT_THE_MAIL.has(error.code)) return null;
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  return status === null ? null : new RefusedMail(error.message, status, { cause: error });
}

/** In `dev`, mails are printed instead of sent. */
export const printedMail: SendMail = async ({ to, subject, text }) => {
  const body = text.trimEnd().replaceAll('\n', '\n  ');
  process.stdout.write(`\nMail to ${to}: ${subject}\n\n  ${body}\n\n`);
};

/** In `dev`, a mail of the document is announced in one line: `/-/mails` shows it. */
export function announcedMail(url: () => string): SendMail {
  return async ({ to, subject }) => {
    process.stdout.write(`Mail to ${shown(to)}: ${shown(subject)}  ${url()}${MAILS_PAGE}\n`);
  };
}
