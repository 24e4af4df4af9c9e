import type { Model } from '../model/model.ts';

/** A function that a document is given (9): the document doesn't say what it does, and no derived test proves it. */
export interface ListedFunction {
  readonly clause: string;
  readonly name: string;
  /** The file, relative to the main document's folder. */
  readonly file: string;
  readonly exported: string;
}

/** The functions that a document is given, in its order. */
export function listGiven({ terms }: Pick<Model, 'terms'>): ListedFunction[] {
  return terms.flatMap(({ clause, name, given }) =>
    given === undefined ? [] : [{ clause, name, file: given.file, exported: given.exported }],
  );
}

/** `given: 2, not proven: 9.iban_valid (functions.js#ibanValid), …`; null if there is none. */
export function wordsOfGiven(given: readonly ListedFunction[]): string | null {
  if (given.length === 0) return null;
  const listed = given.map(({ clause, file, exported }) => `${clause} (${file}#${exported})`);
  return `given: ${given.length}, not proven: ${listed.join(', ')}`;
}
