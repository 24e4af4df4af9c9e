import { ZERO } from './formula.ts';

/** `left - right` is at most `bound`, or less than it. */
export interface Difference {
  readonly left: string;
  readonly right: string;
  readonly bound: bigint;
  readonly strict: boolean;
}

/** A bound; a strict one is a little less than its value. */
interface Bound {
  readonly value: bigint;
  /** The number of strict bounds that it sums up. */
  readonly strict: number;
}

const NOTHING: Bound = { value: 0n, strict: 0 };

function isLess(left: Bound, right: Bound): boolean {
  return left.value === right.value ? left.strict > right.strict : left.value < right.value;
}

function plus(bound: Bound, { bound: value, strict }: Difference): Bound {
  return { value: bound.value + value, strict: bound.strict + (strict ? 1 : 0) };
}

/**
 * The least upper bound of each key's distance from `start`, as far as the differences state it; null if they
 * contradict each other (Bellman-Ford with a negative cycle). Without `start` every key begins at 0.
 */
function distances(differences: readonly Difference[], start: string | null): Map<string, Bound> | null {
  const found = new Map<string, Bound>();
  for (const { left, right } of differences) {
    for (const key of [left, right]) if (start === null) found.set(key, NOTHING);
  }
  if (start !== null) found.set(start, NOTHING);
  for (let round = 0; round <= 2 * differences.length; round += 1) {
    let changed = false;
    for (const step of differences) {
      const from = found.get(step.right);
      if (from === undefined) continue;
      const reached = plus(from, step);
      const known = found.get(step.left);
      if (known !== undefined && !isLess(reached, known)) continue;
      found.set(step.left, reached);
      changed = true;
    }
    if (!changed) return found;
  }
  return null;
}

/** Whether values exist for which all of the differences hold. */
export function agree(differences: readonly Difference[]): boolean {
  return distances(differences, null) !== null;
}

export interface Range {
  readonly least: { readonly value: bigint; readonly strict: boolean } | null;
  readonly greatest: { readonly value: bigint; readonly strict: boolean } | null;
}

/** The range of a key's values, by differences that agree. */
export function rangeOf(differences: readonly Difference[], key: string): Range {
  const up = distances(differences, ZERO)?.get(key);
  const down = distances(
    differences.map(({ left, right, ...rest }) => ({ left: right, right: left, ...rest })),
    ZERO,
  )?.get(key);
  return {
    greatest: up === undefined ? null : { value: up.value, strict: up.strict > 0 },
    least: down === undefined ? null : { value: -down.value, strict: down.strict > 0 },
  };
}
