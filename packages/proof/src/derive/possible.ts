import { type Action, type Field, mightAllowNew, type Screen, type Transition } from '@nonet/language';
import { isFileField } from '../reference/files.ts';
import { mightHold } from '../reference/evaluate.ts';
import { couldEver, couldOneDay, type Reader } from '../reference/permissions.ts';
import { settable } from '../search/draft.ts';
import type { Stage } from './stage.ts';

/** What somebody could ever do, whatever the records are: what the product offers them. */

/** Whether a reader could hold a role in any way that the document has. */
function mayHold(stage: Stage, name: string, reader: Reader): boolean {
  const role = stage.lookup.role(name);
  if (role === null) return false;
  return (role.given.kind === 'user' && reader !== null) || mightHold(stage.world, stage.world.view(reader), role);
}

/** Whether a screen is for somebody (2, `for`), as the records are: no record of it decides about a role of the user alone. */
export function opens({ lookup, world }: Stage, screen: Screen, reader: Reader): boolean {
  if (screen.for === 'everyone') return true;
  const roles = screen.for?.map((name) => lookup.role(name)) ?? [];
  return roles.some((role) => role !== null && mightHold(world, world.view(reader), role));
}

/** Whether any role that they could hold has a cell that may allow it, and lets them read what they do it to (6). */
export function may(stage: Stage, reader: Reader, entity: string, action: Action): boolean {
  const actions = stage.lookup.permissions(entity)?.actions;
  const { owner } = stage.lookup.entity(entity);
  // An owned child is read and written with its owner.
  if (!actions) return owner !== null && may(stage, reader, owner.entity, action === 'read' ? 'read' : 'update');
  const presupposes = action !== 'read' && action !== 'create';
  return (
    couldOneDay(stage.world, reader, actions[action]) &&
    (!presupposes || couldOneDay(stage.world, reader, actions.read))
  );
}

/** Whether they could do it as their roles are now, to what has no record yet. */
export function mayNow(stage: Stage, reader: Reader, entity: string, action: 'create' | 'import'): boolean {
  const grants = stage.lookup.permissions(entity)?.actions?.[action];
  return may(stage, reader, entity, action) && (grants === undefined || couldEver(stage.world, reader, grants));
}

/** The fields that a form asks this reader for on a new record: what a row of its own can never allow there is none of them. */
export function enteredOnNew(stage: Stage, reader: Reader, entity: string): Field[] {
  const rows = stage.lookup.permissions(entity)?.fields ?? {};
  return settable(stage.drafting(reader), entity).filter(({ name }) => {
    const own = rows[name]?.update;
    return (
      own === undefined ||
      couldEver(
        stage.world,
        reader,
        own.filter((grant) => mightAllowNew(stage.plan, entity, grant)),
      )
    );
  });
}

/** Whether they could ever be one of those who cause this row of an event. */
export function mayCause(stage: Stage, reader: Reader, entity: string, row: Transition): boolean {
  const fits = row.by.some((actor) =>
    actor.kind === 'role' ? mayHold(stage, actor.role, reader) : actor.kind === 'field' && reader !== null,
  );
  return fits && (row.from === 'new' || may(stage, reader, entity, 'read'));
}

/** Whether there is any field that they might ever put a file into. */
export function mayUpload(stage: Stage, reader: Reader): boolean {
  return stage.plan.entities.some(({ name }) => {
    const takes = (creates: boolean) => settable(stage.drafting(reader), name, creates).filter(isFileField);
    const own = stage.lookup.permissions(name)?.fields ?? {};
    if (takes(true).length > 0 && may(stage, reader, name, 'create')) return true;
    const updates = takes(false).some(
      (field) =>
        may(stage, reader, name, 'read') &&
        (own[field.name]?.update !== undefined || may(stage, reader, name, 'update')),
    );
    return updates || asksForFile(stage, reader, name);
  });
}

function asksForFile(stage: Stage, reader: Reader, entity: string): boolean {
  const rows = stage.lookup.workflow(entity)?.events.flatMap(({ transitions }) => transitions) ?? [];
  const isFile = (of: string, name: string) => {
    const field = stage.lookup.field(of, name);
    return field !== null && isFileField(field);
  };
  return rows.some(
    (row) =>
      mayCause(stage, reader, entity, row) &&
      row.asks.some((ask) => {
        if (ask.kind === 'child') return ask.fields.some(({ field }) => isFile(ask.entity, field));
        return ask.kind === 'input' ? isFileField(ask) : isFile(entity, ask.field);
      }),
  );
}
