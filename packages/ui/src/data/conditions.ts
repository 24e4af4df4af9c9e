import type { ColumnView } from '@nonet/client';
import { type FilterOperator, operatorsOf, SUFFIXES, suffixesOf } from './filter-operators.ts';
import { type ListState, stateKey } from './list-state.ts';

/** What one filter of a list's address says. */
export interface Condition {
  readonly operator: FilterOperator;
  /** As the address has them: two of a range, of which one may be `''`; any number of `oneOf`; none of `empty` and `filled`. */
  readonly values: readonly string[];
}

/** What the address says of a column; null where it does not narrow by it. */
export function conditionOf(state: ListState, column: ColumnView): Condition | null {
  const given = (suffix: string): string => state[stateKey(column, suffix)] ?? '';
  const operator = operatorsOf(column).find((each) =>
    each === 'empty' || each === 'filled'
      ? given('null') === String(each === 'empty')
      : SUFFIXES[each].some((suffix) => given(suffix) !== ''),
  );
  switch (operator) {
    case undefined:
      return null;
    case 'empty':
    case 'filled':
      return { operator, values: [] };
    case 'range':
      return { operator, values: SUFFIXES.range.map(given) };
    case 'oneOf':
      return { operator, values: given('') === '' ? given('in').split(',') : [given('')] };
    default:
      return { operator, values: [given(SUFFIXES[operator][0])] };
  }
}

/** What becomes of the address where a column is to narrow by this, and by nothing else. */
export function changesOf(column: ColumnView, condition: Condition | null): Record<string, string | undefined> {
  const nothing = Object.fromEntries(suffixesOf(column).map((suffix) => [stateKey(column, suffix), undefined]));
  if (condition === null) return nothing;
  return {
    ...nothing,
    ...Object.fromEntries(said(condition).map(([suffix, value]) => [stateKey(column, suffix), value])),
  };
}

function said({ operator, values }: Condition): (readonly [string, string])[] {
  if (operator === 'empty' || operator === 'filled') return [['null', String(operator === 'empty')]];
  if (operator === 'oneOf' && values.length > 1) return [['in', values.join()]];
  return SUFFIXES[operator].flatMap((suffix, place) => {
    const value = values[place] ?? '';
    return value === '' ? [] : [[suffix, value] as const];
  });
}
