/** Whether a stream takes colours: https://no-color.org, and none into pipes unless FORCE_COLOR asks for them. */
export function takesColour(stream: { isTTY?: boolean }): boolean {
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR) return process.env.FORCE_COLOR !== '0';
  return stream.isTTY === true && process.env.TERM !== 'dumb';
}

/** Columns of the terminal; 100 if there is none. */
export function widthOf(stream: { columns?: number }): number {
  return stream.columns ?? 100;
}

const paint = (code: number) => (text: string) =>
  takesColour(process.stdout) ? `\u001b[${code}m${text}\u001b[0m` : text;
export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const yellow = paint(33);
export const cyan = paint(36);

/** The time after which a person wonders whether anything happens. */
const TIMEOUT_MILLISECONDS = 1000;

/** Says on standard error what work is under way. */
export interface Progress {
  /** The next step of the work begins: the line is about it from now on. */
  readonly step: (words: string) => void;
  /** A line of its own, about the step. */
  readonly say: (line: string) => void;
}

/** Does the work; where it or a step of it takes more than a second, says on standard error what it is, and how long it took. */
export async function withProgress<Result>(
  what: string,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  const line = new ProgressLine(what);
  try {
    return await work({
      step: (words) => {
        line.end();
        line.begin(`${what}: ${words}`);
      },
      say: (words) => line.interrupt(words),
    });
  } finally {
    line.end();
  }
}

class ProgressLine {
  #words = '';
  #start = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the words stand at the end of the output, or stood there before a line of its own. */
  #shown: 'no' | 'at the end' | 'before' = 'no';

  constructor(words: string) {
    this.begin(words);
  }

  begin(words: string): void {
    this.#words = words;
    this.#start = performance.now();
    this.#shown = 'no';
    this.#timer = setTimeout(() => {
      process.stderr.write(`${words} …`);
      this.#shown = 'at the end';
    }, TIMEOUT_MILLISECONDS);
  }

  interrupt(line: string): void {
    process.stderr.write(`${this.#shown === 'at the end' ? '\n' : ''}${line}\n`);
    clearTimeout(this.#timer);
    this.#shown = 'before';
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#shown === 'no') return;
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1);
    process.stderr.write(`${this.#shown === 'before' ? `${this.#words} …` : ''} ${seconds} s\n`);
  }
}
