/** The forms on the wire about views of lists that people keep under a name. */

/**
 * GET /api/-/views: one's own, and those that others shared with a role that one holds. POST {screen, name, role?,
 * state} saves one; PATCH /api/-/views/{id} {name?, role?, state?} changes, DELETE deletes one of one's own.
 */
export interface SavedViewView {
  id: string;
  /** The slug of its list. */
  screen: string;
  name: string;
  /** The role with which it is shared, one of its maker's assigned roles; null if it is private. */
  role: string | null;
  /** Whether this reader made it. */
  own: boolean;
  state: {
    /** Keyed by path and operator, as in a list's query; a datetime has a date in its reader's time zone. */
    filters: Record<string, string>;
    search: string | null;
    /** `-created_at,number`. */
    order: string | null;
    /** The columns that are shown, in their order; null: those of the screen. */
    columns: string[] | null;
    page_size: number | 'all' | null;
    /** The column by which the list is grouped, `month(…)` of it, or `tree(…)`; absent: it is not. */
    group?: string;
    /** The report that is shown in the place of its records; absent: none. */
    report?: ReportStateView;
  };
  /** Whether parts of it are left out, because they no longer exist or this reader may not see them. */
  reduced: boolean;
  /** Whether its list exists and this reader may open it: a reader's own views are listed in any case. */
  opens: boolean;
}

/** A report's rows, columns and measures, as in its query; no measure: the count. */
export interface ReportStateView {
  rows: string;
  columns: string | null;
  measures: string[];
}

/** The body by which a view is saved or changed. */
export interface SavedViewBody {
  name: string;
  role: string | null;
  state: SavedViewView['state'];
}
