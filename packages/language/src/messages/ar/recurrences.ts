import type { recurrences as en } from '../en/recurrences.ts';

/** Each day, week, month or year, and the word behind their number. */
const EVERY = {
  daily: ['كل يوم', { two: 'يومين', few: 'أيام', other: 'يومًا' }],
  weekly: ['كل أسبوع', { two: 'أسبوعين', few: 'أسابيع', other: 'أسبوعًا' }],
  monthly: ['كل شهر', { two: 'شهرين', few: 'أشهر', other: 'شهرًا' }],
  yearly: ['كل سنة', { two: 'سنتين', few: 'سنوات', other: 'سنة' }],
} as const;

export const recurrences: typeof en = {
  recurrence: ({ label }) =>
    `${label}: يجب أن تكون تواريخ متكررة: تاريخ أول وقاعدة من RFC 5545، مثل DTSTART;VALUE=DATE:20261201 و RRULE:FREQ=WEEKLY;BYDAY=TU.`,
  recurrenceTime: ({ label, part }) => `${label}: تتكرر التواريخ بلا وقت من اليوم: ${part}.`,
  recurrencePart: ({ label, part }) => `${label}: لا يمكن التكرار هكذا: ${part}.`,
  recurrenceNone: ({ label }) => `${label}: لا يوجد أي تاريخ.`,
  recurrenceUntil: ({ label }) => `${label}: النهاية قبل البداية.`,
  recurrenceExceptions: ({ label }) => `${label}: يمكن استثناء 100 تاريخ على الأكثر.`,
  repeats: (
    { frequency, interval, weekdays, isWorkweek, position, monthDay, month, day, until, count, except, exceptions },
    format,
  ) => {
    const [each, units] = EVERY[frequency];
    const every = interval === 1 ? each : `كل ${interval === 2 ? units.two : format.count(interval, units)}`;
    const of = month === null ? '' : ` من ${month}`;
    const names =
      isWorkweek && position !== null
        ? 'يوم من الاثنين إلى الجمعة'
        : position === null
          ? format.and(weekdays)
          : format.or(weekdays);
    const on =
      day !== null
        ? ` في ${day}`
        : monthDay !== null
          ? monthDay < 0
            ? ` في آخر يوم${of}`
            : ` في اليوم ${format.number(monthDay)}`
          : position !== null
            ? position < 0
              ? ` في آخر ${names}${of}`
              : ` في ${names} رقم ${format.number(position)}${of}`
            : weekdays.length > 0
              ? ` في ${names}`
              : '';
    const ends =
      until !== null
        ? ` حتى ${until}`
        : count !== null
          ? `، ${format.count(count, { one: 'مرة', two: 'مرتان', few: 'مرات', other: 'مرة' })}`
          : '';
    const without =
      exceptions === 0
        ? ''
        : except.length > 0
          ? `، باستثناء ${format.and(except)}`
          : `، باستثناء ${format.count(exceptions, { two: 'تاريخين', few: 'تواريخ', other: 'تاريخًا' })}`;
    return `${every}${on}${ends}${without}`;
  },
};
