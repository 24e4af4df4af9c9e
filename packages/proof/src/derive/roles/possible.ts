import { type Action, type Field, mightAllowNew, type Screen, type Transition } from '@nonet/language';
import { ACTION_ROWS } from '../../reference/actions.ts';
import { isFileField } from '../../reference/files.ts';
import { mightHold } from '../../reference/evaluate.ts';
import { couldEver, couldOneDay } from '../../reference/could.ts';
import type { Actor } from '../../reference/permissions.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** This file says what an actor could ever do, with any records: the product offers them that. */

/** Whether an actor could hold a role in any way that the document has. */
function mayHold(context: DerivationContext, name: string, actor: Actor): boolean {
  const role = context.lookup.role(name);
  if (role === null) return false;
  return (role.given.kind === 'user' && actor !== null) || mightHold(context.world, context.world.view(actor), role);
}

/**
 * Whether an actor may open a screen (2, `for`) with the present records. A role about the user alone does not depend
 * on a record.
 */
export function opens({ lookup, world }: DerivationContext, screen: Screen, actor: Actor): boolean {
  if (screen.for === 'everyone') return true;
  const roles = screen.for?.map((name) => lookup.role(name)) ?? [];
  return roles.some((role) => role !== null && mightHold(world, world.view(actor), role));
}

/** Whether any role that the actor could hold has a cell that may allow the action, and may read the record (6). */
export function may(context: DerivationContext, actor: Actor, entity: string, action: Action): boolean {
  const grants = context.lookup.permissions(entity)?.actions?.[action] ?? [];
  const { owner } = context.lookup.entity(entity);
  const { ofOwner, presupposesRead } = ACTION_ROWS[action];
  // An owned child is read and written with its owner; its own rows narrow that.
  if (owner !== null && !ofOwner.some((through) => may(context, actor, owner.entity, through))) return false;
  const isTheirs = (owner !== null && grants.length === 0) || couldOneDay(context.world, actor, entity, grants);
  return isTheirs && (!presupposesRead || may(context, actor, entity, 'read'));
}

/** Whether the actor could create or import records with the roles that they hold now. */
export function mayNow(context: DerivationContext, actor: Actor, entity: string, action: 'create' | 'import'): boolean {
  const grants = context.lookup.permissions(entity)?.actions?.[action];
  return (
    may(context, actor, entity, action) && (grants === undefined || couldEver(context.world, actor, entity, grants))
  );
}

/**
 * The fields that a form for a new record asks this reader for, without fields whose own row can never allow it there.
 */
export function enteredOnNew(context: DerivationContext, actor: Actor, entity: string): Field[] {
  const rows = context.lookup.permissions(entity)?.fields ?? {};
  return settable(context.drafting(actor), entity).filter(({ name }) => {
    const own = rows[name]?.update;
    return (
      own === undefined ||
      couldEver(
        context.world,
        actor,
        entity,
        own.filter((grant) => mightAllowNew(context.plan, entity, grant)),
      )
    );
  });
}

/** Whether the actor could ever cause this row of an event. */
export function mayCause(context: DerivationContext, actor: Actor, entity: string, row: Transition): boolean {
  const fits = row.by.some((trigger) =>
    trigger.kind === 'role' ? mayHold(context, trigger.role, actor) : trigger.kind === 'field' && actor !== null,
  );
  return fits && (row.from === 'new' || may(context, actor, entity, 'read'));
}

/**
 * Whether the actor might ever create a record, or a part of one: an owned child is created with its owner, or added
 * to it.
 */
function mayCreate(context: DerivationContext, actor: Actor, entity: string): boolean {
  const { owner } = context.lookup.entity(entity);
  if (owner === null || context.lookup.permissions(entity)?.actions) return may(context, actor, entity, 'create');
  return ACTION_ROWS.create.ofOwner.some((action) =>
    action === 'create' ? mayCreate(context, actor, owner.entity) : may(context, actor, owner.entity, action),
  );
}

/** Whether there is any field into which the actor might ever put a file. */
export function mayUpload(context: DerivationContext, actor: Actor): boolean {
  return context.plan.entities.some(({ name }) => {
    if (enteredOnNew(context, actor, name).some(isFileField) && mayCreate(context, actor, name)) return true;
    const rows = context.lookup.permissions(name)?.fields ?? {};
    const updates = settable(context.drafting(actor), name, false).some((field) => {
      if (!isFileField(field) || !may(context, actor, name, 'read')) return false;
      const own = rows[field.name]?.update;
      return own === undefined ? may(context, actor, name, 'update') : couldOneDay(context.world, actor, name, own);
    });
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
