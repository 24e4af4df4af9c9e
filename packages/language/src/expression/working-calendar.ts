/** The days on which work is done (9: `WORKING_DAYS`, `HOLIDAYS`). */
export interface WorkingCalendar {
  /** Days of the week by their number, Monday 1 to Sunday 7, at least one, each once. */
  readonly workingDays: readonly number[];
  /** Dates, each once. */
  readonly holidays: readonly string[];
}
