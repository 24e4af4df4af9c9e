import { ProblemError, randomKey } from '@nonet/client';
import { useMutation, type UseMutationOptions, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { productQuery, refresh } from './queries.ts';

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

/**
 * A write that is not sent again while it is on its way. A button is disabled only once the page is drawn anew, and a
 * slow page takes a second click before that.
 */
export function useWrite<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const mutation = useMutation(options);
  const underWay = useRef(new Set<string | undefined>());
  return {
    ...mutation,
    // The outcome of what is on its way is shown still.
    reset: () => {
      if (underWay.current.size === 0) mutation.reset();
    },
    mutate: (...sent) => {
      const text = JSON.stringify(sent[0]);
      if (underWay.current.has(text)) return;
      underWay.current.add(text);
      const end = () => underWay.current.delete(text);
      mutation.mutateAsync(...sent).then(end, end);
    },
  };
}

/** After a write, everything that was read may be out of date: rules and effects reach across records, and roles follow them. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      refresh(queries, ['records']),
      refresh(queries, ['dashboards']),
      queries.getQueryData(productQuery.queryKey)?.rolesFollowRecords === true &&
        queries.invalidateQueries({ queryKey: productQuery.queryKey }),
    ]);
  };
}
