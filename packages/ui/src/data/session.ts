import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { liveConnection } from '../live/connection.ts';
import { client } from './client.ts';
import { dropDraftsExceptOf } from './kept-drafts.ts';
import { productQuery } from './queries.ts';

/** The message of a tab to the others of its browser: who is signed in there now, and whether somebody has signed out. */
interface SessionChange {
  readonly user: string | null;
  readonly left: boolean;
}

const tabs = new BroadcastChannel('nonet session');

function notify(change: SessionChange): void {
  tabs.postMessage(change);
}

/** Loads the present user again. Removes all data of the former one. */
async function meet(queries: QueryClient): Promise<void> {
  liveConnection.restart();
  queries.removeQueries({
    predicate: (query) => query.queryKey[0] !== 'product' && query.queryKey[0] !== 'accounts',
  });
  // An answer that is on its way is still for the former one.
  await queries.refetchQueries({ queryKey: productQuery.queryKey }, { throwOnError: true });
}

/** Signing in and out. */
export function useSession() {
  const queries = useQueryClient();
  const navigate = useNavigate();

  async function become(address: string | null): Promise<void> {
    await meet(queries);
    // The screens must learn of the new user before they load their data.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
    if (address !== null) await navigate({ to: address, ignoreBlocker: true });
  }

  return {
    /**
     * Answers what is still to be done before somebody is signed in; null if they are. `by`: the field that people sign in with, where it
     * is not their e-mail address.
     */
    signIn: async (name: string, password: string, address: string, by?: string) => {
      const { second_step: step = null } = await client.signIn(name, password, by);
      if (step === null) await become(address);
      return step;
    },
    /** Goes on as whom the product has just signed in. */
    arrive: become,
    signInAs: async (id: string, address: string | null) => {
      await client.signInAs(id);
      await become(address);
    },
    signOut: async (address: string | null) => {
      await client.signOut();
      dropDraftsExceptOf(null);
      notify({ user: null, left: true });
      await become(address);
    },
  };
}

/**
 * All tabs of a browser share one session: signing in or out in one tab does so in all, so that nobody saves under
 * another name. When a session ends, the user's drafts are kept for that user alone.
 */
export function useOneSession(user: string | null | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (user === undefined) return;
    if (user !== null) dropDraftsExceptOf(user);
    notify({ user, left: false });
    const hear = ({ data }: MessageEvent<SessionChange>) => {
      if (data.left) dropDraftsExceptOf(null);
      if (data.user !== user) void meet(queries);
    };
    tabs.addEventListener('message', hear);
    return () => tabs.removeEventListener('message', hear);
  }, [user, queries]);
}
