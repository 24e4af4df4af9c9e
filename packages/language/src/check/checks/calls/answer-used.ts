import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/**
 * 7: `then` uses the values that are read from an answer; otherwise an answer that lacks them fails the call for no
 * reason.
 */
export function checkAnswerUsed(model: Model, context: Context): void {
  for (const { name, clause, answer, when } of model.calls) {
    const span = context.placeOf(`${clause}.answer`);
    // `then` is read only if the cause is known.
    if (!span || when.length === 0 || model.gaps.some((gap) => gap.clause === `${clause}.then`)) continue;
    const names = answer.filter((part) => part.required).map((part) => part.name);
    // Searches the text, so that an expression that can't be parsed counts as a use.
    if (names.length === 0 || textAt(model, context, `${clause}.then`).includes('response.')) continue;
    if (textAt(model, context, `${clause}.goes_to`).includes('response.')) continue;
    context.report('N751', CALLS_CODES.N751, { call: name, names }, span, { clause });
  }
}

function textAt(model: Model, context: Context, clause: string): string {
  const span = context.placeOf(clause);
  const file = span && model.tree.files.find(({ path }) => path === span.file);
  return file?.text.slice(span?.start, span?.end) ?? '';
}
