import type { DemoAccountView } from '@nonet/client';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { messageOf } from '../data/messages.ts';
import { useSession } from '../data/session.ts';
import { notifyRefused } from '../parts/notify.tsx';
import { useWords } from '../words/words.ts';

/** In development an address may name the account to begin with: `/?as=emma@example.com`. */
export function useAskedAccount(accounts: readonly DemoAccountView[] | undefined): void {
  const words = useWords();
  const session = useSession();
  const { pathname, search } = useLocation();
  const { as: email } = search as Readonly<Record<string, string>>;
  const begun = useRef<string | null>(null);
  const asked = useRef(askedAtFirst());
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

/**
 * The account in the address with which the page was opened: the page may have redirected to the sign-in before this
 * code was fetched, or the accounts are known.
 */
function askedAtFirst(): { email: string; pathname: string } | null {
  const [opened] = performance.getEntriesByType('navigation');
  const { searchParams, pathname } = new URL(opened?.name ?? location.href);
  const email = searchParams.get('as');
  return email === null ? null : { email, pathname };
}
