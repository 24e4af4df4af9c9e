import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@nonet/engine';
import { z } from 'zod';
import { Failure, Unreadable } from '../../failure.ts';

/** A file of an export, by its path in the folder. */
export interface ExportedFileEntry {
  readonly file: string;
  readonly bytes: number;
  /** The SHA-256 of its content, in hexadecimal. */
  readonly sha256: string;
}

/** A column of a table, and the form of its values. */
export interface ManifestColumn {
  readonly name: string;
  readonly type: string;
  /** The clause of the document that states it; null for what the product keeps by itself. */
  readonly clause: string | null;
}

export interface ManifestTable {
  /** An entity of the document, or what the product keeps beside its records. */
  readonly name: string;
  readonly isEntity: boolean;
  readonly rows: number;
  readonly columns: readonly ManifestColumn[];
  /** Null where it was not wanted in this format. */
  readonly csv: ExportedFileEntry | null;
  readonly json: ExportedFileEntry | null;
}

/** `manifest.json`: what an export has. It is written last: a folder without it is not complete. */
export interface ExportManifest {
  readonly format: 'nonet-export';
  readonly formatVersion: 1;
  /** The version of Nonet that has written it. */
  readonly nonet: string;
  readonly title: string;
  /** The instant as of which everything in it is. */
  readonly at: string;
  readonly document: {
    /** The number of the version in use. */
    readonly version: number;
    /** The main file first. */
    readonly files: readonly ExportedFileEntry[];
  };
  readonly tables: readonly ManifestTable[];
  /** The contents of files; the table `files` has their names, types and hashes. */
  readonly files: { readonly count: number; readonly bytes: number; readonly areLeftOut: boolean };
  /** The things that a product has and an export does not. */
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
}

export const MANIFEST = 'manifest.json';

const entry = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });
const manifest: z.ZodType<ExportManifest> = z.object({
  format: z.literal('nonet-export'),
  formatVersion: z.literal(1),
  nonet: z.string(),
  title: z.string(),
  at: z.string(),
  document: z.object({ version: z.number(), files: z.array(entry).min(1) }),
  tables: z.array(
    z.object({
      name: z.string(),
      isEntity: z.boolean(),
      rows: z.number(),
      columns: z.array(z.object({ name: z.string(), type: z.string(), clause: z.string().nullable() })),
      csv: entry.nullable(),
      json: entry.nullable(),
    }),
  ),
  files: z.object({ count: z.number(), bytes: z.number(), areLeftOut: z.boolean() }),
  leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
});

/**
 * @throws {Unreadable} if the folder has no manifest
 * @throws {Failure} if it is none of an export, or of a later form
 */
export async function readManifest(folder: string): Promise<ExportManifest> {
  const file = path.join(folder, MANIFEST);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new Unreadable(folder, `it has no ${MANIFEST}, so that it is no export of a product, or not all of one.`);
  }
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = manifest.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Failure(
    `${file} is no manifest of an export that this version of Nonet reads: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}
