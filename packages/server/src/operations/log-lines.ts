import { destination } from 'pino';

let lines = '';
let output: ReturnType<typeof destination> | null = null;

/** The pause before lines are written: a write takes much longer than a line, so those of a moment are written together. */
const MILLISECONDS = 20;

/** Standard output for the log of requests. A process that ends by itself writes the rest before. */
export const logLines = {
  write(line: string): void {
    if (output === null) {
      output = destination(1);
      process.once('exit', writeOut);
    }
    if (lines === '') setTimeout(writeOut, MILLISECONDS).unref();
    lines += line;
  },
};

function writeOut(): void {
  if (lines === '') return;
  output?.write(lines);
  lines = '';
}
