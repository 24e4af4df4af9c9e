import { ERRORS_CODES } from '../../../diagnostics/codes/errors.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Model } from '../../../model/model.ts';
import { isStandardError } from '../../../vocabulary/standard-errors.ts';
import type { Context } from '../../context.ts';
import { raisersOf } from '../../resolve/errors/raised.ts';

/** 8: Every error that a rule or an event raises has its row in the catalogue. */
export function checkInCatalogue(model: Model, context: Context): void {
  if (model.openPoints.includes('errors')) return;
  const codes = model.errors.map((error) => error.code);
  for (const { code, name, clause } of raisersOf(model.rules, model.states)) {
    if (codes.includes(code) || isStandardError(code)) continue;
    const span = context.placeOf(clause);
    if (!span) continue;
    const details = { code, clause: name, nearest: nearest(code, codes) };
    context.report('N806', ERRORS_CODES.N806, details, span, { clause });
  }
}
