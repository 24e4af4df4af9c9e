import type { Account, MailFile, PasswordLink } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { brandName } from '../brand/brand.ts';
import { lettersIn } from './letters.ts';
import { PASSWORD_PAGE } from './password-page.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same in HTML, where the mail has both. */
  readonly html?: string;
  readonly replyTo?: string;
  /** The files that it brings. */
  readonly files?: readonly MailFile[];
  /** The same at each try: its `Message-ID` is made of it. */
  readonly key?: string;
}

/** Hands a mail to its delivery. @throws {RefusedMail} if it is refused for good; anything else if that fails. */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * The mail for a person who forgot their password, or was given an account, in the product's own words. `origin`: the address at which browsers
 * reach the product.
 */
export function passwordMail(plan: Plan, link: PasswordLink, origin: string, why: 'forgot' | 'invited'): Mail {
  const { account, token, hours } = link;
  const { subject, first, ends, otherwise } = lettersIn(plan.settings.locale)[why](brandName(plan), hours);
  const address = `${origin}${PASSWORD_PAGE}#${token}`;
  const greeting = account.name === null ? '' : `${account.name},\n\n`;
  return { to: account.email, subject, text: `${greeting}${first}\n\n${address}\n\n${ends} ${otherwise}\n` };
}

/** The mail for a person whose password others try. It says nothing about those who try. */
export function attemptsMail(plan: Plan, account: Account, origin: string): Mail {
  const { subject, text } = lettersIn(plan.settings.locale).attempts(brandName(plan));
  const greeting = account.name === null ? '' : `${account.name},\n\n`;
  return { to: account.email, subject, text: `${greeting}${text}\n\n${origin}\n` };
}
