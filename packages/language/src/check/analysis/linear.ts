import { type Decimal, decimal, ZERO as NIL } from '../../expression/decimal.ts';
import { difference, FALSE, type Formula, type Term, TRUE, UNIT } from './formula.ts';

/** A sum of terms, each so many times, and a number. */
export interface Linear {
  readonly terms: ReadonlyMap<Term, Decimal>;
  readonly constant: Decimal;
}

export function constantLinear(value: Decimal | number | string): Linear {
  return { terms: new Map(), constant: decimal(value) };
}

export function termLinear(term: Term): Linear {
  return { terms: new Map([[term, decimal(1)]]), constant: NIL };
}

export function times(linear: Linear, factor: Decimal): Linear {
  if (factor.eq(0)) return constantLinear(0);
  return {
    terms: new Map([...linear.terms].map(([term, count]) => [term, count.times(factor)])),
    constant: linear.constant.times(factor),
  };
}

export function plus(left: Linear, right: Linear, sign: 1 | -1 = 1): Linear {
  const terms = new Map(left.terms);
  for (const [term, count] of right.terms) {
    const sum = (terms.get(term) ?? NIL).plus(count.times(sign));
    if (sum.eq(0)) terms.delete(term);
    else terms.set(term, sum);
  }
  return { terms, constant: left.constant.plus(right.constant.times(sign)) };
}

/** Whether every value of the sum is a multiple of `step`. */
export function isMultipleOf(linear: Linear, step: bigint): boolean {
  const parts = [...linear.terms].map(([term, count]) =>
    term.step === null ? null : whole(count.times(term.step.toString())),
  );
  return [...parts, unitsOf(linear.constant)].every((part) => part !== null && part % step === 0n);
}

/**
 * `linear ≤ 0` (`< 0` where it is strict), exactly; null if it is neither about one term nor about the difference of
 * two.
 */
export function atMostZero({ terms, constant }: Linear, strict: boolean): Formula | null {
  const [first, second, ...more] = terms;
  if (first === undefined) return (strict ? constant.lt(0) : constant.lte(0)) ? TRUE : FALSE;
  if (more.length > 0) return null;
  const [term, count] = first;
  const size = count.abs();
  if (second !== undefined && !second[1].eq(count.times(-1))) return null;
  // `size × (left - right) ≤ -constant`.
  const [left, right] = count.gt(0) ? [term, second?.[0] ?? null] : [second?.[0] ?? null, term];
  const bound = boundOf(constant.times(-1), size, left, right);
  return bound === null ? null : difference(left, right, bound.value, strict && bound.exact);
}

/** `total / size` in units: exactly, or where only multiples of a step count, rounded down to one. */
function boundOf(
  total: Decimal,
  size: Decimal,
  left: Term | null,
  right: Term | null,
): { readonly value: bigint; readonly exact: boolean } | null {
  const exact = size.eq(1) ? unitsOf(total) : null;
  if (exact !== null) return { value: exact, exact: true };
  const steps = [left, right].flatMap((term) => (term === null ? [] : [term.step]));
  if (steps.includes(null)) return null;
  // A guess, corrected by the constraints.
  let value = unitsOf(total.div(size).round(11, 0));
  if (value === null) return null;
  while (fromUnits(value).times(size).gt(total)) value -= 1n;
  while (
    fromUnits(value + 1n)
      .times(size)
      .lte(total)
  )
    value += 1n;
  return { value, exact: fromUnits(value).times(size).eq(total) };
}

/** The number in units; null if it has more places than they do. */
export function unitsOf(value: Decimal): bigint | null {
  return whole(value.times(UNIT.toString()));
}

function whole(value: Decimal): bigint | null {
  return value.round(0, 0).eq(value) ? BigInt(value.toFixed(0)) : null;
}

export function fromUnits(value: bigint): Decimal {
  return decimal(value.toString()).times('0.000000000001');
}
