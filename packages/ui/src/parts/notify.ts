import { notifications } from '@mantine/notifications';
import type { Words } from '../words/en.ts';

/** A short word that something is done; goes by itself. */
export function notifyDone(message: string, words: Words): void {
  notifications.show({
    message,
    autoClose: 3000,
    withBorder: true,
    closeButtonProps: { 'aria-label': words.closeDialog },
  });
}

/** What was refused away from any form. Stays until it is read. */
export function notifyRefused(message: string, title: string, words: Words): void {
  notifications.show({
    message,
    title,
    color: 'red',
    autoClose: 10_000,
    withBorder: true,
    closeButtonProps: { 'aria-label': words.closeDialog },
  });
}
