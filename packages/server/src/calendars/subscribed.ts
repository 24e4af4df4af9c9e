import type { Screen } from '@nonet/language';
import type { Rights } from '../view/rights.ts';
import { openableScreens } from '../view/screens.ts';

/** A calendar to which a reader may subscribe (2, `subscribe`), by its slug; null if there is none. */
export function subscribedScreen(rights: Rights, slug: string): Screen | null {
  const screen = openableScreens(rights).find((each) => each.slug === slug);
  return screen !== undefined && isSubscribed(screen) ? screen : null;
}

/** Whether a screen states that people subscribe to it. */
export function isSubscribed({ actions }: Screen): boolean {
  return actions.some(({ kind }) => kind === 'subscribe');
}

/** The path at which a calendar is read: by a token, or by the slug of its screen. */
export function calendarAddress(calendar: string): string {
  return `/api/-/calendars/${calendar}/calendar.ics`;
}
