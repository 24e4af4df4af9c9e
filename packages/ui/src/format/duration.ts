const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
type Unit = (typeof UNITS)[number];
type Parts = Partial<Record<Unit, string>>;

/** A number and the name of its unit. */
const PIECE = /(\d+)\s*(\p{L}+)\.?/gu;

const DURATION =
  /^(?<sign>-?)P(?:(?<year>-?\d+)Y)?(?:(?<month>-?\d+)M)?(?:(?<week>-?\d+)W)?(?:(?<day>-?\d+)D)?(?:T(?:(?<hour>-?\d+)H)?(?:(?<minute>-?\d+)M)?(?:(?<second>-?\d+(?:\.\d+)?)S)?)?$/;
const LETTERS: Record<Unit, string> = {
  year: 'Y',
  month: 'M',
  week: 'W',
  day: 'D',
  hour: 'H',
  minute: 'M',
  second: 'S',
};

/** `PT1H30M` as "1 hr, 30 min", in the words of a locale; what is no ISO 8601 duration as it is. */
export function writeDuration(iso: string, locale: string): string {
  const groups = DURATION.exec(iso)?.groups;
  if (!groups) return iso;
  const parts = UNITS.flatMap((unit) => {
    const count = groups[unit];
    return count === undefined || Number(count) === 0 ? [] : [unitText(locale, unit, `${groups['sign']}${count}`)];
  });
  if (parts.length === 0) return unitText(locale, 'second', '0');
  return listFormat(locale).format(parts);
}

/** The text between the parts of a list: "und". */
function listWords(locale: string): string[] {
  const parts = listFormat(locale).formatToParts(['1', '2', '3']);
  return parts.flatMap(({ type, value }) => (type === 'literal' ? [value.trim()] : []));
}

function listFormat(locale: string): Intl.ListFormat {
  return once(lists, locale, () => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));
}

// Making a format costs a hundred times what writing with it does, and a long list writes many durations.
const lists = new Map<string, Intl.ListFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const known = made.get(key);
  if (known !== undefined) return known;
  const value = make();
  made.set(key, value);
  return value;
}

function unitText(locale: string, unit: Unit, count: string): string {
  // Days are words; the parts of a day are short: "3 days", "1 hr".
  const unitDisplay = UNITS.indexOf(unit) < UNITS.indexOf('hour') ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 6 } as const;
  const format = once(numbers, `${locale} ${unit}`, () => new Intl.NumberFormat(locale, options));
  return format.format(count.replace(/^--/, '') as Intl.StringNumericLiteral);
}

/** Whether a value is an ISO 8601 duration, as on the wire. */
export function isDuration(value: string): boolean {
  return DURATION.test(value);
}

/** A typed duration ("3 days", "1h 30", `P3D`) as ISO 8601; text without a duration stays unchanged. */
export function readDuration(typed: string, locale: string): string {
  const text = typed.trim();
  if (text === '' || isDuration(text.toUpperCase())) return text.toUpperCase();
  const clock = /^(\d+):(\d\d)$/.exec(text);
  if (clock) return isoOf({ hour: clock[1] ?? '0', minute: clock[2] ?? '0' });
  const names = unitNames(locale);
  const parts: Parts = {};
  const pieces = [...text.toLowerCase().matchAll(PIECE)];
  const between = text
    .toLowerCase()
    .replace(PIECE, ' ')
    .split(/[\s,]+/);
  if (pieces.length === 0 || between.some((word) => word !== '' && !listWords(locale).includes(word))) return typed;
  for (const [, count = '', word = ''] of pieces) {
    const unit = names.get(word);
    if (unit === undefined || parts[unit] !== undefined) return typed;
    parts[unit] = count;
  }
  return isoOf(parts);
}

function isoOf(parts: Parts): string {
  const write = (units: readonly Unit[]) =>
    units.flatMap((unit) => (Number(parts[unit] ?? 0) > 0 ? [`${Number(parts[unit])}${LETTERS[unit]}`] : [])).join('');
  const [days, time] = [write(['year', 'month', 'week', 'day']), write(['hour', 'minute', 'second'])];
  if (days === '' && time === '') return 'PT0S';
  return `P${days}${time === '' ? '' : `T${time}`}`;
}

/** Every way in which a locale, and English, writes the name of a unit. */
function unitNames(locale: string): ReadonlyMap<string, Unit> {
  const names = new Map<string, Unit>([
    ['h', 'hour'],
    ['m', 'minute'],
    ['d', 'day'],
    ['w', 'week'],
    ['s', 'second'],
    ['y', 'year'],
  ]);
  for (const language of ['en', locale]) {
    for (const unit of UNITS) {
      for (const unitDisplay of ['long', 'short', 'narrow'] as const) {
        for (const count of [1, 2, 5]) {
          const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
          const word = format.formatToParts(count).find(({ type }) => type === 'unit')?.value;
          const name = word?.toLowerCase().replaceAll('.', '').trim();
          if (name && !names.has(name)) names.set(name, unit);
        }
      }
    }
  }
  return names;
}

/** The hours in each unit; months and years as the database orders durations, of 30 and 365.25 days. */
const HOURS: Record<Unit, number> = {
  year: 8766,
  month: 720,
  week: 168,
  day: 24,
  hour: 1,
  minute: 1 / 60,
  second: 1 / 3600,
};

/** The length of an ISO 8601 duration in hours, near enough for a chart; null for what is none. */
export function hoursOf(iso: string): number | null {
  const groups = DURATION.exec(iso)?.groups;
  if (!groups) return null;
  const hours = UNITS.reduce((sum, unit) => sum + Number(groups[unit] ?? 0) * HOURS[unit], 0);
  return groups['sign'] === '-' ? -hours : hours;
}
