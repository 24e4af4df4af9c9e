import type { recurrences as en } from '../en/recurrences.ts';

/** Each day, week, month or year, and the word behind their number. */
const EVERY = {
  daily: ['chaque jour', 'tous les', 'jours'],
  weekly: ['chaque semaine', 'toutes les', 'semaines'],
  monthly: ['chaque mois', 'tous les', 'mois'],
  yearly: ['chaque année', 'tous les', 'ans'],
} as const;

export const recurrences: typeof en = {
  recurrence: ({ label }) =>
    `${label} doit être une suite de dates : une première date et une règle de la RFC 5545, comme DTSTART;VALUE=DATE:20261201 et RRULE:FREQ=WEEKLY;BYDAY=TU.`,
  recurrenceTime: ({ label, part }) => `${label} répète des dates et n’a pas d’heure : ${part}.`,
  recurrencePart: ({ label, part }) => `${label} ne peut pas se répéter ainsi : ${part}.`,
  recurrenceNone: ({ label }) => `${label} n’a aucune date.`,
  recurrenceUntil: ({ label }) => `${label} se termine avant de commencer.`,
  recurrenceExceptions: ({ label }) => `${label} peut omettre 100 dates au plus.`,
  repeats: (
    { frequency, interval, weekdays, isWorkweek, position, monthDay, month, day, until, count, except, exceptions },
    format,
  ) => {
    const [each, all, units] = EVERY[frequency];
    const every = interval === 1 ? each : `${all} ${format.number(interval)} ${units}`;
    const of = month === null ? '' : ` de ${month}`;
    const which = position === null || position < 0 ? 'dernier' : position === 1 ? '1er' : `${position}e`;
    const names =
      isWorkweek && position !== null
        ? 'jour du lundi au vendredi'
        : position === null
          ? format.and(weekdays)
          : format.or(weekdays);
    const on =
      day !== null
        ? ` le ${day}`
        : monthDay !== null
          ? monthDay < 0
            ? ` le dernier jour${of}`
            : ` le ${monthDay}`
          : position !== null
            ? ` le ${which} ${names}${of}`
            : weekdays.length > 0
              ? ` le ${names}`
              : '';
    const ends = until !== null ? ` jusqu’au ${until}` : count !== null ? `, ${format.number(count)} fois` : '';
    const without =
      exceptions === 0
        ? ''
        : except.length > 0
          ? `, sauf le ${format.and(except)}`
          : `, sauf ${format.count(exceptions, { one: 'date', other: 'dates' })}`;
    return `${every}${on}${ends}${without}`;
  },
};
