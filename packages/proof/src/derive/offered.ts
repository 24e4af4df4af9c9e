import { type Screen, type ScreenAction, type Transition, walk } from '@nonet/language';
import { beginAct, namesAt } from '../reference/act.ts';
import { entityOf, holds, type View } from '../reference/evaluate.ts';
import { fits, rowsFrom } from '../reference/fire.ts';
import { isPersonal } from '../reference/lookup.ts';
import { deciding, mayDo, mayUpdateField, type Actor } from '../reference/permissions.ts';
import { settable } from '../search/draft.ts';
import { selected } from '../reference/seen.ts';
import { type World, worldOf } from '../reference/world.ts';
import { opens } from './possible.ts';
import type { Stage } from './stage.ts';

/**
 * Whether an action of a record is there: it may be done; what decides about it is left open; a guard refuses it, and says
 * why; it is not; or nobody says beforehand.
 */
type Verdict = 'may' | 'open' | 'explained' | 'absent' | 'unknown';

/** Whether an action of a record is offered: a guard that does not hold explains itself, what is left open is offered (4, 6). */
export function verdictOn(stage: Stage, screen: Screen, actor: Actor, action: ScreenAction, record: View): Verdict {
  switch (action.kind) {
    case 'link':
    case 'create from':
      return 'may';
    case 'event':
      return eventOn(stage, actor, action.event, record);
    case 'edit': {
      const fields = settable(stage.drafting(actor), entityOf(record.id), false);
      const updates = mayDo(actor, 'update', record) || fields.some(({ name }) => mayUpdateField(actor, record, name));
      return updates ? 'may' : openOr(deciding(actor, 'update', record));
    }
    case 'delete':
      if (stage.lookup.entity(screen.entity ?? '').delete === 'never') return 'absent';
      return mayDo(actor, 'delete', record) ? 'may' : openOr(deciding(actor, 'delete', record));
    case 'create':
    case 'export':
    case 'import':
    case 'restore':
      return 'unknown';
  }
}

/** The records of a screen beside which an event is offered to a reader. */
export function offersOn(
  stage: Stage,
  world: World,
  screen: Screen,
  action: ScreenAction,
  actor: Actor,
): readonly string[] {
  const { entity } = screen;
  if (entity === null || !opens(stage, screen, actor)) return [];
  return selected(world, actor, entity, screen.where).filter((id) => mayCause(stage, world, action, actor, id));
}

/** Whether an event is offered to a reader beside one record of a screen. */
export function isOfferedOn(
  stage: Stage,
  world: World,
  screen: Screen,
  action: ScreenAction,
  actor: Actor,
  id: string,
): boolean {
  const { entity } = screen;
  if (entity === null || !opens(stage, screen, actor) || !mayCause(stage, world, action, actor, id)) return false;
  return selected(world, actor, entity, screen.where, id).length > 0;
}

function mayCause(stage: Stage, world: World, action: ScreenAction, actor: Actor, id: string): boolean {
  const record = world.view(id);
  return action.kind === 'event' && record !== null && eventOn(stage, actor, action.event, record) === 'may';
}

/** Whether a row's guard reads what whoever causes it enters. */
function readsAsked({ when, asks }: Transition): boolean {
  if (when === null || asks.length === 0) return false;
  const asked = new Set(asks.map((ask) => (ask.kind === 'input' ? ask.name : ask.field)));
  let reads = false;
  walk(when, (node) => {
    reads ||= (node.kind === 'field' && asked.has(node.field)) || (node.kind === 'variable' && node.name === 'input');
  });
  return reads;
}

function openOr(gap: string | null): Verdict {
  return gap === null ? 'absent' : 'open';
}

function eventOn(stage: Stage, actor: Actor, name: string, record: View): Verdict {
  const event = stage.lookup.event(entityOf(record.id), name);
  const world = worldOf(record);
  const act = beginAct(world, actor);
  const personal = event?.transitions.filter((row) => row.from !== 'new' && isPersonal(row)) ?? [];
  // Where something is not shown, what decides is the document's to say.
  if (event?.transitions.some(({ open }) => open.length > 0)) return 'unknown';
  const rows = rowsFrom(
    act,
    personal.filter((row) => fits(act, row, record)),
    record,
  );
  const last = rows.at(-1);
  if (last === undefined) return 'absent';
  if (rows.some(({ when }) => when === null)) return 'may';
  // `/can` leaves out what is asked, and what that decides.
  if (rows.some(readsAsked)) return 'unknown';
  const isHolding = rows.some(({ when }) => when !== null && holds(world, when, namesAt(act, record.id)));
  if (isHolding) return 'may';
  return last.error === null ? 'absent' : 'explained';
}
