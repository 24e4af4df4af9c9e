import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { derivesSignIn, isAllBehindSignIn, SIGN_IN_ROUTE } from '../../derived/sign-in.ts';

/** 2: If every screen needs a sign-in and the document states none, a hint says that one is derived. */
export function checkSignIn(model: Model, context: Context): void {
  if (!derivesSignIn(model) || !isAllBehindSignIn(model)) return;
  const span = context.tree.points.screens?.heading.span;
  if (span) context.report('N262', SCREENS_CODES.N262, { route: SIGN_IN_ROUTE }, span, { clause: '2' });
}
