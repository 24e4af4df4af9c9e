import type { DevEvent } from '@nonet/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../data/client.ts';

export type DevFailure = Exclude<DevEvent, { kind: 'reload' }>;

const RECONNECT_MILLISECONDS = 1500;

/** Follows the document while it is being written: shows a new version immediately, and the errors of a faulty one. */
export function useDevEvents(): { failure: DevFailure | null; clear: () => void } {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<DevFailure | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;

    async function follow(): Promise<void> {
      let lost = false;
      while (!signal.aborted) {
        try {
          const events = client.devEvents(signal);
          if (lost) await queries.invalidateQueries();
          lost = false;
          for await (const event of events) {
            setFailure(event.kind === 'reload' ? null : event);
            if (event.kind === 'reload') await queries.invalidateQueries();
          }
        } catch (error) {
          if (signal.aborted) return;
          console.info('The development server went away; trying again.', error);
        }
        lost = true;
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MILLISECONDS));
      }
    }

    void follow();
    return () => controller.abort();
  }, [queries]);
  return { failure, clear: () => setFailure(null) };
}
