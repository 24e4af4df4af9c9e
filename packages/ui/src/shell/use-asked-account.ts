import type { DemoAccountView } from '@nonet/client';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { messageOf } from '../data/messages.ts';
import { useSession } from '../data/session.ts';
import { notifyRefused } from '../parts/notify.ts';
import { useWords } from '../words/words.ts';

/** In development an address may say as whom to begin: `/?as=emma@example.com`. */
export function useAskedAccount(accounts: readonly DemoAccountView[] | undefined): void {
  const words = useWords();
  const session = useSession();
  const { pathname, search } = useLocation();
  const { as: email } = search as Readonly<Record<string, string>>;
  // The address may lead on to the sign-in before the accounts are known.
  const begun = useRef<string | null>(null);
  const asked = useRef<{ email: string; pathname: string } | null>(null);
  useEffect(() => {
    if (email !== undefined) asked.current = { email, pathname };
    const account = accounts?.find((each) => each.email === asked.current?.email);
    if (!account || asked.current === null || begun.current === account.id) return;
    begun.current = account.id;
    session
      .signInAs(account.id, asked.current.pathname)
      .catch((error: unknown) => notifyRefused(messageOf(error, words), words.actAs, words));
  });
}
