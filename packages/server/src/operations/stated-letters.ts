import type { MailPiece, PasswordLink } from '@nonet/engine';
import type { AccountMailKind, AccountMailPart, Plan } from '@nonet/language';
import { brandName } from '../brand/brand.ts';
import { renderMail } from '../mails/render-mail.ts';
import type { Mail } from './mail.ts';

/** The kinds of point 7 by the reason why the product sends a link. */
const KINDS = { forgot: 'password', invited: 'invitation' } as const satisfies Record<string, AccountMailKind>;

/**
 * The mail with a link for a password, in the words that the document states for the reader's language, else for all (7, `### Account
 * mails`); null if it states none. `page`: the address of the link within the product.
 */
export function statedLetter(
  plan: Plan,
  { account, hours }: Pick<PasswordLink, 'account' | 'hours'>,
  { page, origin, why }: { readonly page: string; readonly origin: string; readonly why: keyof typeof KINDS },
): Mail | null {
  const { locale } = plan.settings;
  const own = plan.accountMails.filter(({ kind, words }) => kind === KINDS[why] && words !== null);
  const fitting = [locale, baseOf(locale)].map((each) => own.find(({ language }) => language === each));
  const found = [...fitting, own.find(({ language }) => language !== null && baseOf(language) === baseOf(locale))]
    .concat(own.find(({ language }) => language === null))
    .find((mail) => mail !== undefined);
  if (found === undefined || found.words === null) return null;
  const values = {
    name: account.name ?? '',
    email: account.email,
    product: brandName(plan),
    holds: heldFor(hours, locale),
  };
  const piece = (part: AccountMailPart): MailPiece => {
    if (typeof part === 'string') return part;
    return part.placeholder === 'link' ? { link: page } : { value: values[part.placeholder] };
  };
  const subject = found.words.subject
    .map((part) => (typeof part === 'string' ? part : part.placeholder === 'link' ? '' : values[part.placeholder]))
    .join('');
  const body = found.words.body.map(piece);
  const mail = { call: found.name, key: '', to: account.email, replyTo: null, subject: oneLine(subject), body };
  const { key: _key, ...rendered } = renderMail(plan, mail, origin);
  return rendered;
}

function baseOf(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? language;
}

/** `7 days`, `1 hour`, in words of the reader's language. */
function heldFor(hours: number, locale: string): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** A name may be of any text: a subject is one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
