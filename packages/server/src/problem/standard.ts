import { type FieldError, Refusal } from '@nonet/engine';
import { message, type Message, type Plan, STANDARD_ERRORS, type StandardError } from '@nonet/language';

/**
 * A standard error (8) as the server itself raises it: in the document's words where point 8 rewords it, unless `words`
 * say more. Where it does not, and without a plan, `otherwise` or the product's own words stand.
 */
export function standardRefusal(
  plan: Plan | null,
  code: StandardError,
  more: { words?: Message; otherwise?: Message; clause?: string | null; errors?: readonly FieldError[] } = {},
): Refusal {
  const stated = plan?.errors.find((error) => error.code === code);
  const template = stated?.messages[''];
  const reworded = template?.every((part) => typeof part === 'string') ? template.join('') : null;
  return new Refusal({
    code,
    status: stated?.status ?? STANDARD_ERRORS[code].status,
    words: more.words ?? reworded ?? more.otherwise ?? message('standard', { code }),
    clause: more.clause ?? null,
    ...(more.errors ? { errors: more.errors } : {}),
  });
}

/** One key of a request that can not be read. */
export function invalidKey(field: string, words: Message): FieldError {
  return { field, code: 'INVALID', message: words, clause: null };
}

/** What the document leaves open at `clause` was asked for. */
export function notSpecified(plan: Plan, clause: string): Refusal {
  return standardRefusal(plan, 'NOT_SPECIFIED', { clause });
}
