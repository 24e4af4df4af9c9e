import { closeSync, openSync, writeSync } from 'node:fs';
import type { FieldError, LoadedRow, LoadRefusal } from '@nonet/engine';
import { messageFormatIn } from '@nonet/language';
import { csvRow, textCell } from '@nonet/server';
import { Failure } from '../../failure.ts';

/** The maximum number of errors that are printed. */
const SHOWN = 20;

const COLUMNS = ['file', 'line', 'field', 'code', 'message', 'clause'] as const;

/**
 * The rows of a file that can't be loaded: all are counted, the errors of the first ones are kept to be printed, and
 * all of them are written to the report, if there is one: a CSV file with a line for each error.
 */
export class RefusedRows {
  readonly #file: string;
  readonly #report: Report | null;
  readonly #lines: string[] = [];
  #errors = 0;
  #rows = 0;

  /** @throws {Failure} if the report can't be written */
  constructor(file: string, report: string | null) {
    this.#file = file;
    this.#report = report === null ? null : new Report(report);
    this.#report?.write([...COLUMNS]);
  }

  get count(): number {
    return this.#rows;
  }

  /** Adds those of a batch that were refused; `lines`: the line of each of its rows. */
  add(lines: readonly number[], results: readonly LoadedRow[]): void {
    for (const refusal of refusalsOf(lines, results)) this.addOne(refusal);
  }

  addOne({ line, errors }: LoadRefusal): void {
    this.#rows += 1;
    for (const error of errors) {
      this.#errors += 1;
      if (this.#lines.length < SHOWN) this.#lines.push(lineOf(this.#file, line, error));
      const { field, code, clause } = error;
      this.#report?.write([this.#file, String(line), field ?? '', code, wordsOf(error), clause ?? ''].map(textCell));
    }
  }

  /** A line for each of the first errors, and where all of them are. */
  describe(): readonly string[] {
    const more = this.#errors - SHOWN;
    return [
      ...this.#lines,
      ...(more > 0 ? [`  … and ${count(more)} more`] : []),
      ...(this.#report === null ? [] : [`All of them are in ${this.#report.path}.`]),
    ];
  }

  close(): void {
    this.#report?.close();
  }
}

/** The rows of a batch that were refused, each with its line. */
export function refusalsOf(lines: readonly number[], results: readonly LoadedRow[]): LoadRefusal[] {
  return results.flatMap((result, place) => (result.ok ? [] : [{ line: lines[place] ?? 0, errors: result.errors }]));
}

class Report {
  readonly path: string;
  readonly #descriptor: number;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = this.#try(() => openSync(path, 'w'));
  }

  write(cells: readonly string[]): void {
    this.#try(() => writeSync(this.#descriptor, csvRow(cells)));
  }

  close(): void {
    this.#try(() => closeSync(this.#descriptor));
  }

  #try<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw new Failure(`${this.path} can't be written: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
}

export function lineOf(file: string, line: number, error: FieldError): string {
  const { field, clause } = error;
  return `  ${file}:${line}: ${field ? `${field}: ` : ''}${wordsOf(error)}${clause ? ` (${clause})` : ''}`;
}

function wordsOf({ message }: FieldError): string {
  return messageFormatIn('en').message(message);
}

export function count(number: number): string {
  return number.toLocaleString('en');
}
