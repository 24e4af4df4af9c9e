/** A fault that the product logged, or of the test itself. Plain data, so that it can pass between threads. */
export interface Fault {
  /** The class of the error. */
  readonly type: string;
  readonly message: string;
  /** The lines of its stack, the innermost first: `at one (a.ts:1:1)`. */
  readonly frames: readonly string[];
}

/** A thrown error as a fault. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), frames: [] };
  return { type: error.name, message: error.message, frames: framesOf(error.stack ?? '') };
}

/** The frames of a stack trace, without the message before them. */
export function framesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : []));
}

/** A fault as people read it: a message and a stack. */
export function faultText({ type, message, frames }: Fault): string {
  return [`${type}: ${message}`, ...frames.map((frame) => `    ${frame}`)].join('\n');
}
