import type { SendMail } from '@nonet/server';
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
  const transport = createTransport(smtpUrl);
  return async (mail) => {
    await transport.sendMail({ from: sender, ...mail });
  };
}

/** In `dev`, mails are printed instead of sent. */
export const printedMail: SendMail = async ({ to, subject, text }) => {
  const body = text.trimEnd().replaceAll('\n', '\n  ');
  process.stdout.write(`\nMail to ${to}: ${subject}\n\n  ${body}\n\n`);
};
