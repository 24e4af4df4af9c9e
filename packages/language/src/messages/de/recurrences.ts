import type { recurrences as en } from '../en/recurrences.ts';

/** Each day, week, month or year, and the word behind their number. */
const EVERY = {
  daily: ['jeden Tag', 'Tage'],
  weekly: ['jede Woche', 'Wochen'],
  monthly: ['jeden Monat', 'Monate'],
  yearly: ['jedes Jahr', 'Jahre'],
} as const;

export const recurrences: typeof en = {
  recurrence: ({ label }) =>
    `${label} muss aus wiederholten Tagen bestehen: ein erster Tag und eine Regel nach RFC 5545, wie DTSTART;VALUE=DATE:20261201 und RRULE:FREQ=WEEKLY;BYDAY=TU.`,
  recurrenceTime: ({ label, part }) => `${label} wiederholt Tage und hat keine Uhrzeit: ${part}.`,
  recurrencePart: ({ label, part }) => `${label} kann so nicht wiederholt werden: ${part}.`,
  recurrenceNone: ({ label }) => `${label} hat keinen einzigen Tag.`,
  recurrenceUntil: ({ label }) => `${label} endet, bevor es beginnt.`,
  recurrenceExceptions: ({ label }) => `${label} kann höchstens 100 Tage auslassen.`,
  repeats: (
    { frequency, interval, weekdays, isWorkweek, position, monthDay, month, day, until, count, except, exceptions },
    format,
  ) => {
    const every = interval === 1 ? EVERY[frequency][0] : `alle ${format.number(interval)} ${EVERY[frequency][1]}`;
    const of = month === null ? '' : ` im ${month}`;
    const which = position === null || position < 0 ? 'letzten' : `${position}.`;
    const names =
      isWorkweek && position !== null
        ? 'Tag von Montag bis Freitag'
        : position === null
          ? format.and(weekdays)
          : format.or(weekdays);
    const on =
      day !== null
        ? ` am ${day}`
        : monthDay !== null
          ? monthDay < 0
            ? ` am letzten Tag${of}`
            : ` am ${monthDay}.`
          : position !== null
            ? ` am ${which} ${names}${of}`
            : weekdays.length > 0
              ? ` am ${names}`
              : '';
    const ends = until !== null ? ` bis ${until}` : count !== null ? `, ${format.number(count)}-mal` : '';
    const without =
      exceptions === 0
        ? ''
        : except.length > 0
          ? `, außer am ${format.and(except)}`
          : `, außer an ${format.count(exceptions, { one: 'Tag', other: 'Tagen' })}`;
    return `${every}${on}${ends}${without}`;
  },
};
