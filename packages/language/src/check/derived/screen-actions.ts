import { openPart } from '../../model/clause.ts';
import type { NobodyDoes } from '../../diagnostics/codes/screens.ts';
import type { Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import type { Action } from '../../model/roles.ts';
import type { GivenAction, Screen, ScreenAction } from '../../model/screens.ts';
import { flatEffects } from './effects.ts';
import type { Possible } from './possible.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';

type PlainAction = Exclude<ScreenAction['kind'], 'event' | 'create from' | 'link'>;

const ACTIONS_OF: Readonly<Record<PlainAction, readonly Action[]>> = {
  create: ['create'],
  copy: ['read', 'create'],
  edit: ['update'],
  delete: ['delete'],
  restore: ['restore'],
  erase: ['erase'],
  merge: ['merge'],
  export: ['export'],
  import: ['create', 'import'],
  subscribe: ['read'],
};

/** The words by which people know an action. */
export function nameOf(action: ScreenAction): string {
  return action.kind === 'event' ? action.event : 'label' in action ? action.label : action.kind;
}

/** Why nobody could ever save a form; null if somebody may, and for other screens. */
export function whyNotSaved(possible: Possible, screen: Screen): NobodyDoes | null {
  if (screen.kind !== 'form' || screen.entity === null) return null;
  const writes = updatesOnForm(screen) ? 'update' : 'create';
  return possible.does(screen.entity, writes) ? null : { action: writes, entity: screen.entity };
}

/** A form whose route names its record edits it; any other creates one. */
export function updatesOnForm(screen: Screen): boolean {
  return screen.parameters.some((parameter) => parameter.entity === screen.entity);
}

function isOwned({ entities }: Model, entity: string): boolean {
  return entities.some(({ name, owner }) => name === entity && owner !== null);
}

/** The first field of an entity that each record needs and no cell can hold: an upload, or a list that may not be empty. */
function fieldWithoutCell(
  { entities, states }: Model,
  entity: string,
): { readonly name: string; readonly holds: 'children' | 'upload' } | null {
  const rows = states.find((workflow) => workflow.entity === entity)?.events.find(({ name }) => name === 'create');
  const effects = flatEffects(rows?.transitions.flatMap((row) => row.effects) ?? []);
  const isSet = (field: Field): boolean =>
    effects.some(
      (effect) =>
        (effect.kind === 'set' && effect.path.length === 0 && effect.field === field.name) ||
        (effect.kind === 'create' && field.type.kind === 'children' && effect.entity === field.type.entity),
    );
  for (const field of entities.find(({ name }) => name === entity)?.fields ?? []) {
    const { name, type, minimum } = field;
    if (isSet(field)) continue;
    if (type.kind === 'children' && minimum?.constant === null && Number(minimum.value) > 0)
      return { name, holds: 'children' };
    const isAsked = field.required && field.default === null && field.when === null;
    if ((type.kind === 'file' || type.kind === 'image') && isAsked && !field.closed && !field.bySystem)
      return { name, holds: 'upload' };
  }
  return null;
}

/** Why nobody could ever take an action of a screen; null if somebody may. */
export function whyNotTaken(
  model: Model,
  possible: Possible,
  entity: string,
  action: ScreenAction,
): DetailsOf<'N220'>['why'] | null {
  if (action.kind === 'link') return null;
  if (action.kind === 'create from') {
    return possible.does(action.entity, 'create') ? null : { action: 'create', entity: action.entity };
  }
  if (action.kind !== 'event') {
    if (action.kind === 'import' && isOwned(model, entity)) return { because: 'owned', entity };
    const missing = ACTIONS_OF[action.kind].find((needed) => !possible.does(entity, needed));
    if (missing !== undefined) return { action: missing, entity };
    // 6: only a sign-up sets the address of a new user without such a row.
    const creates = action.kind === 'create' || action.kind === 'copy' || action.kind === 'import';
    if (creates && entity === 'User' && possible.setsField(entity, 'email', 'create') === 'nobody') return 'noAddress';
    const lacking = action.kind === 'import' ? fieldWithoutCell(model, entity) : null;
    return lacking && { because: 'noCell', entity, field: lacking.name, holds: lacking.holds };
  }
  const workflow = model.states.find((other) => other.entity === entity);
  const rows = workflow?.events.find((other) => other.name === action.event)?.transitions ?? [];
  const people = rows.some(
    // A row whose `by` is not shown is a gap.
    (row) =>
      openPart(row, 'by') !== null ||
      row.by.some((trigger) => trigger.kind === 'field' || (trigger.kind === 'role' && possible.holds(trigger.role))),
  );
  if (people || rows.length === 0) return null;
  return rows.some(({ by }) => by.length > 0) ? 'system' : 'nobody';
}

/** The words of a change that a given screen asks for: `update place`. */
export function nameOfAsked(asked: GivenAction): string {
  if (asked.kind === 'event') return asked.event;
  return asked.kind === 'update' && asked.field !== null ? `update ${asked.field}` : asked.kind;
}

/** Why nobody could ever cause a change that a given screen asks for; null if somebody may. */
export function whyNotAsked(model: Model, possible: Possible, asked: GivenAction): DetailsOf<'N220'>['why'] | null {
  const { entity, clause } = asked;
  switch (asked.kind) {
    case 'update': {
      const sets = asked.field === null ? 'no row' : possible.setsField(entity, asked.field, 'update');
      if (sets === 'somebody') return null;
      return sets === 'no row' && possible.does(entity, 'update') ? null : { action: 'update', entity };
    }
    case 'event':
      return whyNotTaken(model, possible, entity, { kind: 'event', event: asked.event, clause });
    case 'create':
    case 'delete':
      return whyNotTaken(model, possible, entity, { kind: asked.kind, clause });
  }
}
