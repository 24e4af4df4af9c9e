import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './outcome.ts';
import type { Fault } from './sites.ts';

interface Entry {
  /** The hash of the sources and of the fault in them. */
  readonly key: string;
  readonly what: string;
  readonly outcome: Outcome;
}

/**
 * The results of faults, in a file: an interrupted run continues with the others, as long as no source has changed. The
 * probe that found a fault in other sources is tried first.
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

  /** The name of the probe that found a fault, whatever the sources were; null if none has. */
  formerProbe({ what }: Fault): string | null {
    const outcome = this.#former.get(withoutLine(what));
    return outcome?.kind === 'answered' ? outcome.probe : null;
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
