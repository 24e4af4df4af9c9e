import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './outcome.ts';
import type { Fault } from './sites.ts';

interface Entry {
  /** By which sources, and which fault in them. */
  readonly key: string;
  readonly what: string;
  readonly outcome: Outcome;
}

/**
 * What became of faults, in a file: a run that was broken off goes on with the others, as long as no source has changed; and
 * what found a fault in other sources looks for it first.
 */
export class Journal {
  readonly #file: string;
  readonly #sources: string;
  readonly #known: ReadonlyMap<string, Outcome>;
  readonly #former: ReadonlyMap<string, Outcome>;

  constructor(file: string, root: string) {
    this.#file = file;
    this.#sources = hashOf(root);
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const entries = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
    this.#known = new Map(entries.map(({ key, outcome }) => [key, outcome]));
    this.#former = new Map(entries.map(({ what, outcome }) => [withoutLine(what), outcome]));
  }

  known(fault: Fault): Outcome | null {
    return this.#known.get(this.#keyOf(fault)) ?? null;
  }

  /** What a probe has said of a fault, whatever the sources were: it begins with the probe's name. */
  formerWords({ what }: Fault): string {
    const outcome = this.#former.get(withoutLine(what));
    return outcome !== undefined && 'words' in outcome ? outcome.words : '';
  }

  note(fault: Fault, outcome: Outcome): void {
    const entry: Entry = { key: this.#keyOf(fault), what: fault.what, outcome };
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  #keyOf({ file, start, end, text }: Fault): string {
    return [this.#sources, file, start, end, text].join(' ');
  }
}

function withoutLine(what: string): string {
  return what.replace(/\.ts:\d+ /, ' ');
}

function hashOf(root: string): string {
  const hash = createHash('sha256');
  for (const folder of ['packages', 'scripts', 'examples']) {
    const files = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
    const names = files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    for (const name of names.toSorted()) hash.update(path.relative(root, name)).update('\0').update(readFileSync(name));
  }
  return hash.digest('hex').slice(0, 16);
}
