import { type Screen, type ScreenAction, type Transition, walk } from '@nonet/language';
import { beginTransaction, namesAt } from '../../reference/transaction.ts';
import { entityOf, holds, type View } from '../../reference/evaluate.ts';
import { fits, rowsFrom } from '../../reference/fire.ts';
import { isPersonal } from '../../reference/lookup.ts';
import { deciding, mayDo, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import { settable } from '../../search/draft.ts';
import { selected } from '../../reference/seen.ts';
import { type World, worldOf } from '../../reference/world.ts';
import { opens } from '../roles/possible.ts';
import type { DerivationContext } from '../derivation-context.ts';

/**
 * Whether an action of a record is there: it may be done; what decides about it is left open; a guard refuses it, and says
 * why; it is not; or nobody says beforehand.
 */
type Verdict = 'may' | 'open' | 'explained' | 'absent' | 'unknown';

/** Whether an action of a record is offered: a guard that does not hold explains itself, what is left open is offered (4, 6). */
export function verdictOn(
  context: DerivationContext,
  screen: Screen,
  actor: Actor,
  action: ScreenAction,
  record: View,
): Verdict {
  switch (action.kind) {
    case 'link':
    case 'create from':
      return 'may';
    case 'event':
      return eventOn(context, actor, action.event, record);
    case 'edit': {
      const fields = settable(context.drafting(actor), entityOf(record.id), false);
      const updates = mayDo(actor, 'update', record) || fields.some(({ name }) => mayUpdateField(actor, record, name));
      return updates ? 'may' : openOr(deciding(actor, 'update', record));
    }
    case 'delete':
      if (context.lookup.entity(screen.entity ?? '').delete === 'never') return 'absent';
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
  context: DerivationContext,
  world: World,
  screen: Screen,
  action: ScreenAction,
  actor: Actor,
): readonly string[] {
  const { entity } = screen;
  if (entity === null || !opens(context, screen, actor)) return [];
  return selected(world, actor, entity, screen.where).filter((id) => mayCause(context, world, action, actor, id));
}

/** Whether an event is offered to a reader beside one record of a screen. */
export function isOfferedOn(
  context: DerivationContext,
  world: World,
  screen: Screen,
  action: ScreenAction,
  actor: Actor,
  id: string,
): boolean {
  const { entity } = screen;
  if (entity === null || !opens(context, screen, actor) || !mayCause(context, world, action, actor, id)) return false;
  return selected(world, actor, entity, screen.where, id).length > 0;
}

function mayCause(context: DerivationContext, world: World, action: ScreenAction, actor: Actor, id: string): boolean {
  const record = world.view(id);
  return action.kind === 'event' && record !== null && eventOn(context, actor, action.event, record) === 'may';
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

function eventOn(context: DerivationContext, actor: Actor, name: string, record: View): Verdict {
  const event = context.lookup.event(entityOf(record.id), name);
  const world = worldOf(record);
  const transaction = beginTransaction(world, actor);
  const personal = event?.transitions.filter((row) => row.from !== 'new' && isPersonal(row)) ?? [];
  // Where something is not shown, what decides is the document's to say.
  if (event?.transitions.some(({ open }) => open.length > 0)) return 'unknown';
  const rows = rowsFrom(
    transaction,
    personal.filter((row) => fits(transaction, row, record)),
    record,
  );
  const last = rows.at(-1);
  if (last === undefined) return 'absent';
  if (rows.some(({ when }) => when === null)) return 'may';
  // `/can` leaves out what is asked, and what that decides.
  if (rows.some(readsAsked)) return 'unknown';
  const isHolding = rows.some(({ when }) => when !== null && holds(world, when, namesAt(transaction, record.id)));
  if (isHolding) return 'may';
  return last.error === null ? 'absent' : 'explained';
}
