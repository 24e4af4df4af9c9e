import type { FieldError, LoadedRow } from '@nonet/engine';
import { messageFormatIn } from '@nonet/language';
import type { CsvRow } from './csv-file.ts';

/** The maximum number of errors that are printed. */
const SHOWN = 20;

/** The rows of a file that can't be loaded: all are counted, the errors of the first ones are kept. */
export class RefusedRows {
  readonly #file: string;
  readonly #lines: string[] = [];
  #errors = 0;
  #rows = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get count(): number {
    return this.#rows;
  }

  add(rows: readonly CsvRow[], results: readonly LoadedRow[]): void {
    for (const [place, result] of results.entries()) {
      if (result.ok) continue;
      this.#rows += 1;
      for (const error of result.errors) {
        this.#errors += 1;
        if (this.#lines.length < SHOWN) this.#lines.push(lineOf(this.#file, rows[place]?.line ?? 0, error));
      }
    }
  }

  /** A line for each of the first errors. */
  describe(): readonly string[] {
    return [...this.#lines, ...(this.#errors > SHOWN ? [`  … and ${count(this.#errors - SHOWN)} more`] : [])];
  }
}

export function lineOf(file: string, line: number, { field, message, clause }: FieldError): string {
  const words = messageFormatIn('en').message(message);
  return `  ${file}:${line}: ${field ? `${field}: ` : ''}${words}${clause ? ` (${clause})` : ''}`;
}

export function count(number: number): string {
  return number.toLocaleString('en');
}
