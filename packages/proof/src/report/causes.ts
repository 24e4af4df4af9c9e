import type { Failure } from '../proof.ts';
import { kindOfClause } from '../run/failure-reason.ts';
import type { Fault } from '../run/fault.ts';

/** Failures of one cause: clauses of one kind that differ in the same way, or one fault of the product. */
export interface Cause {
  /** Equal for failures of the same cause, and for no others. */
  readonly key: string;
  readonly first: Failure;
  readonly others: readonly Failure[];
}

/** The failures by their causes, in the order in which each came first. */
export function causesOf(failures: readonly Failure[]): Cause[] {
  return [...Map.groupBy(failures, causeOf)].flatMap(([key, [first, ...others]]) =>
    first === undefined ? [] : [{ key, first, others }],
  );
}

/** The number of stack frames that distinguish one fault from another. */
const FRAMES = 3;

/** A key that failures of one cause have in common. */
export function causeOf({ derived, result }: Failure): string {
  if (result.fault !== undefined) return causeOfFault(result.fault);
  const [clause = ''] = result.clauses.length > 0 ? result.clauses : derived.clauses;
  return `${kindOfClause(clause)}: ${result.reason.template}`;
}

/** The place of a fault says which one it is; its message, which may have values in it, only where no place is known. */
function causeOfFault({ type, message, frames }: Fault): string {
  const own = frames.filter((frame) => !isForeign(frame)).slice(0, FRAMES);
  return own.length === 0 ? `${type}: ${message}` : [type, ...own].join('\n');
}

/** A frame of Node or of a library, which many faults go through. */
function isForeign(frame: string): boolean {
  return /node:|\/node_modules\/(?!@nonet\/)/.test(frame.replaceAll('\\', '/'));
}
