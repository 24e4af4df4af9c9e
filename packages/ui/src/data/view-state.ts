import type { SavedViewView, ScreenView } from '@nonet/client';
import { reportAddress, reportOf } from './reports.ts';
import { addressKey, filterKeys, type ListState } from './list-state.ts';

type ViewState = SavedViewView['state'];

/** The address of a view on its list: all that it says, so that it can be changed from there. */
export function addressOf({ id, state }: Pick<SavedViewView, 'id' | 'state'>): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(state.filters).map(([key, value]) => [addressKey(key), value])),
    ...(state.search === null ? {} : { q: state.search }),
    ...(state.order === null ? {} : { order: state.order }),
    ...(state.columns === null ? {} : { fields: state.columns.join(',') }),
    ...(state.page_size === null ? {} : { limit: String(state.page_size) }),
    ...(state.group === undefined ? {} : { by: state.group }),
    ...(state.report === undefined ? {} : reportAddress(state.report)),
    view: id,
  };
}

/** The state of a list in its address, as a view keeps it. */
export function viewStateOf(state: ListState, { filters }: Pick<ScreenView, 'filters'>): ViewState {
  const given = filterKeys(filters).flatMap(({ key, filter }) => {
    const value = state[key];
    return value === undefined ? [] : [[filter, value] as const];
  });
  const size = Number(state.limit);
  const report = reportOf(state);
  return {
    filters: Object.fromEntries(given),
    search: state.q ?? null,
    order: state.order ?? null,
    columns: state.fields?.split(',') ?? null,
    page_size: state.limit === 'all' ? 'all' : Number.isInteger(size) && size > 0 ? size : null,
    ...(state['by'] === undefined ? {} : { group: state['by'] }),
    ...(report === null
      ? {}
      : { report: { rows: report.rows, columns: report.columns, measures: [...report.measures] } }),
  };
}

/** Whether a list's address equals the settings of a view. */
export function isView(state: ListState, screen: Pick<ScreenView, 'filters'>, view: SavedViewView): boolean {
  const now = viewStateOf(state, screen);
  const keys = Object.keys({ ...now.filters, ...view.state.filters });
  return (
    keys.every((key) => now.filters[key] === view.state.filters[key]) &&
    now.search === view.state.search &&
    now.order === view.state.order &&
    now.columns?.join() === view.state.columns?.join() &&
    now.page_size === view.state.page_size &&
    now.group === view.state.group &&
    JSON.stringify(now.report && reportAddress(now.report)) ===
      JSON.stringify(view.state.report && reportAddress(view.state.report))
  );
}
