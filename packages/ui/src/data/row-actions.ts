import type { EntityView, ScreenActionView, ScreenView } from '@nonet/client';

const OF_RECORDS: ReadonlySet<string> = new Set(['copy', 'edit', 'delete', 'erase', 'merge', 'event']);

/**
 * The actions of a screen that concern one of its records: no events that create, and no forms that do not read a
 * record.
 */
export function actionsOfRows(
  { actions }: Pick<ScreenView, 'actions'>,
  { events }: Pick<EntityView, 'events'>,
): ScreenActionView[] {
  const creating = new Set(events.flatMap(({ name, creates }) => (creates ? [name] : [])));
  return actions.filter(
    (action) =>
      (OF_RECORDS.has(action.kind) && !(action.kind === 'event' && creating.has(action.event))) ||
      (action.kind === 'create from' && action.perRecord),
  );
}
