import { notifications } from '@mantine/notifications';

/** A short word that something is done; goes by itself. */
export function notifyDone(message: string): void {
  notifications.show({ message, autoClose: 3000, withBorder: true });
}

/** What was refused away from any form. Stays until it is read. */
export function notifyRefused(message: string, title: string): void {
  notifications.show({ message, title, color: 'red', autoClose: 10_000, withBorder: true });
}
