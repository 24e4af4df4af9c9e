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

/** Does the work; where it takes more than a second, says on standard error what it is, and how long it took. */
export async function withProgress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    process.stderr.write(`${what} …`);
  }, TIMEOUT_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (shown) process.stderr.write(` ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  }
}
