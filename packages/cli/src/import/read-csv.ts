import path from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { typeOfColumn } from './column-type.ts';
import { type Foreign, type ForeignField, type ForeignFile, type LeftOut, NotReadable } from './foreign.ts';
import { EntityNames, FieldNames } from './names.ts';

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
      ...typeOfColumn(values),
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
