import type { CsvFile } from './csv-file.ts';

/** The load of one file. */
export interface FileLoad {
  readonly entity: string;
  readonly file: string;
  readonly csv: CsvFile;
  /** The warnings (5) that are confirmed. */
  readonly confirmed: ReadonlySet<string>;
  readonly dryRun: boolean;
  /** Whether a file that is in already is loaded once more. */
  readonly again: boolean;
  /** Whether the rows that are refused are left out, and all others go in. */
  readonly skipsRefused: boolean;
  /** The file that the refused rows are written to. */
  readonly report: string | null;
  readonly say: (line: string) => void;
}

/** The rows of a file that are in, and those of them that were in before. */
export interface FileLoaded {
  readonly rows: number;
  readonly before: number;
}
