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
  const begun = useRef<string | null>(null);
  useEffect(() => {
    const account = accounts?.find((each) => each.email === email);
    if (!account || begun.current === account.id) return;
    begun.current = account.id;
    session
      .signInAs(account.id, pathname)
      .catch((error: unknown) => notifyRefused(messageOf(error, words), words.actAs, words));
  });
}
