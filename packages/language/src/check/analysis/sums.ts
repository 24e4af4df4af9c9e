import { decimal } from '../../expression/decimal.ts';
import { type Formula, tagged, THERE } from './formula.ts';
import { atMostZero, constantLinear, type Linear, plus, termLinear, times } from './linear.ts';
import { type Reading, seeTerm } from './reading.ts';

/**
 * `linear ≤ 0` (or `< 0` if `strict`) for a sum of several terms. The sum becomes one term, so that the same sum is
 * the same value in every comparison; its parts are not followed.
 */
export function compareSums(reading: Reading, linear: Linear, strict: boolean): Formula {
  const names = [...linear.terms.keys()].toSorted((left, right) => (left.key < right.key ? -1 : 1));
  const first = names[0] && linear.terms.get(names[0]);
  // A sum and its negative share one term.
  const sign = decimal(first?.lt(0) ? -1 : 1);
  const counts = names.map((term) => `${linear.terms.get(term)?.times(sign).toFixed() ?? ''} ${term.key}`);
  const key = `sum ${counts.join(' + ')}`;
  const term = seeTerm(reading, key, () => ({ expression: null, kind: 'worked out', tags: [THERE], step: null }));
  const whole = plus(times(termLinear(term), sign), constantLinear(linear.constant));
  const compared = atMostZero(whole, strict);
  if (compared !== null) return compared;
  // A number with more places than are looked at.
  const condition = `is ${sign.toFixed()} ${key} ${linear.constant.toFixed()} ${String(strict)}`;
  const tags = ['false', 'true'];
  const open = seeTerm(reading, condition, () => ({ expression: null, kind: 'worked out', tags, step: null }));
  return tagged(open, ['true']);
}
