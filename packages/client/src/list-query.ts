/** Keys of a list's query string that are not fields; a field of such a name is written `f.order`. */
const RESERVED: ReadonlySet<string> = new Set([
  'q',
  'order',
  'fields',
  'expand',
  'limit',
  'cursor',
  'count',
  'screen',
  'for',
  'can',
  'deleted',
  'tile',
]);

export interface ListQuery {
  /** By field path and operator: `status`, `total.gte`, `customer.name.contains`. */
  readonly filters?: Readonly<Record<string, string>>;
  readonly search?: string | undefined;
  /** `-created_at,number`. */
  readonly order?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly expand?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** Asks for the exact count. */
  readonly count?: boolean | undefined;
  /** The slug of a screen: its `where`, `order` and `search` apply. */
  readonly screen?: string | undefined;
  /** `Line.category`: only what this field may refer to. The values of its form come as `this.…` filters. */
  readonly for?: string | undefined;
  /** Events: the page says which of them the reader may cause now, for each item. */
  readonly can?: readonly string[] | undefined;
  /** Softly deleted records that the reader may restore, instead of the existing ones. */
  readonly deleted?: boolean | undefined;
  /**
   * The records behind a tile of a dashboard, by its clause; `group`: behind one of its groups (empty: nothing stated).
   */
  readonly tile?: { readonly clause: string; readonly group?: string | undefined } | undefined;
}

/** The key under which a filter is in a query string. */
export function filterKey(key: string): string {
  const first = key.split('.', 1)[0] ?? key;
  return RESERVED.has(first) ? `f.${key}` : key;
}

/** The text behind `/api/` for a list: `claims?status=paid`. */
export function listAddress(path: string, query: ListQuery): string {
  return `${encodeURIComponent(path)}${listQueryString(query)}`;
}

/** The query string of a list, with its `?`, or empty. */
export function listQueryString(query: ListQuery): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query.filters ?? {})) parameters.set(filterKey(key), value);
  if (query.search) parameters.set('q', query.search);
  if (query.order) parameters.set('order', query.order);
  if (query.fields && query.fields.length > 0) parameters.set('fields', query.fields.join(','));
  if (query.expand && query.expand.length > 0) parameters.set('expand', query.expand.join(','));
  if (query.limit !== undefined) parameters.set('limit', String(query.limit));
  if (query.cursor) parameters.set('cursor', query.cursor);
  if (query.count) parameters.set('count', 'exact');
  if (query.screen) parameters.set('screen', query.screen);
  if (query.for) parameters.set('for', query.for);
  if (query.can && query.can.length > 0) parameters.set('can', query.can.join(','));
  if (query.tile) parameters.set('tile', query.tile.clause);
  if (query.tile?.group !== undefined) parameters.set('tile.group', query.tile.group);
  if (query.deleted) parameters.set('deleted', 'only');
  return queryStringOf(parameters);
}

/** The query string of a list's summary: the list's own, and what is asked of all its records. */
export function summaryQueryString(query: ListQuery, sum: readonly string[], by: string | null): string {
  const parameters = new URLSearchParams(listQueryString(query));
  if (sum.length > 0) parameters.set('_sum', sum.join(','));
  if (by !== null) parameters.set('_by', by);
  return queryStringOf(parameters);
}

/** A report over a list: what makes its rows and columns, and what is measured. */
export interface ReportRequest {
  /** `status`, `month(paid_at)` */
  rows: string;
  columns?: string | null;
  /** `count`, `sum(total)`; none: the count. */
  measures?: readonly string[];
}

/** The query string of a report: the list's own, and what is asked of all its records. */
export function reportQueryString(query: ListQuery, { rows, columns, measures }: ReportRequest): string {
  const parameters = new URLSearchParams(listQueryString(query));
  const asked = { _rows: rows, _columns: columns, _measures: measures?.join(',') };
  for (const [key, value] of Object.entries(asked)) if (value) parameters.set(key, value);
  return queryStringOf(parameters);
}

function queryStringOf(parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
