/** The units that are allowed after a number. A unit is a word only there; elsewhere the same word is a name. */

/** Units of time, each as the designator of its ISO 8601 duration. `WD` (working days) is the language's own. */
export const TIME_UNITS: Readonly<Record<string, 'Y' | 'M' | 'W' | 'D' | 'TH' | 'TM' | 'TS'>> = {
  year: 'Y',
  years: 'Y',
  month: 'M',
  months: 'M',
  week: 'W',
  weeks: 'W',
  day: 'D',
  days: 'D',
  hour: 'TH',
  hours: 'TH',
  h: 'TH',
  minute: 'TM',
  minutes: 'TM',
  min: 'TM',
  second: 'TS',
  seconds: 'TS',
  s: 'TS',
};

/** Units of size in bytes. Decimal, as storage is sold and limits are read; the binary ones have names of their own. */
export const SIZE_UNITS: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1_000,
  KB: 1_000,
  MB: 1_000_000,
  GB: 1_000_000_000,
  KiB: 1_024,
  MiB: 1_048_576,
  GiB: 1_073_741_824,
};

/** The text behind `per`, in seconds. */
export const RATE_UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

let currencies: ReadonlySet<string> | null = null;

/** Whether this is the code of a currency (ISO 4217, as the platform knows them). */
export function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(code);
}
