import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type DocumentSource, documentOf, readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { type Trial, Trials } from './trials.ts';

/** The largest document that tools read: checking takes a second for each megabyte or so, in which nothing else is done. */
const MOST_BYTES = 1_000_000;

/** The folder that a server of the Model Context Protocol works in, and the products that it tries there. */
export class Workspace {
  readonly folder: string;
  readonly #trials = new Trials();

  constructor(folder: string) {
    this.folder = realpathSync(path.resolve(folder));
  }

  /** A document of the folder. @throws {Failure} if it is outside, too large, or can't be read. */
  document(file: string): DocumentSource {
    const place = this.place(file);
    const size = statSync(place, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MOST_BYTES) throw new Failure(`${file} is larger than ${MOST_BYTES} bytes.`);
    return readDocument(path.relative(this.folder, place), place);
  }

  /** A document that a tool was given as a text; it includes no files. @throws {Failure} if it is too large. */
  text(text: string): DocumentSource {
    if (text.length > MOST_BYTES) throw new Failure(`The text is longer than ${MOST_BYTES} characters.`);
    return { ...documentOf(text, 'text'), readInclude: () => ({ kind: 'outside' }) };
  }

  /** The path of a file, which is in the folder even where links lead. @throws {Failure} if it is not. */
  place(file: string): string {
    const place = path.resolve(this.folder, file);
    const real = existsSync(place) ? realpathSync(place) : place;
    for (const each of [place, real]) {
      const inside = path.relative(this.folder, each);
      if (inside.startsWith('..') || path.isAbsolute(inside))
        throw new Failure(`${file} is outside the folder that this server works in.`);
    }
    return place;
  }

  /** The product of a document, started anew where the document has changed. */
  trial(document: DocumentSource): Promise<Trial> {
    return this.#trials.of(document);
  }

  close(): Promise<void> {
    return this.#trials.close();
  }
}
