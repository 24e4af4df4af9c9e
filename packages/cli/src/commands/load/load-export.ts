import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  EXPORTED_FILES,
  type ExportedRow,
  type ExportedTable,
  exportedTables,
  ProductInUse,
  restoreProduct,
  type RunningEngine,
} from '@nonet/engine';
import { textOfCell } from '@nonet/server';
import { CsvError, parse } from 'csv-parse';
import { Failure } from '../../failure.ts';
import { type ExportManifest, type ManifestTable, readManifest } from '../export/manifest.ts';
import { contentPath, documentPath } from '../export/write-export.ts';

/** So many rows are put in at once, or fewer where they are large. */
const ROWS = 500;
const CHARACTERS = 1_000_000;

/**
 * Puts an export into an empty product with the same document, all or nothing.
 * @returns The numbers of records and files.
 * @throws {Failure} if a file is not the one that was exported, the document is another one, or the product is not empty
 */
export async function loadExport(
  engine: RunningEngine,
  folder: string,
  step: (words: string) => void,
): Promise<{ readonly records: number; readonly files: number; readonly manifest: ExportManifest }> {
  const manifest = await readManifest(folder);
  requireDocument(engine, manifest, folder);
  const tables = exportedTables(engine.index);
  const found = new Map(tables.map((table) => [table.name, tableIn(manifest, folder, table)]));
  for (const { csv } of found.values()) {
    step(`the hash of ${csv.file}`);
    await requireHash(folder, csv);
  }
  const names = new Map<string, string>();
  const rows = async function* (table: ExportedTable): AsyncGenerator<readonly ExportedRow[]> {
    step(table.name);
    const csv = found.get(table.name)?.csv;
    if (csv === undefined) throw new Error(`${table.name} was not looked for.`);
    for await (const some of readRows(path.join(folder, csv.file), table)) {
      if (table.name === EXPORTED_FILES) noteNames(table, some, names);
      yield some;
    }
  };
  const content = (id: string) => readContent(folder, manifest, id, names.get(id));
  try {
    const counts = await restoreProduct(engine, { rows, content });
    for (const [name, { rows: expected }] of found)
      if ((counts.get(name) ?? expected) !== expected)
        throw new Error(`${name}: ${counts.get(name)} rows of ${expected} were put in.`);
    const records = manifest.tables.reduce((sum, { isEntity, rows: own }) => sum + (isEntity ? own : 0), 0);
    return { records, files: counts.get(EXPORTED_FILES) ?? 0, manifest };
  } catch (error) {
    throw error instanceof ProductInUse ? new Failure(error.message, 1, error) : error;
  }
}

/** The same words are the same product: they were judged by the same rules. */
function requireDocument({ index }: RunningEngine, { document }: ExportManifest, folder: string): void {
  const own = index.plan.sources.map(({ path: name, text }, place) => ({
    // The document may be kept under another name now.
    file: place === 0 ? '' : documentPath(name, false),
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const given = document.files.map(({ file, sha256 }, place) => ({ file: place === 0 ? '' : file, sha256 }));
  if (JSON.stringify(own) === JSON.stringify(given)) return;
  throw new Failure(
    `The export is of another document than the one in use. Put its own to use first: nonet apply ${path.join(folder, document.files[0]?.file ?? '')}. ` +
      'Afterwards the product can be changed to any other.',
  );
}

function tableIn(
  { tables }: ExportManifest,
  folder: string,
  { name, columns }: ExportedTable,
): ManifestTable & { readonly csv: NonNullable<ManifestTable['csv']> } {
  const table = tables.find((each) => each.name === name);
  if (table === undefined) throw new Failure(`${folder} has no table ${name}.`);
  const { csv } = table;
  if (csv === null)
    throw new Failure(
      `${folder} has no CSV of ${name}: only an export with \`--format csv\` or \`both\` can be loaded.`,
    );
  const lacks = columns.find(
    (column) => !table.columns.some((other) => other.name === column.name && other.type === column.type),
  );
  if (lacks !== undefined) throw new Failure(`${csv.file} has no column ${lacks.name} (${lacks.type}).`);
  return { ...table, csv };
}

async function requireHash(folder: string, { file, sha256 }: NonNullable<ManifestTable['csv']>): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path.join(folder, file)), hash);
  if (hash.digest('hex') !== sha256)
    throw new Failure(
      `${path.join(folder, file)} is not as it was exported. \`nonet load\` of an entity loads a changed file, and judges it.`,
    );
}

/** The rows of a table, each with its cells in the order of the table's columns. */
async function* readRows(file: string, { columns }: ExportedTable): AsyncGenerator<readonly ExportedRow[]> {
  const parser = parse({ cast: (value, { quoting }) => (value === '' && !quoting ? null : value) });
  // An error destroys the parser, whose reader throws it.
  pipeline(createReadStream(file), parser).catch(() => undefined);
  let header: readonly (string | null)[] | null = null;
  let places: readonly number[] = [];
  let some: ExportedRow[] = [];
  let characters = 0;
  try {
    const lines: AsyncIterable<ExportedRow> = parser;
    for await (const cells of lines) {
      if (header === null) {
        header = cells;
        places = columns.map(({ name }) => cells.indexOf(name));
        continue;
      }
      const row = places.map((place, at) => {
        const cell = cells[place] ?? null;
        return cell !== null && columns[at]?.type === 'text' ? textOfCell(cell) : cell;
      });
      some.push(row);
      characters += row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
      if (some.length < ROWS && characters < CHARACTERS) continue;
      yield some;
      [some, characters] = [[], 0];
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Failure(`${file} is not CSV as expected: ${error.message}`);
    throw error;
  }
  if (some.length > 0) yield some;
}

function noteNames({ columns }: ExportedTable, rows: readonly ExportedRow[], names: Map<string, string>): void {
  const place = (name: string) => columns.findIndex((column) => column.name === name);
  const [id, name, sha256] = [place('id'), place('name'), place('sha256')];
  names.clear();
  for (const row of rows) if (row[sha256] !== null) names.set(row[id] ?? '', `${row[sha256] ?? ''} ${row[name] ?? ''}`);
}

async function readContent(
  folder: string,
  { files }: ExportManifest,
  id: string,
  known: string | undefined,
): Promise<Buffer | null> {
  // A paper that was not set yet.
  if (known === undefined) return null;
  if (files.areLeftOut)
    throw new Failure(`${folder} has no contents of files (\`--no-files\`): an export without them can't be loaded.`);
  const [sha256, ...name] = known.split(' ');
  const file = path.join(folder, contentPath(id, name.join(' ')));
  const content = await readFile(file);
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Failure(`${file} is not as it was exported.`);
  return content;
}
