import { type Action, type Field, mightAllowNew, type Screen, type Transition } from '@nonet/language';
import { isFileField } from '../reference/files.ts';
import { mightHold } from '../reference/evaluate.ts';
import { couldEver, couldOneDay, type Actor } from '../reference/permissions.ts';
import { settable } from '../search/draft.ts';
import type { Stage } from './stage.ts';

/** What somebody could ever do, whatever the records are: what the product offers them. */

/** Whether a reader could hold a role in any way that the document has. */
function mayHold(stage: Stage, name: string, actor: Actor): boolean {
  const role = stage.lookup.role(name);
  if (role === null) return false;
  return (role.given.kind === 'user' && actor !== null) || mightHold(stage.world, stage.world.view(actor), role);
}

/** Whether a screen is for somebody (2, `for`), as the records are: no record of it decides about a role of the user alone. */
export function opens({ lookup, world }: Stage, screen: Screen, actor: Actor): boolean {
  if (screen.for === 'everyone') return true;
  const roles = screen.for?.map((name) => lookup.role(name)) ?? [];
  return roles.some((role) => role !== null && mightHold(world, world.view(actor), role));
}

/** Whether any role that they could hold has a cell that may allow it, and lets them read what they do it to (6). */
export function may(stage: Stage, actor: Actor, entity: string, action: Action): boolean {
  const actions = stage.lookup.permissions(entity)?.actions;
  const { owner } = stage.lookup.entity(entity);
  // An owned child is read and written with its owner.
  if (!actions) return owner !== null && may(stage, actor, owner.entity, action === 'read' ? 'read' : 'update');
  const presupposes = action !== 'read' && action !== 'create';
  return (
    couldOneDay(stage.world, actor, actions[action]) && (!presupposes || couldOneDay(stage.world, actor, actions.read))
  );
}

/** Whether they could do it as their roles are now, to what has no record yet. */
export function mayNow(stage: Stage, actor: Actor, entity: string, action: 'create' | 'import'): boolean {
  const grants = stage.lookup.permissions(entity)?.actions?.[action];
  return may(stage, actor, entity, action) && (grants === undefined || couldEver(stage.world, actor, grants));
}

/** The fields that a form asks this reader for on a new record: what a row of its own can never allow there is none of them. */
export function enteredOnNew(stage: Stage, actor: Actor, entity: string): Field[] {
  const rows = stage.lookup.permissions(entity)?.fields ?? {};
  return settable(stage.drafting(actor), entity).filter(({ name }) => {
    const own = rows[name]?.update;
    return (
      own === undefined ||
      couldEver(
        stage.world,
        actor,
        own.filter((grant) => mightAllowNew(stage.plan, entity, grant)),
      )
    );
  });
}

/** Whether they could ever be one of those who cause this row of an event. */
export function mayCause(stage: Stage, actor: Actor, entity: string, row: Transition): boolean {
  const fits = row.by.some((trigger) =>
    trigger.kind === 'role' ? mayHold(stage, trigger.role, actor) : trigger.kind === 'field' && actor !== null,
  );
  return fits && (row.from === 'new' || may(stage, actor, entity, 'read'));
}

/** Whether there is any field that they might ever put a file into. */
export function mayUpload(stage: Stage, actor: Actor): boolean {
  return stage.plan.entities.some(({ name }) => {
    const takes = (creates: boolean) => settable(stage.drafting(actor), name, creates).filter(isFileField);
    const own = stage.lookup.permissions(name)?.fields ?? {};
    if (takes(true).length > 0 && may(stage, actor, name, 'create')) return true;
    const updates = takes(false).some(
      (field) =>
        may(stage, actor, name, 'read') && (own[field.name]?.update !== undefined || may(stage, actor, name, 'update')),
    );
    return updates || asksForFile(stage, actor, name);
  });
}

function asksForFile(stage: Stage, actor: Actor, entity: string): boolean {
  const rows = stage.lookup.workflow(entity)?.events.flatMap(({ transitions }) => transitions) ?? [];
  const isFile = (of: string, name: string) => {
    const field = stage.lookup.field(of, name);
    return field !== null && isFileField(field);
  };
  return rows.some(
    (row) =>
      mayCause(stage, actor, entity, row) &&
      row.asks.some((ask) => {
        if (ask.kind === 'child') return ask.fields.some(({ field }) => isFile(ask.entity, field));
        return ask.kind === 'input' ? isFileField(ask) : isFile(entity, ask.field);
      }),
  );
}
