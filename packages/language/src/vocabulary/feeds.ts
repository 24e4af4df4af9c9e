/** The parts of a feed (7, `### Feeds`). */
export const FEED_PARTS = [
  'fetches',
  'headers',
  'when',
  'received',
  'format',
  'by',
  'of',
  'key',
  'takes',
  'new',
  'missing',
  'kept',
] as const;

/** The days for which the runs of a feed are kept where nothing is stated. */
export const FEED_DAYS = 90;

/** Shorter times would ask a server more often than a table of records changes. */
export const LEAST_FEED_MINUTES = 5;
