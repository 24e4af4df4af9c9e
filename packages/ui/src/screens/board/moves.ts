import type { EntityView, EventView, FieldView, ScreenActionView, ScreenView } from '@nonet/client';
import { actionsOfRows } from '../../data/row-actions.ts';

/** A way for a card to get to another column. */
export type Move = { kind: 'event'; event: EventView } | { kind: 'set'; field: FieldView };

/**
 * The moves from one column to another that the screen offers: events that lead there, or, on a board by an enum,
 * changing the field.
 */
export function movesBetween(screen: ScreenView, entity: EntityView, from: string, to: string): Move[] {
  if (from === to) return [];
  const field = entity.fields.find((each) => each.name === screen.board?.field);
  if (!field) return [];
  if (field.kind !== 'state') {
    const edits = field.onUpdate && screen.actions.some((action) => action.kind === 'edit');
    return edits ? [{ kind: 'set', field }] : [];
  }
  return entity.events
    .filter((event) => screen.actions.some((action) => action.kind === 'event' && action.event === event.name))
    .filter((event) => event.moves.some((move) => move.to === to && move.from.includes(from)))
    .map((event) => ({ kind: 'event', event }));
}

/** The action of the screen that a move is. */
export function actionOf({ actions }: ScreenView, move: Move): ScreenActionView | undefined {
  return actions.find((action) =>
    move.kind === 'event' ? action.kind === 'event' && action.event === move.event.name : action.kind === 'edit',
  );
}

/** The actions of a card besides its moves: the events that leave it in its column. */
export function cardActions(screen: ScreenView, entity: EntityView, from: string): ScreenActionView[] {
  const byState = screen.board?.field === entity.stateField;
  return actionsOfRows(screen, entity).filter((action) => {
    if (!byState || action.kind !== 'event') return true;
    const moves = entity.events.find(({ name }) => name === action.event)?.moves ?? [];
    const fromHere = moves.filter((move) => move.from.includes(from));
    return fromHere.length > 0 && fromHere.every(({ to }) => to === null || to === from);
  });
}
