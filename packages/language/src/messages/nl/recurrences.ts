import type { recurrences as en } from '../en/recurrences.ts';

/** Each day, week, month or year, and the word behind their number. */
const EVERY = {
  daily: ['elke dag', 'dagen'],
  weekly: ['elke week', 'weken'],
  monthly: ['elke maand', 'maanden'],
  yearly: ['elk jaar', 'jaar'],
} as const;

export const recurrences: typeof en = {
  recurrence: ({ label }) =>
    `${label} moet uit herhaalde datums bestaan: een eerste datum en een regel van RFC 5545, zoals DTSTART;VALUE=DATE:20261201 en RRULE:FREQ=WEEKLY;BYDAY=TU.`,
  recurrenceTime: ({ label, part }) => `${label} herhaalt datums en heeft geen tijd: ${part}.`,
  recurrencePart: ({ label, part }) => `${label} kan zo niet worden herhaald: ${part}.`,
  recurrenceNone: ({ label }) => `${label} heeft geen enkele datum.`,
  recurrenceUntil: ({ label }) => `${label} eindigt voordat het begint.`,
  recurrenceExceptions: ({ label }) => `${label} kan ten hoogste 100 datums overslaan.`,
  repeats: (
    { frequency, interval, weekdays, isWorkweek, position, monthDay, month, day, until, count, except, exceptions },
    format,
  ) => {
    const every = interval === 1 ? EVERY[frequency][0] : `elke ${format.number(interval)} ${EVERY[frequency][1]}`;
    const of = month === null ? '' : ` van ${month}`;
    const which = position === null || position < 0 ? 'laatste' : `${position}e`;
    const names =
      isWorkweek && position !== null
        ? 'doordeweekse dag'
        : position === null
          ? format.and(weekdays)
          : format.or(weekdays);
    const on =
      day !== null
        ? ` op ${day}`
        : monthDay !== null
          ? monthDay < 0
            ? ` op de laatste dag${of}`
            : ` op dag ${monthDay}`
          : position !== null
            ? ` op de ${which} ${names}${of}`
            : weekdays.length > 0
              ? ` op ${names}`
              : '';
    const ends = until !== null ? ` tot en met ${until}` : count !== null ? `, ${format.number(count)} keer` : '';
    const without =
      exceptions === 0
        ? ''
        : except.length > 0
          ? `, behalve op ${format.and(except)}`
          : `, behalve ${format.count(exceptions, { one: 'datum', other: 'datums' })}`;
    return `${every}${on}${ends}${without}`;
  },
};
