import { createInterface } from 'node:readline';
import { Failure } from '../../failure.ts';

interface Asking {
  /** Typed letters are not shown. */
  readonly secret?: boolean;
  /** The message if nothing is answered. */
  readonly unanswered?: string;
}

/** Asks at the terminal. @throws {Failure} if it is closed without an answer */
export async function ask(
  question: string,
  { secret = false, unanswered = 'Nothing was added.' }: Asking = {},
): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    // Ctrl+C and Ctrl+D both close it.
    terminal.once('SIGINT', () => terminal.close());
    terminal.once('close', () => {
      if (isAnswered) return;
      process.stderr.write('\n');
      reject(new Failure(unanswered));
    });
    terminal.question(question, (answer) => {
      isAnswered = true;
      terminal.close();
      if (secret) process.stderr.write('\n');
      resolve(answer);
    });
    if (secret) Object.assign(terminal, { _writeToOutput: () => {} });
  });
}
