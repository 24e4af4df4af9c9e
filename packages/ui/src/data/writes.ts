import { ProblemError, randomKey } from '@nonet/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { productQuery } from './queries.ts';

/**
 * Idempotency keys for one form. A body that is sent again because no answer came has the same key, so that it is done
 * once; a refused body gets a new key.
 */
export function useWriteKey() {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body);
      if (last.current?.body !== text) last.current = { body: text, key: randomKey() };
      return last.current.key;
    },
    answered(error: unknown): void {
      if (!(error instanceof ProblemError) || (error.status > 0 && error.status < 500)) last.current = null;
    },
  };
}

/** After a write, everything that was read may be out of date: rules and effects reach across records, and roles follow them. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['records'] }),
      queries.invalidateQueries({ queryKey: ['dashboards'] }),
      queries.getQueryData(productQuery.queryKey)?.rolesFollowRecords === true &&
        queries.invalidateQueries({ queryKey: productQuery.queryKey }),
    ]);
  };
}
