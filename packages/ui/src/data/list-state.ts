import { filterKey, type ListQuery } from '@nonet/client';
import type { ColumnView } from '@nonet/client';
import { toInstant } from '../format/zone.ts';

/** What a list's address says: its filters, order, search and page. All of it stands in the query string. */
export type ListState = Readonly<Record<string, string>>;

/** The operators that a filter of each kind of field has in the address (none: equality). */
export function operatorsOf(kind: string): readonly string[] {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
    case 'date':
    case 'datetime':
      return ['gte', 'lte'];
    case 'text':
    case 'long text':
    case 'markdown':
    case 'email':
    case 'url':
    case 'phone':
    case 'number':
    case 'slug':
      return ['contains'];
    default:
      return [''];
  }
}

export function stateKey(column: ColumnView, operator: string): string {
  const path = column.path.join('.');
  return filterKey(operator === '' ? path : `${path}.${operator}`);
}

function filterKeys(filters: readonly ColumnView[]): { key: string; column: ColumnView; operator: string }[] {
  return filters.flatMap((column) =>
    operatorsOf(column.field.kind).map((operator) => ({ key: stateKey(column, operator), column, operator })),
  );
}

export function activeFilters(state: ListState, filters: readonly ColumnView[]): string[] {
  return filterKeys(filters)
    .map(({ key }) => key)
    .filter((key) => state[key] !== undefined);
}

/** The filters of the address, as the API takes them: the days of a datetime become instants of the product's zone. */
export function apiFilters(state: ListState, filters: readonly ColumnView[], timeZone: string): ListQuery['filters'] {
  const result: Record<string, string> = {};
  for (const { key, column, operator } of filterKeys(filters)) {
    const value = state[key];
    if (value === undefined) continue;
    const path = column.path.join('.');
    if (column.field.kind === 'datetime' && /^\d{4}-\d\d-\d\d$/.test(value)) {
      if (operator === 'lte') result[`${path}.lt`] = toInstant(nextDay(value), timeZone);
      else result[`${path}.gte`] = toInstant(value, timeZone);
    } else {
      result[operator === '' ? path : `${path}.${operator}`] = value;
    }
  }
  return result;
}

function nextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
