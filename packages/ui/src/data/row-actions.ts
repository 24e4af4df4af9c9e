import type { EntityView, ScreenActionView, ScreenView } from '@nonet/client';

const OF_RECORDS: ReadonlySet<string> = new Set(['edit', 'delete', 'event']);

/** The actions of a screen of several records that concern one of them: no event that creates, no form that reads none. */
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
