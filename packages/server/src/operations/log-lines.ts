import { destination } from 'pino';

let lines = '';
let output: ReturnType<typeof destination> | null = null;

/**
 * Standard output for the log of requests: what is logged in one turn of the event loop is written together, because a
 * write takes much longer than a line. A process that ends by itself writes the rest before.
 */
export const logLines = {
  write(line: string): void {
    if (output === null) {
      output = destination(1);
      process.once('exit', writeOut);
    }
    if (lines === '') setImmediate(writeOut);
    lines += line;
  },
};

function writeOut(): void {
  if (lines === '') return;
  output?.write(lines);
  lines = '';
}
