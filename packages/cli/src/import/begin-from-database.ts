import { readDatabaseAddress, readForeignSchema, UnusableDatabaseUrl } from '@nonet/engine';
import { Failure } from '../failure.ts';
import { type BegunDocument, beginDocument } from './begin-document.ts';
import { readPostgresql } from './read-postgresql.ts';
import { titleOf } from './title-of.ts';

/**
 * A document of what a live database states, read from its catalogue. Places are its tables: `shop: public.orders`.
 * @throws {Failure} if the database can't be reached or read
 */
export async function beginFromDatabase(title: string | undefined, url: string): Promise<BegunDocument> {
  let name: string;
  try {
    name = decodeURIComponent(new URL(readDatabaseAddress(url).urls[0] ?? url).pathname.slice(1)) || 'database';
  } catch (error) {
    throw error instanceof UnusableDatabaseUrl ? new Failure(`The address ${error.message}.`, 2) : error;
  }
  const statements = await readForeignSchema(url).catch((error: unknown) => {
    throw new Failure(
      `The database ${name} can't be read: ${error instanceof Error ? error.message : String(error)}`,
      3,
      error,
    );
  });
  const content = Buffer.from(statements.map(({ text }) => `${text};\n`).join(''));
  const form = { name: 'database', words: 'a PostgreSQL database', endings: [], read: readPostgresql };
  const begun = await beginDocument(title ?? titleOf(name), form, { name, content });
  const placed = begun.leftOut.map(({ place, what }) => {
    const line = place.startsWith(`${name}:`) ? Number(place.slice(name.length + 1)) : 0;
    const statement = statements[line - 1];
    return statement === undefined ? { place, what } : { place: `${name}: ${statement.place}`, what };
  });
  return { ...begun, leftOut: placed };
}
