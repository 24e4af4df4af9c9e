import type { Account, PasswordLink } from '@nonet/engine';
import type { Plan } from '@nonet/language';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands a mail to its delivery. @throws if that fails. */
export type SendMail = (mail: Mail) => Promise<void>;

/** The page on which a link's token is used. The token comes after the `#`, which browsers send to no server. */
export const PASSWORD_PAGE = '/-/password';

/**
 * The mail for a person who forgot their password, or was given an account. `origin`: the address at which browsers
 * reach the product.
 */
export function passwordMail(plan: Plan, link: PasswordLink, origin: string, why: 'forgot' | 'invited'): Mail {
  const { account, token, hours } = link;
  const dutch = plan.settings.locale.split('-')[0] === 'nl';
  const { subject, first, ends, otherwise } = (dutch ? NL : EN)[why](plan.title, hours);
  const address = `${origin}${PASSWORD_PAGE}#${token}`;
  const greeting = account.name === null ? '' : `${account.name},\n\n`;
  return { to: account.email, subject, text: `${greeting}${first}\n\n${address}\n\n${ends} ${otherwise}\n` };
}

/** The mail for a person whose password others try. It says nothing about those who try. */
export function attemptsMail(plan: Plan, account: Account, origin: string): Mail {
  const dutch = plan.settings.locale.split('-')[0] === 'nl';
  const greeting = account.name === null ? '' : `${account.name},\n\n`;
  const subject = dutch
    ? `${plan.title}: iemand probeert uw wachtwoord`
    : `${plan.title}: somebody is trying your password`;
  const text = dutch
    ? `Iemand heeft vaak een verkeerd wachtwoord voor uw account opgegeven. Was u het, dan kunt u op de aanmeldpagina een nieuw wachtwoord kiezen. Was u het niet, dan hoeft u niets te doen: niemand is aangemeld. Waar u eerder bent aangemeld, kunt u zich blijven aanmelden.`
    : `Somebody has often given a wrong password for your account. If it was you, you can choose a new password on the sign-in page. If it was not you, you need not do anything: nobody was signed in. Where you have signed in before, you still can.`;
  return { to: account.email, subject, text: `${greeting}${text}\n\n${origin}\n` };
}

interface Letter {
  readonly subject: string;
  readonly first: string;
  readonly ends: string;
  readonly otherwise: string;
}

type Letters = Readonly<Record<'forgot' | 'invited', (title: string, hours: number) => Letter>>;

const EN: Letters = {
  forgot: (title, hours) => ({
    subject: `${title}: choose a new password`,
    first: `Somebody, probably you, asked for a new password for ${title}. Choose it here:`,
    ends: `The link works once, for ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
    otherwise: 'If it was not you, you need not do anything: your password stays as it is.',
  }),
  invited: (title, hours) => ({
    subject: `Welcome to ${title}`,
    first: `You have an account for ${title}. Choose your password here:`,
    ends: `The link works once, for ${hours / 24} days.`,
    otherwise: 'If you did not expect this, you need not do anything.',
  }),
};

const NL: Letters = {
  forgot: (title, hours) => ({
    subject: `${title}: kies een nieuw wachtwoord`,
    first: `Iemand, waarschijnlijk u, vroeg om een nieuw wachtwoord voor ${title}. Kies het hier:`,
    ends: `De link werkt één keer, ${hours === 1 ? 'een uur' : `${hours} uur`} lang.`,
    otherwise: 'Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
  }),
  invited: (title, hours) => ({
    subject: `Welkom bij ${title}`,
    first: `U hebt een account voor ${title}. Kies hier uw wachtwoord:`,
    ends: `De link werkt één keer, ${hours / 24} dagen lang.`,
    otherwise: 'Verwachtte u dit niet, dan hoeft u niets te doen.',
  }),
};
