import { readFileSync } from 'node:fs';
import { decode } from './document.ts';

/** How standard input is named in place of a file. */
export const STANDARD_INPUT = '-';

/** All of standard input. @throws {Unreadable} if it is not UTF-8. */
export function readStandardInput(): string {
  return decode('standard input', readFileSync(0));
}
