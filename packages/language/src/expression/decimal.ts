import { Big } from 'big.js';

/** A separate number type, so that no other user of the library changes its places or its rounding. */
const Exact = Big();
Exact.DP = 12;
Exact.RM = 1;

/** An exact number. */
export type Decimal = Big;

/** Reads a number or its text; a text that is no number is an error of the caller. */
export function decimal(value: string | number | Decimal): Decimal {
  return new Exact(value);
}

/** Whether a value is an exact number. */
export function isDecimal(value: unknown): value is Decimal {
  return value instanceof Exact;
}

export const ZERO: Decimal = decimal(0);

/** Rounds half away from zero to 12 places. */
export function divide(dividend: Decimal, divisor: Decimal): Decimal {
  return dividend.div(divisor);
}

const MOST_PLACES = 100;

/** Rounds half away from zero; negative places round before the point. More than 100 either way are 100. */
export function round(value: Decimal, places = 0): Decimal {
  return value.round(Math.max(-MOST_PLACES, Math.min(places, MOST_PLACES)), 1);
}

/** The next whole number towards zero. */
export function trunc(value: Decimal): Decimal {
  return value.round(0, 0);
}

export function floor(value: Decimal): Decimal {
  const whole = trunc(value);
  return whole.gt(value) ? whole.minus(1) : whole;
}

export function ceil(value: Decimal): Decimal {
  const whole = trunc(value);
  return whole.lt(value) ? whole.plus(1) : whole;
}

/** The number's text without an exponent and without needless zeros. */
export function formatDecimal(value: Decimal): string {
  const text = value.toFixed();
  return text === '-0' ? '0' : text;
}
