import path from 'node:path';
import { isEmail, isUrl } from '@nonet/language';
import { CsvError, parse } from 'csv-parse/sync';
import { type Foreign, type ForeignField, type ForeignFile, type LeftOut, NotReadable } from './foreign.ts';
import { EntityNames, FieldNames } from './names.ts';

/** A type, and the values that it has. The first that has all of a column's values is its type. */
const FORMS: readonly (readonly [type: string, (value: string) => boolean])[] = [
  ['boolean', (value) => /^(?:true|false)$/.test(value)],
  ['integer', (value) => /^(?:0|-?[1-9]\d{0,14})$/.test(value)],
  ['decimal', (value) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) && value.length <= 30],
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

/**
 * A CSV file: its first line names the fields, and their types are those that all of their values have. With how many values that is known stands in the
 * notes.
 */
export function readCsv({ name, content }: ForeignFile): Foreign {
  const rows = rowsOf(content);
  const header = rows[0] ?? [];
  if (header.length === 0) throw new NotReadable(1, 'the first line names no field');
  const names = new FieldNames();
  const leftOut: LeftOut[] = [];
  const fields = header.map((words, place): ForeignField => {
    const values = rows.slice(1).map((row) => row[place] ?? '');
    const own = names.give(words);
    const field = {
      name: own,
      label: own === words ? null : words,
      meaning: null,
      place: `${name}:1`,
      ...typeOf(values),
    };
    if (field.type === null)
      leftOut.push({ place: `${name}:1`, what: `${words} has no values: its type is not shown` });
    return field;
  });
  const entity = new EntityNames().give(path.parse(name).name, true);
  return { entities: [{ name: entity, prose: null, fields, unique: [], hasIntegerId: false }], rules: [], leftOut };
}

function rowsOf(content: Buffer): readonly (readonly string[])[] {
  try {
    return parse(content, { bom: true, skip_empty_lines: true, delimiter: separatorOf(content) });
  } catch (error) {
    if (error instanceof CsvError) throw new NotReadable('lines' in error ? Number(error['lines']) : 1, error.message);
    throw error;
  }
}

/** The sign that the first line has most of: spreadsheets of many countries write `;`. */
function separatorOf(content: Buffer): string {
  const [first = ''] = content.subarray(0, 100_000).toString().split('\n');
  const count = (sign: string) => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function typeOf(values: readonly string[]): Pick<ForeignField, 'type' | 'rules' | 'note'> {
  const filled = values.filter((value) => value !== '');
  const optional = filled.length < values.length ? ['optional'] : [];
  if (filled.length === 0) return { type: null, rules: optional, note: 'no values' };
  const [type] = FORMS.find(([, fits]) => filled.every(fits)) ?? [];
  const longest = Math.max(...filled.map((value) => value.length));
  const known = type ?? (longest > LONG || filled.some((value) => value.includes('\n')) ? 'long text' : 'text');
  return {
    type: known === 'decimal' ? decimalOf(filled) : known,
    rules: optional,
    note: noteOf(filled, values.length, known),
  };
}

/** As many digits as the values have. */
function decimalOf(values: readonly string[]): string {
  const parts = values.map((value) => value.replace('-', '').split('.'));
  const whole = Math.max(...parts.map(([digits = '']) => digits.length));
  const places = Math.max(...parts.map(([, digits = '']) => digits.length));
  return `decimal(${whole + places}, ${places})`;
}

/** How sure the type is: by how many values, and how many different ones. */
function noteOf(filled: readonly string[], all: number, type: string): string {
  const different = new Set(filled).size;
  const distinct = different === filled.length ? 'all different' : `${different} different`;
  const longest = type.endsWith('text')
    ? `, at most ${Math.max(...filled.map((value) => value.length))} characters`
    : '';
  return `${filled.length} of ${all} rows have a value, ${distinct}${longest}`;
}

function isDay(value: string): boolean {
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
