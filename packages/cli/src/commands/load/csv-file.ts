import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { errorCode, firstLines } from '@nonet/engine';
import { CsvError, parse } from 'csv-parse';
import { readText, unreadable } from '../../document.ts';
import { Failure, Unreadable } from '../../failure.ts';
import type { Line } from './file-line.ts';
import { readSheet, sheetIn } from './sheet-file.ts';

/** A whole file, as one reading has found it. */
export interface CsvFile {
  readonly header: readonly string[];
  readonly rows: number;
  /** The SHA-256 of its first line and its rows. */
  readonly digest: string;
}

/** Rows that go in together: `from` of the file's rows are before them. */
export interface CsvBatch {
  readonly from: number;
  /** Each row by the names of its columns. */
  readonly records: readonly Readonly<Record<string, string>>[];
  /** The line of each row. */
  readonly lines: readonly number[];
  /** The SHA-256 of the file to the end of these rows. */
  readonly digest: string;
}

/** A batch ends after so many rows, or after so many characters. */
const BATCH_ROWS = 2_000;
const BATCH_CHARACTERS = 2_000_000;

/**
 * Reads a whole file without keeping it. `at`: numbers of rows after which its digest is wanted, too.
 * @throws {Failure} if it can't be read, or is no CSV
 */
export async function scanCsv(
  file: string,
  at: ReadonlySet<number> = new Set(),
): Promise<CsvFile & { readonly digests: ReadonlyMap<number, string> }> {
  const digests = new Map<number, string>();
  const digest = createHash('sha256');
  let header: readonly string[] = [];
  let rows = -1;
  for await (const { cells } of readLines(file)) {
    addTo(digest, cells);
    rows += 1;
    if (rows === 0) header = cells;
    if (at.has(rows)) digests.set(rows, digest.copy().digest('hex'));
  }
  const twice = header.find((name, place) => header.indexOf(name) !== place);
  if (twice !== undefined) throw new Failure(`${file}:1: the column ${JSON.stringify(twice)} is there twice.`);
  return { header, rows: Math.max(rows, 0), digest: digest.digest('hex'), digests };
}

/** The rows of a file behind the first ones, in batches; `names`: those of its columns, in the place of its first line. */
export async function* readBatches(
  file: string,
  skip: number,
  names: readonly string[],
): AsyncGenerator<CsvBatch, void> {
  const digest = createHash('sha256');
  let read = -1;
  let records: Readonly<Record<string, string>>[] = [];
  let lines: number[] = [];
  let characters = 0;
  const batch = (): CsvBatch => ({
    from: read - records.length,
    records,
    lines,
    digest: digest.copy().digest('hex'),
  });
  for await (const { cells, line } of readLines(file)) {
    addTo(digest, cells);
    read += 1;
    if (read <= skip) continue;
    records.push(Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])));
    lines.push(line);
    characters += cells.reduce((sum, { length }) => sum + length, 0);
    if (records.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch();
    [records, lines, characters] = [[], [], 0];
  }
  if (records.length > 0) yield batch();
}

function addTo(digest: Hash, cells: readonly string[]): void {
  digest.update(`${JSON.stringify(cells)}\n`);
}

/** The lines of a CSV file, or the rows of the sheet of a workbook that the name states: `shop.xlsx#Customers`. */
function readLines(file: string): AsyncGenerator<Line> {
  const workbook = sheetIn(file);
  return workbook === null ? readCsv(file) : readSheet(workbook.file, workbook.sheet);
}

async function* readCsv(file: string): AsyncGenerator<Line> {
  const firstLine = firstLines();
  const parser = parse({ bom: true, skip_empty_lines: true, info: true });
  // An error destroys the parser, whose reader throws it.
  pipeline(Readable.from(readBytes(file)), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { cells: record, line: firstLine(record, info.lines) };
  } catch (error) {
    if (error instanceof CsvError) throw new Failure(`${file} is not CSV as expected: ${error.message}`);
    throw error;
  }
}

/** The bytes of a file in UTF-8. */
async function* readBytes(file: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      decoder.decode(chunk, { stream: true });
      yield chunk;
    }
    decoder.decode();
  } catch (error) {
    if (errorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw unreadable(file, error);
    // Says where the first byte is that is wrong.
    readText(file);
    throw new Unreadable(file, 'this is not UTF-8 text.');
  }
}
