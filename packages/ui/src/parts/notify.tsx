import type { NotificationData } from '@mantine/notifications';
import { fetchPart } from '../data/load-part.ts';
import type { Words } from '../words/en.ts';

let wanted = false;
const listeners = new Set<() => void>();

/** Whether there has been a notice: before the first, the page has not loaded their code. */
export const toastsWanted = {
  current: (): boolean => wanted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function show(notice: NotificationData): void {
  wanted = true;
  for (const listener of listeners) listener();
  // A notice waits until its container has been loaded.
  void fetchPart(() => import('@mantine/notifications')).then(({ notifications }) => notifications.show(notice));
}

/** The way back of what is done. */
export interface WayBack {
  readonly label: string;
  readonly run: () => unknown;
}

let shown = 0;

/** A short word that something is done, with its way back if there is one; goes by itself. */
export function notifyDone(message: string, words: Words, back?: WayBack): void {
  const id = `done ${(shown += 1)}`;
  const run = () => {
    void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
    void back?.run();
  };
  show({
    id,
    message: back ? (
      <span className="way-back">
        {message}
        <button type="button" onClick={run}>
          {back.label}
        </button>
      </span>
    ) : (
      message
    ),
    // Time to read what was done, and to think again.
    autoClose: back ? 20_000 : 3000,
    withBorder: true,
    closeButtonProps: { 'aria-label': words.closeDialog },
  });
}

/** A refusal outside of forms. Stays until it is closed. */
export function notifyRefused(message: string, title: string, words: Words): void {
  show({
    message,
    title,
    color: 'red',
    autoClose: 10_000,
    withBorder: true,
    closeButtonProps: { 'aria-label': words.closeDialog },
  });
}
