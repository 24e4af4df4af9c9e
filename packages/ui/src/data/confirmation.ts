import type { ProblemError } from '@nonet/client';
import { useSyncExternalStore } from 'react';

/** A write that waits for somebody's word: the product only warns of it (5). */
export interface Confirmation {
  readonly warning: ProblemError;
  answer: (isMeant: boolean) => void;
}

let waiting: readonly Confirmation[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Confirmation[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Shows a warning, and resolves to whether the user confirms it. Several warnings are shown one after another. */
export function askToConfirm(warning: ProblemError): Promise<boolean> {
  return new Promise((resolve) => {
    const confirmation: Confirmation = {
      warning,
      answer(isMeant) {
        change(waiting.filter((each) => each !== confirmation));
        resolve(isMeant);
      },
    };
    change([...waiting, confirmation]);
  });
}

/** The one that is asked now. */
export function useConfirmation(): Confirmation | null {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
  return all[0] ?? null;
}
