import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The measurements of other commands that the table of `npm run changes` shows. */
export type Measured = 'locks' | 'roll' | 'kills' | 'rights' | 'api' | 'branches' | 'versions' | 'both versions';

/** A measurement on this machine. */
export interface Reached {
  readonly words: string;
  /** The day, ISO 8601. */
  readonly day: string;
}

const FOLDER = new URL('../../node_modules/.cache/nonet-changes/', import.meta.url);
const fileOf = (name: Measured) => new URL(`${name.replaceAll(' ', '-')}.json`, FOLDER);

/** Notes a measurement for the table of `npm run changes`, on this machine alone. */
export function noteReached(name: Measured, words: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(name), JSON.stringify({ words, day: new Date().toISOString().slice(0, 10) } satisfies Reached));
}

/** Null if it was not measured here. */
export function readReached(name: Measured): Reached | null {
  const file = fileOf(name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Reached) : null;
}
