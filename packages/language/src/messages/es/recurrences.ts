import type { recurrences as en } from '../en/recurrences.ts';

/** Each day, week, month or year, and the word behind their number. */
const EVERY = {
  daily: ['cada día', 'días'],
  weekly: ['cada semana', 'semanas'],
  monthly: ['cada mes', 'meses'],
  yearly: ['cada año', 'años'],
} as const;

export const recurrences: typeof en = {
  recurrence: ({ label }) =>
    `${label} debe ser una serie de fechas: una primera fecha y una regla de RFC 5545, como DTSTART;VALUE=DATE:20261201 y RRULE:FREQ=WEEKLY;BYDAY=TU.`,
  recurrenceTime: ({ label, part }) => `${label} repite fechas y no tiene hora: ${part}.`,
  recurrencePart: ({ label, part }) => `${label} no puede repetirse así: ${part}.`,
  recurrenceNone: ({ label }) => `${label} no tiene ninguna fecha.`,
  recurrenceUntil: ({ label }) => `${label} termina antes de empezar.`,
  recurrenceExceptions: ({ label }) => `${label} puede omitir 100 fechas como máximo.`,
  repeats: (
    { frequency, interval, weekdays, isWorkweek, position, monthDay, month, day, until, count, except, exceptions },
    format,
  ) => {
    const every = interval === 1 ? EVERY[frequency][0] : `cada ${format.number(interval)} ${EVERY[frequency][1]}`;
    const of = month === null ? '' : ` de ${month}`;
    const which = position === null || position < 0 ? 'último' : `${position}.º`;
    const names =
      isWorkweek && position !== null
        ? 'día de lunes a viernes'
        : position === null
          ? format.and(weekdays)
          : format.or(weekdays);
    const on =
      day !== null
        ? ` el ${day}`
        : monthDay !== null
          ? monthDay < 0
            ? ` el último día${of}`
            : ` el día ${monthDay}`
          : position !== null
            ? ` el ${which} ${names}${of}`
            : weekdays.length > 0
              ? ` el ${names}`
              : '';
    const ends =
      until !== null
        ? ` hasta el ${until}`
        : count !== null
          ? `, ${format.count(count, { one: 'vez', other: 'veces' })}`
          : '';
    const without =
      exceptions === 0
        ? ''
        : except.length > 0
          ? `, salvo el ${format.and(except)}`
          : `, salvo ${format.count(exceptions, { one: 'fecha', other: 'fechas' })}`;
    return `${every}${on}${ends}${without}`;
  },
};
