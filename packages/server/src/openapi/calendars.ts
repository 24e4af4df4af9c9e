import { calendarAddress, isSubscribed } from '../calendars/subscribed.ts';
import type { Rights } from '../view/rights.ts';
import { openableScreens } from '../view/screens.ts';
import { type PathItem, PROBLEM } from './parts.ts';

export const CALENDARS = 'Calendars';

/** The paths of the calendars to which this reader may subscribe (2). */
export function calendarPaths(rights: Rights): Record<string, PathItem> {
  const screens = openableScreens(rights).filter(
    (screen) => isSubscribed(screen) && screen.entity !== null && rights.may(screen.entity, 'read'),
  );
  return Object.fromEntries(
    screens.map((screen) => [
      calendarAddress(screen.slug),
      {
        get: {
          operationId: `calendar_${screen.slug}`,
          summary: `${screen.name}, as iCalendar`,
          tags: [CALENDARS],
          parameters: (screen.where === null ? [] : screen.parameters).map(({ name }) => ({
            name: `path.${name}`,
            in: 'query',
            required: true,
            schema: { type: 'string' },
          })),
          responses: {
            200: { description: 'The calendar.', content: { 'text/calendar': { schema: { type: 'string' } } } },
            default: PROBLEM,
          },
        },
      },
    ]),
  );
}
