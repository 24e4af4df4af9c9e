import { isEmail, isUrl } from '@nonet/language';
import type { ForeignField } from './foreign.ts';

type Form = readonly [type: string, fits: (value: string) => boolean];

/** Numbers and booleans, as they are written. */
const PLAIN: readonly Form[] = [
  ['boolean', (value) => /^(?:true|false)$/.test(value)],
  ['integer', (value) => /^(?:0|-?[1-9]\d{0,14})$/.test(value)],
  ['decimal', (value) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) && value.length <= 30],
];
/** The types that texts have by their form. */
const TEXTS: readonly Form[] = [
  ['date', (value) => /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value)],
  [
    'datetime',
    (value) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
      !Number.isNaN(Date.parse(value)),
  ],
  ['time', (value) => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(value)],
  ['email', isEmail],
  ['url', isUrl],
];
/** A text beyond this is read in several lines. */
const LONG = 200;

/** A type, and how sure it is: by how many values, and how many different ones. */
export type ColumnType = Pick<ForeignField, 'type' | 'rules' | 'note'>;

/** The type that all values of a column have; `''` is no value. */
export function typeOfColumn(values: readonly string[]): ColumnType {
  return typed(values, [...PLAIN, ...TEXTS]);
}

/** The type of a column whose values are known to be texts: `12` is none of its numbers. */
export function typeOfTexts(values: readonly string[]): ColumnType {
  return typed(values, TEXTS);
}

/** A column of which another form than its texts says the type; null: it is not known. */
export function columnOf(values: readonly string[], type: string | null): ColumnType {
  const filled = values.filter((value) => value !== '');
  return {
    type,
    rules: filled.length < values.length ? ['optional'] : [],
    note: filled.length === 0 ? 'no values' : noteOf(filled, values.length, type ?? ''),
  };
}

function typed(values: readonly string[], forms: readonly Form[]): ColumnType {
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return columnOf(values, null);
  const [type] = forms.find(([, fits]) => filled.every(fits)) ?? [];
  const longest = filled.reduce((most, value) => Math.max(most, value.length), 0);
  const known = type ?? (longest > LONG || filled.some((value) => value.includes('\n')) ? 'long text' : 'text');
  return columnOf(values, known === 'decimal' ? decimalOf(filled) : known);
}

/** As many digits as the values have. */
function decimalOf(values: readonly string[]): string {
  let [whole, places] = [0, 0];
  for (const value of values) {
    const [digits = '', behind = ''] = value.replace('-', '').split('.');
    whole = Math.max(whole, digits.length);
    places = Math.max(places, behind.length);
  }
  return `decimal(${whole + places}, ${places})`;
}

function noteOf(filled: readonly string[], all: number, type: string): string {
  const different = new Set(filled).size;
  const distinct = different === filled.length ? 'all different' : `${different} different`;
  const longest = filled.reduce((most, value) => Math.max(most, value.length), 0);
  return `${filled.length} of ${all} rows have a value, ${distinct}${type.endsWith('text') ? `, at most ${longest} characters` : ''}`;
}

function isDay(value: string): boolean {
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
