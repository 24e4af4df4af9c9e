import { type Action, type Field, mightAllowNew, type Screen, type Transition } from '@nonet/language';
import { isFileField } from '../../reference/files.ts';
import { mightHold } from '../../reference/evaluate.ts';
import { couldEver, couldOneDay, type Actor } from '../../reference/permissions.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** What somebody could ever do, whatever the records are: what the product offers them. */

/** Whether an actor could hold a role in any way that the document has. */
function mayHold(context: DerivationContext, name: string, actor: Actor): boolean {
  const role = context.lookup.role(name);
  if (role === null) return false;
  return (role.given.kind === 'user' && actor !== null) || mightHold(context.world, context.world.view(actor), role);
}

/** Whether a screen is for somebody (2, `for`), as the records are: no record of it decides about a role of the user alone. */
export function opens({ lookup, world }: DerivationContext, screen: Screen, actor: Actor): boolean {
  if (screen.for === 'everyone') return true;
  const roles = screen.for?.map((name) => lookup.role(name)) ?? [];
  return roles.some((role) => role !== null && mightHold(world, world.view(actor), role));
}

/** Whether any role that they could hold has a cell that may allow it, and lets them read what they do it to (6). */
export function may(context: DerivationContext, actor: Actor, entity: string, action: Action): boolean {
  const actions = context.lookup.permissions(entity)?.actions;
  const { owner } = context.lookup.entity(entity);
  // An owned child is read and written with its owner.
  if (!actions) return owner !== null && may(context, actor, owner.entity, action === 'read' ? 'read' : 'update');
  const presupposes = action !== 'read' && action !== 'create';
  return (
    couldOneDay(context.world, actor, actions[action]) &&
    (!presupposes || couldOneDay(context.world, actor, actions.read))
  );
}

/** Whether they could do it as their roles are now, to what has no record yet. */
export function mayNow(context: DerivationContext, actor: Actor, entity: string, action: 'create' | 'import'): boolean {
  const grants = context.lookup.permissions(entity)?.actions?.[action];
  return may(context, actor, entity, action) && (grants === undefined || couldEver(context.world, actor, grants));
}

/** The fields that a form asks this reader for on a new record: what a row of its own can never allow there is none of them. */
export function enteredOnNew(context: DerivationContext, actor: Actor, entity: string): Field[] {
  const rows = context.lookup.permissions(entity)?.fields ?? {};
  return settable(context.drafting(actor), entity).filter(({ name }) => {
    const own = rows[name]?.update;
    return (
      own === undefined ||
      couldEver(
        context.world,
        actor,
        own.filter((grant) => mightAllowNew(context.plan, entity, grant)),
      )
    );
  });
}

/** Whether they could ever be one of those who cause this row of an event. */
export function mayCause(context: DerivationContext, actor: Actor, entity: string, row: Transition): boolean {
  const fits = row.by.some((trigger) =>
    trigger.kind === 'role' ? mayHold(context, trigger.role, actor) : trigger.kind === 'field' && actor !== null,
  );
  return fits && (row.from === 'new' || may(context, actor, entity, 'read'));
}

/** Whether there is any field that they might ever put a file into. */
export function mayUpload(context: DerivationContext, actor: Actor): boolean {
  return context.plan.entities.some(({ name }) => {
    const takes = (creates: boolean) => settable(context.drafting(actor), name, creates).filter(isFileField);
    const own = context.lookup.permissions(name)?.fields ?? {};
    if (takes(true).length > 0 && may(context, actor, name, 'create')) return true;
    const updates = takes(false).some(
      (field) =>
        may(context, actor, name, 'read') &&
        (own[field.name]?.update !== undefined || may(context, actor, name, 'update')),
    );
    return updates || asksForFile(context, actor, name);
  });
}

function asksForFile(context: DerivationContext, actor: Actor, entity: string): boolean {
  const rows = context.lookup.workflow(entity)?.events.flatMap(({ transitions }) => transitions) ?? [];
  const isFile = (of: string, name: string) => {
    const field = context.lookup.field(of, name);
    return field !== null && isFileField(field);
  };
  return rows.some(
    (row) =>
      mayCause(context, actor, entity, row) &&
      row.asks.some((ask) => {
        if (ask.kind === 'child') return ask.fields.some(({ field }) => isFile(ask.entity, field));
        return ask.kind === 'input' ? isFileField(ask) : isFile(entity, ask.field);
      }),
  );
}
