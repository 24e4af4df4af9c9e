import { strFromU8, unzipSync } from 'fflate';
import { NotReadable } from './foreign.ts';

/** A value of a sheet as CSV has it; `local`: a day and a time of which no zone is known. */
export interface Cell {
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'time' | 'local';
  readonly text: string;
}

export interface Sheet {
  readonly name: string;
  /** Its rows from the first one on, of the same length; null: a cell without a value. */
  readonly rows: readonly (readonly (Cell | null)[])[];
  /** Cells whose formula has an error instead of a value: `B7`, `#N/A`. */
  readonly errors: readonly { readonly cell: string; readonly error: string }[];
}

/** A sheet as a table: the row that names its columns, and the rows below it that have values. */
export interface SheetTable {
  /** The number of the row with the names, counted from 1. */
  readonly header: number;
  readonly names: readonly string[];
  readonly rows: readonly { readonly number: number; readonly cells: readonly (Cell | null)[] }[];
}

/** A workbook is unpacked up to so many bytes. */
const UNPACKED = 150_000_000;
/** A sheet has no more rows, by its form. */
const LAST_ROW = 1_048_576;
/** A sheet is read up to so many cells, empty ones among them. */
const CELLS = 10_000_000;
/** The error of a cell stands within so many characters, behind its formula. */
const ERROR_WITHIN = 10_000;

/**
 * The sheets of an XLSX workbook. Formulas have the values that were stored with them.
 * @throws {NotReadable} if it is none, or is larger than a workbook that can be read here
 */
export async function readWorkbook(content: Buffer): Promise<readonly Sheet[]> {
  const errors = inspect(content);
  const { default: readXlsx } = await import('read-excel-file/universal');
  const bytes = new ArrayBuffer(content.byteLength);
  new Uint8Array(bytes).set(content);
  const sheets = await readXlsx(bytes, { trim: false, parseNumber: (text) => ({ number: text }) }).catch(
    (error: unknown) => {
      throw new NotReadable('workbook', error instanceof Error ? error.message : String(error));
    },
  );
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    rows: rowsIn(data),
    errors: errors.get(sheet) ?? [],
  }));
}

/**
 * The table in a sheet; null where it has no values. Names stand in the first row that has texts alone, and at least half as many as the widest row has
 * values: titles above it have fewer.
 */
export function tableOf({ rows }: Sheet): SheetTable | null {
  const filled = rows.map((row) => row.filter((cell) => cell !== null).length);
  const widest = filled.reduce((most, count) => Math.max(most, count), 0);
  if (widest === 0) return null;
  const named = rows.findIndex(
    (row, place) => (filled[place] ?? 0) * 2 >= widest && row.every((cell) => cell === null || cell.kind === 'text'),
  );
  const header = named < 0 ? filled.findIndex((count) => count > 0) : named;
  return {
    header: header + 1,
    names: (rows[header] ?? []).map((cell) => cell?.text.trim() ?? ''),
    rows: rows
      .map((cells, place) => ({ number: place + 1, cells }))
      .filter(({ number }) => number > header + 1 && (filled[number - 1] ?? 0) > 0),
  };
}

/** `0` → `A`, `26` → `AA`. */
export function columnLetters(place: number): string {
  const letter = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? letter : `${columnLetters(Math.floor(place / 26) - 1)}${letter}`;
}

/** Makes sure that the workbook can be read in bounded memory. @returns The errors in the cells of each sheet. */
function inspect(content: Buffer): Map<string, Sheet['errors']> {
  let total = 0;
  let parts: Readonly<Record<string, Uint8Array>>;
  try {
    // The sizes are those that the archive states; what goes beyond them is not unpacked.
    parts = unzipSync(content, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/i.test(name)) return false;
        total += originalSize;
        if (total > UNPACKED)
          throw new NotReadable('workbook', `its parts are more than ${UNPACKED / 1e6} MB when they are unpacked`);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof NotReadable) throw error;
    throw new NotReadable(
      'workbook',
      `this is no XLSX file: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const textOf = (name: string) => {
    const part = parts[name];
    return part === undefined ? '' : strFromU8(part);
  };
  const workbook = textOf('xl/workbook.xml');
  if (workbook === '') throw new NotReadable('workbook', 'this is no XLSX file: it has no xl/workbook.xml');
  const targets = new Map(
    [...textOf('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([tag]) => [
      attributeOf(tag, 'Id'),
      attributeOf(tag, 'Target'),
    ]),
  );
  return new Map(
    [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => {
      const name = unescaped(attributeOf(tag, 'name'));
      const target = (targets.get(attributeOf(tag, 'r:id')) ?? '').replace(/^\//, '');
      return [name, errorsIn(name, textOf(target.startsWith('xl/') ? target : `xl/${target}`))];
    }),
  );
}

/** The cells with errors. @throws {NotReadable} where the sheet states more rows or cells than can be read. */
function errorsIn(sheet: string, xml: string): Sheet['errors'] {
  let [last, widest] = [0, 0];
  const errors: { cell: string; error: string }[] = [];
  for (const { 0: tag, index } of xml.matchAll(/<(?:\w+:)?(?:row|c)\b[^>]*>/g)) {
    const [place = '', letters = '', row = ''] = /^([A-Z]*)(\d+)$/.exec(attributeOf(tag, 'r')) ?? [];
    const isEmpty = letters === '' || tag.endsWith('/>');
    if (Number(row) > LAST_ROW) throw new NotReadable(`${sheet}!${place}`, `a sheet has at most ${LAST_ROW} rows`);
    if (isEmpty) continue;
    last = Math.max(last, Number(row));
    widest = Math.max(widest, columnNumber(letters));
    if (last * widest > CELLS)
      throw new NotReadable(`${sheet}!${place}`, `a sheet is read up to ${CELLS / 1e6} million cells`);
    if (attributeOf(tag, 't') !== 'e') continue;
    const [, error = ''] = /<(?:\w+:)?v>([^<]*)</.exec(xml.slice(index, index + ERROR_WITHIN)) ?? [];
    errors.push({ cell: place, error: unescaped(error) });
  }
  return errors;
}

/** `A` → 1, `AA` → 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0);
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}=["']([^"']*)["']`).exec(tag)?.[1] ?? '';
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => signs[name] ?? '');
}

/** The rows of a sheet; a sheet that is a chart has none. */
function rowsIn(data: unknown): (Cell | null)[][] {
  return Array.isArray(data) ? data.map((row: unknown) => (Array.isArray(row) ? row.map(cellOf) : [])) : [];
}

function cellOf(value: unknown): Cell | null {
  if (typeof value === 'string') return value.trim() === '' ? null : { kind: 'text', text: value };
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
  if (value instanceof Date) return momentOf(value);
  if (typeof value === 'object' && value !== null && 'number' in value)
    return { kind: 'number', text: numberText(String(value.number)) };
  return null;
}

/** Spreadsheets calculate with 15 digits: `0.30000000000000004` is what they show as `0.3`. */
function numberText(text: string): string {
  const number = Number(text);
  if (/^-?\d{1,15}$/.test(text) || !Number.isFinite(number)) return text;
  return String(Number(number.toPrecision(15)));
}

/** A moment without a zone: a day where it is midnight, a time of day where it is before the first day of the workbook. */
function momentOf(moment: Date): Cell | null {
  const seconds = Math.round(moment.getTime() / 1000);
  if (!Number.isFinite(seconds)) return null;
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  const [day = '', time = ''] = text.split('T');
  if (day < '1900-01-01') return { kind: 'time', text: time.endsWith(':00') ? time.slice(0, 5) : time };
  return time === '00:00:00' ? { kind: 'date', text: day } : { kind: 'local', text };
}
