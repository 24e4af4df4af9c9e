import type { Fault } from './sites.ts';

/** Why a change of the source changes nothing that a request could show: the whole list. */
export const REASONS = {
  'asked again': 'What was known already is asked for again: it costs a statement.',
  'not used': 'It makes something more, which nothing asks for.',
} as const;

/** A change that is made from the source, and why nobody could tell. */
interface Equivalent {
  readonly file: string;
  /** As `faultsIn` words it, without its place. */
  readonly change: string;
  readonly reason: keyof typeof REASONS;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'packages/engine/src/migrate/schema.ts',
    change: "=== for !==: type.kind === 'serial'",
    reason: 'not used',
  },
  { file: 'packages/engine/src/run/fire.ts', change: "!== for ===: row.from !== 'new'", reason: 'asked again' },
];

/** Why nobody could tell a fault; null where somebody could. */
export function equivalenceOf(fault: Pick<Fault, 'file' | 'what'>): string | null {
  const found = EQUIVALENT.find(({ file, change }) => file === fault.file && fault.what.endsWith(` ${change}`));
  return found === undefined ? null : REASONS[found.reason];
}
