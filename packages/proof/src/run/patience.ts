/** So many seconds a product may take for what is asked of it; then it counts as not answered. */
export interface Patience {
  /** To answer one request, whole. */
  readonly request: number;
  /** To do by itself what is due, and to show a screen. */
  readonly rest: number;
  /** To stand as at its first start again. */
  readonly start: number;
  /** To answer all that one case asks; of a long one, each hundred of its steps. */
  readonly case: number;
}

const STEPS = 100;

/** So many seconds a case of so many steps may take. */
export function secondsFor(patience: Patience, steps: number): number {
  return patience.case * Math.max(1, Math.ceil(steps / STEPS));
}

export const PATIENCE: Patience = { request: 30, rest: 60, start: 300, case: 20 };

/** What was waited for did not come. */
export class Unanswered extends Error {}

/** @throws {Unanswered} Where the work is not done after so many seconds; `what` of it is said. */
export async function within<Result>(seconds: number, what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Unanswered(`${what} after ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why nothing was answered, in words, as far as it is the product that did not; null: something else is at fault. */
export function whyUnanswered(error: unknown, { request }: Patience): string | null {
  if (error instanceof Unanswered) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return `there is no answer after ${request} s`;
  // What `fetch` says of a connection that could not be made, or broke.
  const { cause } = error instanceof TypeError ? error : {};
  return cause instanceof Error ? `there is no answer: ${cause.message}` : null;
}

/** Whether nothing listens at the address. */
export function isRefused(error: unknown): boolean {
  const { cause } = error instanceof TypeError ? error : {};
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
