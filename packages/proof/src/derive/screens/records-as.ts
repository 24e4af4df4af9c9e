import type { Screen, ScreenKind } from '@nonet/language';

/** How a screen shows its records: as rows, as cards, or at their days; null if it lists none. */
export function recordsAs({ kind }: Pick<Screen, 'kind'>): 'rows' | 'cards' | 'days' | null {
  return kind === null ? null : AS[kind];
}

const AS: Readonly<Record<ScreenKind, 'rows' | 'cards' | 'days' | null>> = {
  list: 'rows',
  board: 'cards',
  calendar: 'days',
  timeline: 'days',
  gallery: 'cards',
  record: null,
  form: null,
  dashboard: null,
  page: null,
  given: null,
  'sign in': null,
  'sign up': null,
};
