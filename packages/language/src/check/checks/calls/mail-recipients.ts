import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { printExpression } from '../../../expression/print.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** 7: An address of a mail is a field of the type `email`; what a text holds need not be one. */
export function checkMailRecipients(model: Model, context: Context): void {
  for (const { name, clause, mail } of model.calls) {
    const span = context.placeOf(`${clause}.to`);
    if (mail === null || !span) continue;
    for (const to of mail.to) {
      const type = to.kind === 'address' ? typeOfField(model, to.address) : null;
      if (to.kind !== 'address' || type === null || type === 'email') continue;
      const details = { name, text: printExpression(to.address), type: `\`${type}\`` };
      context.report('N757', CALLS_CODES.N757, details, span, { clause });
    }
  }
}

/** The type of a field, as the document calls it; null for anything else. */
function typeOfField(model: Model, expression: Expression): string | null {
  if (expression.kind !== 'field' || expression.of.type.kind !== 'record') return null;
  const { entity } = expression.of.type;
  const fields = model.entities.find((other) => other.name === entity)?.fields ?? [];
  return fields.find(({ name }) => name === expression.field)?.type.kind ?? null;
}
