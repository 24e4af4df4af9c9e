import { itemAt } from '../../collections.ts';
/** The known state of a value: one of its choices, `true`, `false`, `there` (some other value), or `NULL`. */
export type Tag = string;

export const NULL: Tag = '∅';
export const THERE: Tag = 'there';

/** A value that conditions read, under a key that identifies it in all places. */
export interface Term {
  readonly key: string;
  /** All kinds of values that it can have. */
  readonly tags: readonly Tag[];
  /** The distance between two neighbouring values in `UNIT`s; null if there is always one in between. */
  readonly step: bigint | null;
}

/** One of anything that is counted (a number, a day, a microsecond), so that 12 places behind the point are whole. */
export const UNIT = 10n ** 12n;

/** Stands for zero in a difference. */
export const ZERO = '0';

/** A condition, decomposed as far as the analysis follows it. Any other part is a term that may be true or false. */
export type Formula =
  | { readonly kind: 'and'; readonly parts: readonly Formula[] }
  | { readonly kind: 'or'; readonly parts: readonly Formula[] }
  /** The value of the term is one of these. */
  | { readonly kind: 'tag'; readonly term: Term; readonly tags: ReadonlySet<Tag> }
  /** `left - right` is at most `bound`, or less than it. Both have values. */
  | {
      readonly kind: 'difference';
      readonly left: string;
      readonly right: string;
      readonly bound: bigint;
      readonly strict: boolean;
      /** The difference is a multiple of it; null if it can be anything. */
      readonly step: bigint | null;
    }
  /** Both have values, and they are the same, or are not. */
  | { readonly kind: 'same'; readonly left: string; readonly right: string; readonly equal: boolean };

export const TRUE: Formula = { kind: 'and', parts: [] };
export const FALSE: Formula = { kind: 'or', parts: [] };

export function and(...parts: readonly Formula[]): Formula {
  if (parts.includes(FALSE)) return FALSE;
  const kept = parts.includes(TRUE) ? parts.filter((part) => part !== TRUE) : parts;
  return kept.length === 0 ? TRUE : kept.length === 1 ? itemAt(kept, 0) : { kind: 'and', parts: kept };
}

export function or(...parts: readonly Formula[]): Formula {
  if (parts.includes(TRUE)) return TRUE;
  const kept = parts.includes(FALSE) ? parts.filter((part) => part !== FALSE) : parts;
  return kept.length === 0 ? FALSE : kept.length === 1 ? itemAt(kept, 0) : { kind: 'or', parts: kept };
}

export function not(formula: Formula): Formula {
  switch (formula.kind) {
    case 'and':
      return or(...formula.parts.map(not));
    case 'or':
      return and(...formula.parts.map(not));
    case 'tag':
      return tagged(
        formula.term,
        formula.term.tags.filter((tag) => !formula.tags.has(tag)),
      );
    case 'difference': {
      const { left, right, bound, strict, step } = formula;
      return bounded(right, left, -bound, !strict, step);
    }
    case 'same':
      return { ...formula, equal: !formula.equal };
  }
}

/** The term's value is one of these. */
export function tagged(term: Term, tags: readonly Tag[]): Formula {
  const possible = term.tags.filter((tag) => tags.includes(tag));
  if (possible.length === 0) return FALSE;
  return possible.length === term.tags.length ? TRUE : { kind: 'tag', term, tags: new Set(possible) };
}

/** `left - right ≤ bound` (`<` where it is strict); null is zero. */
export function difference(left: Term | null, right: Term | null, bound: bigint, strict: boolean): Formula {
  const keys = { left: left?.key ?? ZERO, right: right?.key ?? ZERO };
  if (keys.left === keys.right) return (strict ? bound > 0n : bound >= 0n) ? TRUE : FALSE;
  return bounded(keys.left, keys.right, bound, strict, commonStep(left, right));
}

/** The difference of two keys; if their values are discrete, its bound is the next value that it can reach. */
function bounded(left: string, right: string, bound: bigint, strict: boolean, step: bigint | null): Formula {
  if (step === null) return { kind: 'difference', left, right, bound, strict, step };
  const whole = floorTo(bound, step);
  const reached = strict && whole === bound ? whole - step : whole;
  return { kind: 'difference', left, right, bound: reached, strict: false, step };
}

/** Steps are powers of ten of one unit, so the difference of two values is a multiple of the smaller one. */
function commonStep(left: Term | null, right: Term | null): bigint | null {
  if (left === null || right === null) return (left ?? right)?.step ?? null;
  if (left.step === null || right.step === null) return null;
  return left.step < right.step ? left.step : right.step;
}

/** The greatest multiple of `step` that is not greater. */
export function floorTo(value: bigint, step: bigint): bigint {
  const rest = value % step;
  return rest === 0n ? value : value - rest - (rest < 0n ? step : 0n);
}
