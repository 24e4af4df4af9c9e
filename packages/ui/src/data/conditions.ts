import type { ColumnView } from '@nonet/client';
import { type FilterOperator, operatorsOf, SUFFIXES } from './filter-operators.ts';
import { type ListState, stateKey } from './list-state.ts';

/** The condition of one filter in a list's address. */
export interface Condition {
  readonly operator: FilterOperator;
  /**
   * In the form of the address: two of a range, of which one may be `''`; any number of `oneOf`; none of `empty` and
   * `filled`.
   */
  readonly values: readonly string[];
}

/** A condition of the address, with the operators of the API that say it there. */
interface Stated extends Condition {
  readonly suffixes: readonly string[];
}

/** The conditions of a column in the address: usually one; several if it has several operators. */
export function conditionsOf(state: ListState, column: ColumnView): Stated[] {
  const given = (suffix: string): string => state[stateKey(column, suffix)] ?? '';
  return operatorsOf(column).flatMap((operator): Stated[] => {
    const suffixes = SUFFIXES[operator].filter((suffix) => given(suffix) !== '');
    if (suffixes.length === 0) return [];
    switch (operator) {
      case 'empty':
      case 'filled':
        return given('null') === String(operator === 'empty') ? [{ operator, values: [], suffixes }] : [];
      case 'range':
        return [{ operator, values: SUFFIXES.range.map(given), suffixes }];
      case 'oneOf':
        return suffixes.map((suffix) => ({
          operator,
          values: suffix === '' ? [given('')] : given(suffix).split(','),
          suffixes: [suffix],
        }));
      case 'contains':
      case 'is':
      case 'isNot':
      case 'starts':
        return [{ operator, values: suffixes.map(given), suffixes }];
    }
  });
}

/** The address after one of its conditions on a column has changed or gone. */
export function changesOf(
  column: ColumnView,
  stated: Stated | null,
  condition: Condition | null,
): Record<string, string | undefined> {
  const before = (stated?.suffixes ?? []).map((suffix) => [suffix, undefined] as const);
  const changes = [...before, ...(condition === null ? [] : parametersOf(condition))];
  return Object.fromEntries(changes.map(([suffix, value]) => [stateKey(column, suffix), value]));
}

function parametersOf({ operator, values }: Condition): (readonly [string, string])[] {
  if (operator === 'empty' || operator === 'filled') return [['null', String(operator === 'empty')]];
  if (operator === 'oneOf' && values.length > 1) return [['in', values.join()]];
  return SUFFIXES[operator].flatMap((suffix, place) => {
    const value = values[place] ?? '';
    return value === '' ? [] : [[suffix, value] as const];
  });
}
