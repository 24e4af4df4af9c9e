import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { liveConnection } from '../live/connection.ts';
import { client } from './client.ts';
import { dropDrafts } from './kept-drafts.ts';
import { productQuery } from './queries.ts';

/** Signing in and out. Nothing that the one before could read is kept. */
export function useSession() {
  const queries = useQueryClient();
  const navigate = useNavigate();

  async function become(address: string | null): Promise<void> {
    dropDrafts();
    liveConnection.restart();
    queries.removeQueries({
      predicate: (query) => query.queryKey[0] !== 'product' && query.queryKey[0] !== 'accounts',
    });
    await queries.fetchQuery({ ...productQuery, staleTime: 0 });
    // The screens have learnt who is there before they are asked what stands at the address.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
    if (address !== null) await navigate({ to: address, ignoreBlocker: true });
  }

  return {
    /** `by`: the field that people sign in with, where it is not their e-mail address. */
    signIn: async (name: string, password: string, address: string, by?: string) => {
      await client.signIn(name, password, by);
      await become(address);
    },
    /** Goes on as whom the product has just signed in. */
    arrive: become,
    signInAs: async (id: string, address: string | null) => {
      await client.signInAs(id);
      await become(address);
    },
    signOut: async (address: string | null) => {
      await client.signOut();
      await become(address);
    },
  };
}
