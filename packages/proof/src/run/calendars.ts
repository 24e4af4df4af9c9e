import type { Bindings } from './bindings.ts';
import type { ExpectedCalendar } from './case.ts';
import { because, type FailureReason } from './failure-reason.ts';

/** The difference between a calendar in the form of iCalendar and the entries that it must have; null if there is none. */
export function calendarDifference(
  bindings: Bindings,
  calendars: readonly ExpectedCalendar[],
  text: string,
): FailureReason | null {
  if (!text.startsWith('BEGIN:VCALENDAR\r\n') || !text.endsWith('END:VCALENDAR\r\n'))
    return because`the answer is no calendar`;
  // A line that begins with a blank continues the one before (RFC 5545, 3.1).
  const uids = [...text.replaceAll('\r\n ', '').matchAll(/^UID:(.*)$/gm)].map(([, uid = '']) => uid.trim());
  if (new Set(uids).size !== uids.length) return because`an entry is in the calendar twice`;
  for (const { entity, path, field, all, some } of calendars) {
    const mark = `-${field}@${path}.`;
    const found = uids.flatMap((uid) => {
      const at = uid.indexOf(mark);
      const id = uid.slice(0, at);
      return at < 0 ? [] : [bindings.symbolic(entity, id) ?? id];
    });
    const extra = found.find((id) => !all.includes(id));
    if (extra !== undefined) return because`${extra} is in the calendar, and must not be`;
    const missing = some.find((id) => !found.includes(id));
    if (missing !== undefined) return because`${missing} is not in the calendar`;
  }
  return null;
}
