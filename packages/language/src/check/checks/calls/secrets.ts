import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { uses } from '../../derived/uses.ts';
import { constantsOf } from '../../resolve/walk.ts';

/** 7: Secrets stand only in the headers or the body of a call; read anywhere else they could be shown. */
export function checkSecrets(model: Model, context: Context): void {
  const secrets = new Set(model.constants.filter(({ value }) => value.kind === 'secret').map(({ name }) => name));
  if (secrets.size === 0) return;
  for (const { expression, where, clause } of uses(model)) {
    for (const name of constantsOf(expression)) {
      const span = context.placeOf(clause);
      if (secrets.has(name) && span) context.report('N711', CALLS_CODES.N711, { name, where }, span, { clause });
    }
  }
}
