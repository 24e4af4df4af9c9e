import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ExportedColumn,
  type ExportedFile,
  type ExportedMoment,
  type ExportedRow,
  type ExportedTable,
  readProduct,
  type RunningEngine,
} from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { Failure } from '../../failure.ts';
import { VERSION } from '../../version.ts';
import { readmeOf } from './export-readme.ts';
import { FileWriter } from './file-writer.ts';
import { type ExportedFileEntry, type ExportManifest, MANIFEST, type ManifestTable } from './manifest.ts';
import { csvLine, jsonLine } from './table-text.ts';

export const FORMATS = ['csv', 'json', 'both'] as const;

export interface ExportOptions {
  readonly folder: string;
  readonly format: (typeof FORMATS)[number];
  readonly withFiles: boolean;
  /** Is called as each table begins, and before the files. */
  readonly step: (words: string) => void;
}

/**
 * Writes everything of a product into a new folder: the document, a file for each table, stored files, and a manifest.
 * @throws {Failure} if there is something in the folder
 */
export async function writeExport(engine: RunningEngine, options: ExportOptions): Promise<ExportManifest> {
  const { folder, format, withFiles, step } = options;
  const { plan } = engine.index;
  makeFolder(folder);
  const document = await writeDocument(folder, plan);
  const tables: ManifestTable[] = [];
  const files = { count: 0, bytes: 0, areLeftOut: !withFiles };
  let moment: ExportedMoment = { at: '', version: 0 };
  await readProduct(engine, {
    moment: async (now) => {
      moment = now;
    },
    table: async (table, rows) => {
      step(table.name);
      tables.push(await writeTable(folder, format, table, rows));
    },
    file: withFiles
      ? async (file) => {
          if (files.count === 0) step('files');
          files.count += 1;
          files.bytes += await writeFileContent(folder, file);
        }
      : null,
  });
  const manifest: ExportManifest = {
    format: 'nonet-export',
    formatVersion: 1,
    nonet: VERSION,
    title: plan.title,
    at: moment.at,
    document: { version: moment.version, files: document },
    tables,
    files,
    leftOut: leftOut(plan, withFiles),
  };
  writeFileSync(path.join(folder, 'README.md'), readmeOf(manifest), { flag: 'wx', mode: 0o600 });
  writeFileSync(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  return manifest;
}

function makeFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Failure(`${folder} is not empty: an export goes into a folder of its own.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

async function writeDocument(folder: string, { sources }: Plan): Promise<ExportedFileEntry[]> {
  const entries: ExportedFileEntry[] = [];
  for (const [place, { path: name, text }] of sources.entries()) {
    const file = new FileWriter(folder, documentPath(name, place === 0));
    await file.write(text);
    entries.push(await file.end());
  }
  return entries;
}

/** The path in an export of a file of the document; what it includes is below its folder. */
export function documentPath(name: string, isMain: boolean): string {
  return path.posix.join('document', isMain ? path.basename(name) : name.replaceAll(path.sep, '/'));
}

async function writeTable(
  folder: string,
  format: ExportOptions['format'],
  { name, isOfEntity, columns }: ExportedTable,
  rows: AsyncIterable<readonly ExportedRow[]>,
): Promise<ManifestTable> {
  const inFolder = isOfEntity ? 'records' : 'product';
  const csv = format === 'json' ? null : new FileWriter(folder, `${inFolder}/${name}.csv`);
  const json = format === 'csv' ? null : new FileWriter(folder, `${inFolder}/${name}.jsonl`);
  await csv?.write(`${columns.map((column) => column.name).join(',')}\r\n`);
  let count = 0;
  for await (const some of rows) {
    count += some.length;
    await csv?.write(some.map((row) => csvLine(columns, row)).join(''));
    await json?.write(some.map((row) => jsonLine(columns, row)).join(''));
  }
  return {
    name,
    isEntity: isOfEntity,
    rows: count,
    columns: columns.map(({ name: column, type, clause }: ExportedColumn) => ({ name: column, type, clause })),
    csv: (await csv?.end()) ?? null,
    json: (await json?.end()) ?? null,
  };
}

/** The path of a stored file in an export: its id, and as much of its name as is safe in any file system. */
async function writeFileContent(folder: string, { id, name, content }: ExportedFile): Promise<number> {
  const file = new FileWriter(folder, contentPath(id, name));
  await file.write(content);
  return (await file.end()).bytes;
}

export function contentPath(id: string, name: string): string {
  const safe = name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .slice(-80)
    .replace(/^[. ]+|[. ]+$/g, '');
  return `files/${id}/${safe === '' ? 'file' : safe}`;
}

function leftOut(plan: Plan, withFiles: boolean): ExportManifest['leftOut'] {
  const secrets = plan.entities.flatMap(({ fields }) => fields.filter(({ type }) => type.kind === 'secret'));
  return [
    ...secrets.map(({ clause }) => ({ what: clause, why: 'a secret' })),
    { what: 'passwords, second factors, sessions, API tokens', why: 'they give access' },
    { what: 'contents of calls and mails', why: 'they may hold secrets, and nothing is sent again' },
    ...(withFiles ? [] : [{ what: 'contents of files', why: '--without-files' }]),
  ];
}
