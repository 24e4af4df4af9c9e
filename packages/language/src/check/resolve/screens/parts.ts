import type { ScreenKind } from '../../../model/screens.ts';

/** The rows that a screen's table may have. */
export const PARTS = [
  'kind',
  'for',
  'where',
  'columns',
  'fields',
  'filters',
  'search',
  'order',
  'page size',
  'actions',
  'related',
  'also',
  'rows',
  'colour',
  'reads',
  'does',
  'empty',
] as const;

export type PartName = (typeof PARTS)[number];

const SHARED: readonly PartName[] = ['kind', 'for'];
const LISTED: readonly PartName[] = [
  ...SHARED,
  'where',
  'columns',
  'fields',
  'filters',
  'search',
  'order',
  'page size',
  'actions',
  'empty',
];

/** The parts that mean something on each kind of screen. */
export const PARTS_OF: Readonly<Record<ScreenKind, readonly PartName[]>> = {
  list: LISTED,
  board: LISTED,
  calendar: [...LISTED, 'also', 'rows', 'colour'],
  timeline: [...LISTED, 'rows', 'colour'],
  gallery: LISTED,
  record: [...SHARED, 'where', 'columns', 'fields', 'order', 'actions', 'related', 'empty'],
  form: [...SHARED, 'columns', 'fields', 'actions'],
  dashboard: [...SHARED, 'actions', 'empty'],
  page: [...SHARED, 'actions'],
  given: [...SHARED, 'reads', 'does', 'actions'],
  'sign in': [...SHARED, 'actions'],
  'sign up': [...SHARED, 'columns', 'fields', 'actions'],
};

/** The parts of a record's screen that mean something only where its `where` finds the record, and not its route. */
export const PARTS_OF_FOUND: readonly PartName[] = ['where', 'order', 'empty'];
