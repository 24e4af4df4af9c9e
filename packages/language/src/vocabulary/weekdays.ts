/** The days of the week, the first with the number 1 (ISO 8601). */
export const WEEKDAYS: readonly unknown[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];
