import { readdir, readFile } from 'node:fs/promises';
import type { Queryable } from '../store/pool.ts';
import { ownFileInSchema } from '../store/schema-names.ts';
import { NotPutToUse } from './refusals.ts';

/** A newer version of Nonet has changed its own tables in this database. Nothing was changed. */
export class DatabaseOfNewerVersion extends Error {
  constructor(step: number, known: number) {
    super(
      `This database was made by a newer version of Nonet (step ${step} of its own tables, where this one knows ${known}). ` +
        'Start it with that version or a later one; nothing was changed.',
    );
    this.name = 'DatabaseOfNewerVersion';
  }
}

const FOLDER = new URL('./own/', import.meta.url);

/**
 * Applies the numbered files of `own/` that the database does not have yet. They are never changed once released. `schema`: the
 * one that the product is in, which the connection knows as well; null: in the two schemas `product` and `nonet`.
 */
export async function migrateOwnTables(client: Queryable, schema: string | null = null): Promise<void> {
  await client.query('create schema if not exists nonet');
  await client.query(
    'create table if not exists nonet.migration (number int primary key, name text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ number: number }>('select number from nonet.migration');
  const applied = new Set(rows.map((row) => row.number));
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const known = new Set(files.map(numberOf));
  const newer = [...applied].filter((number) => !known.has(number));
  if (newer.length > 0) throw new DatabaseOfNewerVersion(Math.max(...newer), Math.max(...known));
  for (const file of files) {
    if (applied.has(numberOf(file))) continue;
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    await client.query(schema === null ? text : ownFileInSchema(text, schema));
    await client.query('insert into nonet.migration (number, name) values ($1, $2)', [numberOf(file), file]);
  }
}

/** @throws {NotPutToUse} if the database lacks a numbered file of `own/`, or has none: who only asks adds nothing. */
export async function requireOwnTables(client: Queryable): Promise<void> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    "select to_regclass('nonet.migration') is not null as is_there",
  );
  if (found[0]?.is_there !== true) throw new NotPutToUse(false);
  const { rows } = await client.query<{ number: number }>('select number from nonet.migration');
  const applied = new Set(rows.map((row) => row.number));
  const known = new Set((await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).map(numberOf));
  const newer = [...applied].filter((number) => !known.has(number));
  if (newer.length > 0) throw new DatabaseOfNewerVersion(Math.max(...newer), Math.max(...known));
  if ([...known].some((number) => !applied.has(number))) throw new NotPutToUse(true);
}

function numberOf(file: string): number {
  return Number.parseInt(file.slice(0, 4), 10);
}
