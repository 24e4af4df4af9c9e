/** A fault of one product. */
export interface Fault {
  /** The stage in which it occurred: `check`, `boot`, `storm`, … */
  readonly stage: string;
  /** A text that is equal for faults with the same cause: without names, numbers and ids. */
  readonly cause: string;
  /** The details of this fault. */
  readonly detail: string;
  /** For a derived test: the clauses that it concerns. */
  readonly clauses?: readonly string[];
}

/** A thrown error, by its message and the first places of the product that it went through. */
export function faultOf(stage: string, error: unknown, what = ''): Fault {
  if (error instanceof Error && error.cause instanceof Error)
    return faultOf(stage, error.cause, `${what}${error.message}`);
  const { name, message, stack } =
    error instanceof Error
      ? { name: error.name, message: error.message, stack: error.stack ?? '' }
      : { name: 'unknown', message: String(error), stack: '' };
  return faultFrom(stage, name, message, stack, what);
}

/** The fault of an error that a log reports. */
export function faultFrom(stage: string, name: string, message: string, stack: string, what: string): Fault {
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && line.includes('/packages/'))
    .slice(0, 3)
    .map((line) => /packages\/(\S+?\.tsx?)/.exec(line)?.[1] ?? line.trim());
  return {
    stage,
    cause: `${name}: ${causeOf(message)}${frames.length > 0 ? ` (${frames.join(' < ')})` : ''}`,
    detail: [what, `${name}: ${message}`, ...frames.map((frame) => `  at ${frame}`)].filter(Boolean).join('\n'),
  };
}

/** A text without what differs from one document, record or run to another. */
export function causeOf(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/[“"'`][^”"'`]*[”"'`]/g, '<name>')
    .replaceAll(/\b[a-z]+(?:_[a-z]+)*_\d+\b/gi, '<name>')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);
}
