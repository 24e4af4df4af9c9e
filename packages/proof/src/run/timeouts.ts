import { because, type FailureReason, kept } from './failure-reason.ts';

/** The seconds that a product may take; after that it counts as not answering. */
export interface Timeouts {
  /** For one whole answer. */
  readonly request: number;
  /** For work that the product does by itself when it is due, and for opening a screen. */
  readonly rest: number;
  /** For returning to the state of its first start. */
  readonly start: number;
  /** For all requests of one case; for a long case, for each hundred steps. */
  readonly case: number;
}

const STEPS = 100;

/** The seconds that a case with this number of steps may take. */
export function secondsFor(timeouts: Timeouts, steps: number): number {
  return timeouts.case * Math.max(1, Math.ceil(steps / STEPS));
}

export const TIMEOUTS: Timeouts = { request: 30, rest: 60, start: 300, case: 20 };

/** An awaited answer did not come in time. */
export class Unanswered extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(reason.text);
    this.reason = reason;
  }
}

/** @throws {Unanswered} if the work is not done after so many seconds. @param late The first words of its reason. */
export async function within<Result>(seconds: number, late: FailureReason, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Unanswered(because`${late} after ${kept(seconds)} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The reason if the product did not answer; null if the error is another one. */
export function whyUnanswered(error: unknown, { request }: Timeouts): FailureReason | null {
  if (error instanceof Unanswered) return error.reason;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return because`there is no answer after ${kept(request)} s`;
  // The error of `fetch` for a connection that could not be made, or broke.
  const { cause } = error instanceof TypeError ? error : {};
  return cause instanceof Error ? because`there is no answer: ${cause.message}` : null;
}

/** Whether an error says that nothing listens at the address. */
export function isRefused(error: unknown): boolean {
  const { cause } = error instanceof TypeError ? error : {};
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
