import type { EntityView, HistoryEntryView } from '@nonet/client';

/** The entry that brought a record into its state; null where the record began there, or the history does not say. */
export function lastMove(history: readonly HistoryEntryView[], state: string): HistoryEntryView | null {
  const entry = history.find(({ from, to }) => from !== to && to !== null);
  return entry && entry.from !== null && entry.to === state ? entry : null;
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'long text', 'markdown']);

/** The texts that somebody gave with an event. */
export function saidIn(
  { action, changes }: HistoryEntryView,
  { events }: Pick<EntityView, 'events'>,
): { readonly field: string; readonly text: string }[] {
  const asked = events.filter(({ name }) => name === action).flatMap(({ asks }) => asks);
  const texts = new Set(asked.filter(({ field }) => TEXTS.has(field.kind)).map(({ name }) => name));
  return changes.flatMap(({ field, to }) =>
    texts.has(field) && typeof to === 'string' && to !== '' ? [{ field, text: to }] : [],
  );
}
