import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { possibleIn } from '../../derived/possible.ts';
import { nameOf, nameOfAsked, whyNotAsked, whyNotSaved, whyNotTaken } from '../../derived/screen-actions.ts';

/** 2: An action that nobody who opens the screen could ever take is an error. */
export function checkDoableActions(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  for (const screen of model.screens) {
    const { entity } = screen;
    for (const asked of screen.given?.does ?? []) {
      const why = whyNotAsked(model, possible, asked);
      const span = context.placeOf(asked.clause);
      if (why === null || !span) continue;
      context.report('N220', SCREENS_CODES.N220, { action: nameOfAsked(asked), why }, span, { clause: asked.clause });
    }
    if (entity === null) continue;
    for (const action of screen.actions) {
      const why = whyNotTaken(model, possible, entity, action);
      const span = context.placeOf(action.clause);
      if (why === null || !span) continue;
      context.report('N220', SCREENS_CODES.N220, { action: nameOf(action), why }, span, { clause: action.clause });
    }
    if (screen.kind === 'sign up' && !maySignUp(model)) {
      const span = context.placeOf(screen.clause);
      const why = { action: 'create', entity: 'User', isSignedOut: true } as const;
      if (span) context.report('N220', SCREENS_CODES.N220, { action: 'sign up', why }, span, { clause: screen.clause });
    }
    const why = whyNotSaved(possible, screen);
    const span = context.placeOf(screen.clause);
    if (why !== null && span)
      context.report('N220', SCREENS_CODES.N220, { action: 'save', why }, span, { clause: screen.clause });
  }
}

/** 2: Who signs up is not signed in, and creates a User. A gap is refused until it is stated. */
function maySignUp({ roles, permissions }: Model): boolean {
  const anyone = new Set(roles.filter(({ given }) => given.kind === 'anyone').map(({ name }) => name));
  const grants = permissions.find(({ entity }) => entity === 'User')?.actions?.create ?? [];
  return grants.some(({ role, cell }) => anyone.has(role) && cell.kind !== 'no');
}
