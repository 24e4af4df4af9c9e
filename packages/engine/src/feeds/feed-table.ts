import { pipeline, Readable } from 'node:stream';
import { type Feed, isObject } from '@nonet/language';
import { CsvError, parse } from 'csv-parse';
import { parseExactly, writtenOut } from '../calls/exact-json.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { firstLines } from '../run/imports/first-lines.ts';

/** The table can't be read, however often it is tried. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}

/** A row of a table: the line in which it ends (of JSON its place in the list), and a cell for each column that the feed takes. */
export interface FeedRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads the rows of a table, as they come: of CSV no more than a row is in memory, JSON is read as a whole.
 * @throws {UnreadableTable} if it is not of the feed's format, lacks a column, or is too long
 */
export function readTable(feed: Feed, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FeedRow> {
  return feed.format.kind === 'CSV' ? readCsv(feed, bytes) : readJson(feed, feed.format.path, bytes);
}

async function* readCsv(feed: Feed, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FeedRow> {
  const whole = checked(bytes, ENGINE_LIMITS.feedBytes)[Symbol.asyncIterator]();
  const first = await whole.next();
  const start = first.done === true ? Buffer.alloc(0) : first.value;
  async function* all() {
    yield start;
    for (let next = await whole.next(); next.done !== true; next = await whole.next()) yield next.value;
  }
  const parser = parse({
    bom: true,
    delimiter: separatorOf(start.toString('utf8')),
    skip_empty_lines: true,
    info: true,
    max_record_size: ENGINE_LIMITS.feedRowCharacters,
  });
  // An error destroys the parser, whose reader throws it.
  pipeline(Readable.from(all()), parser, () => undefined);
  const records: AsyncIterable<{ readonly record: string[]; readonly info: { readonly lines: number } }> = parser;
  let places: readonly number[] | null = null;
  const firstLine = firstLines();
  try {
    for await (const { record, info } of records) {
      const line = firstLine(record, info.lines);
      if (places === null) places = placesOf(feed, record);
      else yield { line, cells: places.map((place) => record[place] ?? '') };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableTable(`It is not CSV as expected: ${error.message}`);
    throw error;
  }
  if (places === null) throw new UnreadableTable('It is empty: not even a first line names its columns.');
}

/** Semicolons, where the first line has them and no comma outside quotes. */
function separatorOf(start: string): ',' | ';' {
  const [line = ''] = start.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  return line.includes(';') && !line.includes(',') ? ';' : ',';
}

/** Where the columns are that the feed takes. */
function placesOf({ takes }: Feed, header: readonly string[]): readonly number[] {
  const names = header.map((name) => name.trim());
  const missing = takes.filter(({ column }) => !names.includes(column));
  if (missing.length > 0)
    throw new UnreadableTable(
      `It has no column ${missing.map(({ column }) => `“${column}”`).join(', ')}. It has: ${names.slice(0, MOST_NAMED).join(', ')}.`,
    );
  return takes.map(({ column }) => names.indexOf(column));
}

const MOST_NAMED = 50;

async function* readJson(
  { takes }: Feed,
  path: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<FeedRow> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of checked(bytes, ENGINE_LIMITS.feedJsonBytes)) chunks.push(chunk);
  let list: unknown;
  try {
    list = at(
      parseExactly(
        Buffer.concat(chunks)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      ),
      path,
    );
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableTable(`It is no JSON: ${error.message}`);
    throw error;
  }
  if (!Array.isArray(list))
    throw new UnreadableTable(path.length === 0 ? 'It is no list.' : `There is no list at ${path.join('.')}.`);
  const items: readonly unknown[] = list;
  for (const [place, item] of items.entries())
    yield { line: place + 1, cells: takes.map(({ column }) => cellOf(at(item, column.split('.')))) };
}

function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** A value of JSON as a cell states it: several with semicolons between them. */
function cellOf(value: unknown): string {
  const own = writtenOut(value);
  if (own === undefined || own === null) return '';
  if (Array.isArray(own) && own.every((item) => typeof item === 'string')) return own.join(';');
  return typeof own === 'string' ? own : JSON.stringify(own);
}

/** Bytes of UTF-8, no more than `most` of them. */
async function* checked(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  const check = (chunk?: Uint8Array) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new UnreadableTable('It is no text in UTF-8.');
    }
  };
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw new UnreadableTable(`It is longer than ${most / 1024 / 1024} MB.`);
    check(chunk);
    yield Buffer.from(chunk);
  }
  check();
}
