/** The queries that expressions are written with: what is worked out of records or of the values of a list. */
export type WrittenQueryForm = 'count' | 'sum' | 'min' | 'max' | 'avg' | 'exists' | 'all' | 'first';

/**
 * The queries of checked expressions. `values`, the list of a field's values, is not written: it is what the working
 * time of a record is read by.
 */
export type QueryForm = WrittenQueryForm | 'values';

/** Queries that also work on the values of a list, such as `dates(from, to)`. */
export type ListQueryForm = Extract<WrittenQueryForm, 'count' | 'exists' | 'all'>;

/** How each query over records is written. */
export const QUERY_USAGE: Readonly<Record<WrittenQueryForm, string>> = {
  count: 'count(lines where …)',
  exists: 'exists(lines where …)',
  sum: 'sum(lines.amount where …)',
  min: 'min(lines.amount where …)',
  max: 'max(lines.amount where …)',
  avg: 'avg(lines.amount where …)',
  all: 'all(lines have …)',
  first: 'first(lines where … order date)',
};

/** How each query over the values of a list is written. */
export const LIST_QUERY_USAGE: Readonly<Record<ListQueryForm, string>> = {
  count: 'count(list as x where …)',
  exists: 'exists(list as x where …)',
  all: 'all(list as x have …)',
};

/** Whether a query also works on the values of a list. */
export function isListForm(form: QueryForm): form is ListQueryForm {
  return Object.hasOwn(LIST_QUERY_USAGE, form);
}
