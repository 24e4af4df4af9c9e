import type { Fault } from './sites.ts';

/** Why a change of the source changes nothing that a request could show: the whole list. */
export const REASONS = {
  'stands aside':
    'The quick way stands aside once more than it must, and the plain way answers the same: it costs a statement.',
  'asked again': 'What was remembered is asked for again: it costs a statement.',
} as const;

/** A change that is made from the source, and why nobody could tell. */
interface Equivalent {
  readonly file: string;
  /** As `faultsIn` words it, without its place. */
  readonly change: string;
  readonly reason: keyof typeof REASONS;
}

export const EQUIVALENT: readonly Equivalent[] = [];

/** Why nobody could tell a fault; null where somebody could. */
export function equivalenceOf(fault: Pick<Fault, 'file' | 'what'>): string | null {
  const found = EQUIVALENT.find(({ file, change }) => file === fault.file && fault.what.endsWith(` ${change}`));
  return found === undefined ? null : REASONS[found.reason];
}
