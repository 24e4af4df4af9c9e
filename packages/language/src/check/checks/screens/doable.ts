import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Action } from '../../../model/roles.ts';
import type { ScreenAction } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';

type PlainAction = Exclude<ScreenAction['kind'], 'event' | 'create from' | 'link'>;

const ACTIONS_OF: Readonly<Record<PlainAction, readonly Action[]>> = {
  create: ['create'],
  edit: ['update'],
  delete: ['delete'],
  restore: ['restore'],
  export: ['export'],
  import: ['create', 'import'],
};

/** 2: An action that nobody who opens the screen could ever take is an error. */
export function checkDoableActions(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  for (const screen of model.screens) {
    const { entity } = screen;
    if (entity === null) continue;
    for (const action of screen.actions) {
      const why = whyNot(model, possible, entity, action);
      const span = context.placeOf(action.clause);
      if (why === null || !span) continue;
      const name = action.kind === 'event' ? action.event : 'label' in action ? action.label : action.kind;
      context.report('N220', SCREENS_CODES.N220, { action: name, why }, span, { clause: action.clause });
    }
    if (screen.kind === 'sign up' && !maySignUp(model)) {
      const span = context.placeOf(screen.clause);
      const why = 'point 6 lets nobody who is not signed in create a User';
      if (span) context.report('N220', SCREENS_CODES.N220, { action: 'sign up', why }, span, { clause: screen.clause });
    }
    const writes = screen.kind === 'form' ? (updatesOnForm(screen) ? 'update' : 'create') : null;
    if (writes !== null && !possible.does(entity, writes)) {
      const span = context.placeOf(screen.clause);
      const why = `point 6 lets nobody ${writes} ${entity}`;
      if (span) context.report('N220', SCREENS_CODES.N220, { action: 'save', why }, span, { clause: screen.clause });
    }
  }
}

/** 2: Who signs up is not signed in, and creates a User. A gap is refused until it is stated. */
function maySignUp({ roles, permissions }: Model): boolean {
  const anyone = new Set(roles.filter(({ given }) => given.kind === 'anyone').map(({ name }) => name));
  const grants = permissions.find(({ entity }) => entity === 'User')?.actions?.create ?? [];
  return grants.some(({ role, cell }) => anyone.has(role) && cell.kind !== 'no');
}

/** A form whose route names its record edits it; any other creates one. */
function updatesOnForm(screen: Model['screens'][number]): boolean {
  return screen.parameters.some((parameter) => parameter.entity === screen.entity);
}

function isOwned({ entities }: Model, entity: string): boolean {
  return entities.some(({ name, owner }) => name === entity && owner !== null);
}

function whyNot(model: Model, possible: Possible, entity: string, action: ScreenAction): string | null {
  if (action.kind === 'link') return null;
  if (action.kind === 'create from') {
    return possible.does(action.entity, 'create') ? null : `point 6 lets nobody create ${action.entity}`;
  }
  if (action.kind !== 'event') {
    if (action.kind === 'import' && isOwned(model, entity))
      return `${entity} is written with its parent, and has no file of its own`;
    const missing = ACTIONS_OF[action.kind].find((needed) => !possible.does(entity, needed));
    return missing === undefined ? null : `point 6 lets nobody ${missing} ${entity}`;
  }
  const workflow = model.states.find((other) => other.entity === entity);
  const rows = workflow?.events.find((other) => other.name === action.event)?.transitions ?? [];
  const people = rows.some(
    // Who takes a row whose `by` is not shown is a gap.
    ({ by, open }) =>
      open.some((clause) => clause.endsWith('.by')) ||
      by.some((actor) => actor.kind === 'field' || (actor.kind === 'role' && possible.holds(actor.role))),
  );
  if (people || rows.length === 0) return null;
  return rows.some(({ by }) => by.length > 0)
    ? 'only the product itself takes it (point 4, `by`)'
    : 'nobody takes it (point 4, `by`)';
}
