import type { PasswordLink } from '@nonet/engine';
import type { Plan } from '@nonet/language';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands a mail to whoever delivers it. @throws where it can't be handed over. */
export type SendMail = (mail: Mail) => Promise<void>;

/** The page on which a link's token is used; it stands behind the `#`, which browsers send to nobody. */
export const PASSWORD_PAGE = '/-/password';

/** What somebody reads who forgot their password, or was given an account. `origin`: where browsers reach the product. */
export function passwordMail(plan: Plan, link: PasswordLink, origin: string, why: 'forgot' | 'invited'): Mail {
  const { account, token, hours } = link;
  const dutch = plan.settings.locale.split('-')[0] === 'nl';
  const { subject, first, ends, otherwise } = (dutch ? NL : EN)[why](plan.title, hours);
  const address = `${origin}${PASSWORD_PAGE}#${token}`;
  const greeting = account.name === null ? '' : `${account.name},\n\n`;
  return { to: account.email, subject, text: `${greeting}${first}\n\n${address}\n\n${ends} ${otherwise}\n` };
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
