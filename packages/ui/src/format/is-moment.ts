/** A date of the wire: its year, month and day. */
export const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
/** A time of day of the wire. */
export const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,6})?))?$/;

/** Whether a value is a date in the wire's form: `2026-11-21`. */
export function isDate(value: string): boolean {
  return DATE.test(value);
}

/** Whether a value is a time of day in the wire's form: `09:30:00`. */
export function isTime(value: string): boolean {
  return TIME.test(value);
}
