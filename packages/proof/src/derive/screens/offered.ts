import { type Expression, ownFields, type Screen, type ScreenAction, type Transition, walk } from '@nonet/language';
import { entityOf, holds, type View } from '../../reference/evaluate.ts';
import { fits, rowsFrom } from '../../reference/fire.ts';
import { isPersonal } from '../../reference/lookup.ts';
import { type Actor, deciding, mayDo, mayUpdateField } from '../../reference/permissions.ts';
import { selected } from '../../reference/seen.ts';
import { beginTransaction, namesAt } from '../../reference/transaction.ts';
import { type World, worldOf } from '../../reference/world.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { opens } from '../roles/possible.ts';

/**
 * How a screen offers an action on a record: the action is allowed; a gap decides about it; a guard refuses it and the
 * screen explains why; the action is absent; or the tests can't know.
 */
type Verdict = 'may' | 'open' | 'explained' | 'absent' | 'unknown';

/**
 * Whether an action of a record is offered. A guard that does not hold is explained; an action that a gap leaves open
 * is offered (4, 6).
 */
export function verdictOn(
  context: DerivationContext,
  screen: Screen,
  actor: Actor,
  action: ScreenAction,
  record: View,
): Verdict {
  switch (action.kind) {
    case 'link':
    case 'copy':
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
    case 'erase':
      return mayDo(actor, 'erase', record) ? 'may' : openOr(deciding(actor, 'erase', record));
    case 'merge':
      return mayDo(actor, 'merge', record) ? 'may' : openOr(deciding(actor, 'merge', record));
    case 'create':
    case 'export':
    case 'import':
    case 'restore':
    case 'subscribe':
      return 'unknown';
  }
}

/** The records of a screen for which a reader is offered an event. */
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

/** Whether a reader is offered an event for one record of a screen. */
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

/** The parts of a row's guard, all of which must hold, and whether each reads values that the event asks for. */
function partsOf({ when, asks }: Transition): { readonly part: Expression; readonly readsAsked: boolean }[] {
  const asked = new Set(asks.map((ask) => (ask.kind === 'input' ? ask.name : ask.field)));
  return conjuncts(when).map((part) => {
    let readsAsked = ownFields(part).some((name) => asked.has(name));
    walk(part, (node) => {
      readsAsked ||= node.kind === 'variable' && node.name === 'input';
    });
    return { part, readsAsked };
  });
}

function conjuncts(condition: Expression | null): Expression[] {
  if (condition === null) return [];
  if (condition.kind !== 'binary' || condition.operator !== 'and') return [condition];
  return [...conjuncts(condition.left), ...conjuncts(condition.right)];
}

function openOr(gap: string | null): Verdict {
  return gap === null ? 'absent' : 'open';
}

function eventOn(context: DerivationContext, actor: Actor, name: string, record: View): Verdict {
  const event = context.lookup.event(entityOf(record.id), name);
  const world = worldOf(record);
  const transaction = beginTransaction(world, actor);
  const personal = event?.transitions.filter((row) => row.from !== 'new' && isPersonal(row)) ?? [];
  // A gap decides about the event, so the result is unknown.
  if (event?.transitions.some(({ open }) => open.length > 0)) return 'unknown';
  const rows = rowsFrom(
    transaction,
    personal.filter((row) => fits(transaction, row, record)),
    record,
  );
  const last = rows.at(-1);
  if (last === undefined) return 'absent';
  if (rows.some(({ when }) => when === null)) return 'may';
  // The parts of a guard that read asked values are judged only when the event is caused (4).
  const names = namesAt(transaction, record.id);
  const isHolding = rows.some((row) =>
    partsOf(row).every(({ part, readsAsked }) => readsAsked || holds(world, part, names)),
  );
  if (isHolding) return 'may';
  if (rows.some((row) => partsOf(row).some(({ readsAsked }) => readsAsked))) return 'unknown';
  const broken = last.conditions?.find(({ when }) => !holds(world, when, names));
  return (broken ?? last).error === null ? 'absent' : 'explained';
}
