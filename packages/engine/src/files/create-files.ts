import type { Reader } from '../engine.ts';
import { readScope } from '../run/read-scope.ts';
import { type FileContent, readFile } from './read.ts';
import { type FileParts, type StoredFile, storeFile } from './store.ts';

/** The product's uploads. */
export interface Files {
  /** Keeps an upload until a record holds it; its type is read from its content. */
  store(
    reader: Reader,
    file: { readonly name: string; readonly content: Uint8Array | AsyncIterable<Uint8Array> },
  ): Promise<StoredFile>;
  /** NOT_FOUND unless the reader has just uploaded it, or may read a field of a record that holds it. */
  read(reader: Reader, id: string): Promise<FileContent>;
}

/** The key of hashes that leave the server: a file has none. */
const NO_SECRET = Buffer.alloc(0);

export function createFiles(engine: FileParts): Files {
  const { index, pool, clock } = engine;
  return {
    store: (reader, { name, content }) =>
      storeFile(engine, content instanceof Uint8Array ? [content] : content, { name, userId: reader.userId }),
    read: (reader, id) => readFile(readScope(index, pool, clock, reader, NO_SECRET), id),
  };
}
