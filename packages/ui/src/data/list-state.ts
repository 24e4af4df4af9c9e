import { filterKey, type ListQuery } from '@nonet/client';
import type { ColumnView } from '@nonet/client';
import { isDate } from '../format/is-moment.ts';
import { toInstant } from '../format/zone.ts';
import { suffixesOf } from './filter-operators.ts';

/** The state of a list in its address: its filters, order, search, columns, view and page. All of it is in the query string. */
export type ListState = Readonly<Record<string, string>>;

/** Keys of the page itself, besides the API's: the saved view, the record in the panel, what the list is grouped by, and its report. */
const PAGE_KEYS: ReadonlySet<string> = new Set(['view', 'panel', 'by', 'report']);

/** The key in the address of a filter of the API; the page's own keys are reserved too. */
export function addressKey(filter: string): string {
  return PAGE_KEYS.has(filter.split('.', 1)[0] ?? '') ? `f.${filter}` : filterKey(filter);
}

export function stateKey(column: ColumnView, operator: string): string {
  return addressKey(apiKey(column, operator));
}

function apiKey(column: ColumnView, operator: string): string {
  const path = column.path.join('.');
  return operator === '' ? path : `${path}.${operator}`;
}

/** Every filter that a screen offers, by its key in the address. */
export function filterKeys(
  filters: readonly ColumnView[],
): { key: string; filter: string; column: ColumnView; operator: string }[] {
  return filters.flatMap((column) =>
    suffixesOf(column).map((operator) => {
      const filter = apiKey(column, operator);
      return { key: addressKey(filter), filter, column, operator };
    }),
  );
}

export function activeFilters(state: ListState, filters: readonly ColumnView[]): string[] {
  return filterKeys(filters)
    .map(({ key }) => key)
    .filter((key) => state[key] !== undefined);
}

/** Keys of a list's address besides its filters. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  'q',
  'order',
  'fields',
  'limit',
  'cursor',
  'deleted',
  'tile',
  'tile.group',
  'as',
  ...PAGE_KEYS,
]);

/** Keys of the address that this reader's list does not have: a link may come from somebody who may read more. */
export function strayKeys(state: ListState, filters: readonly ColumnView[]): string[] {
  const known = new Set(filterKeys(filters).map(({ key }) => key));
  return Object.keys(state).filter((key) => !OWN_KEYS.has(key.replace(/^report\..*/, 'report')) && !known.has(key));
}

/** The filters of the address, as the API takes them: the days of a datetime become instants of the product's zone. */
export function apiFilters(state: ListState, filters: readonly ColumnView[], timeZone: string): ListQuery['filters'] {
  const result: Record<string, string> = {};
  for (const { key, filter, column, operator } of filterKeys(filters)) {
    const value = state[key];
    if (value === undefined) continue;
    const path = column.path.join('.');
    if (column.field.kind === 'datetime' && isDate(value)) {
      if (operator === 'lte') result[`${path}.lt`] = toInstant(nextDay(value), timeZone);
      else result[`${path}.gte`] = toInstant(value, timeZone);
    } else {
      result[filter] = value;
    }
  }
  return result;
}

function nextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The columns that the address names, in the screen's order; all of them where it names none. */
export function shownColumns(fields: string | undefined, columns: readonly ColumnView[]): readonly ColumnView[] {
  const named = new Set(fields?.split(','));
  const shown = columns.filter(({ path }) => named.has(path.join('.')));
  return shown.length === 0 ? columns : shown;
}

/** The tile of a dashboard whose records the address asks for, or those of one of its groups. */
export function tileOf(state: ListState): ListQuery['tile'] {
  if (state.tile === undefined) return undefined;
  return { clause: state.tile, ...(state['tile.group'] === undefined ? {} : { group: state['tile.group'] }) };
}

/**
 * The number of rows on a page by the address: `all` for a list without end, the screen's own number if the address
 * states none.
 */
export function pageSizeOf(state: ListState, screen: { readonly pageSize: number }, most: number): number | 'all' {
  if (state.limit === 'all') return 'all';
  const size = Number(state.limit);
  return Number.isInteger(size) && size >= 1 && size <= most ? size : screen.pageSize;
}
