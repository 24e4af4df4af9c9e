import { type FieldError, indexPlan, type PlanIndex, Refusal, type RefusalDetails, refuse } from '@nonet/engine';
import { type Message, type Plan, STANDARD_ERRORS, type StandardError, standardMessage } from '@nonet/language';

/**
 * A standard error (8) as the server itself raises it: as the engine does if there is a plan, else in the product's
 * words.
 */
export function standardRefusal(plan: Plan | null, code: StandardError, details: RefusalDetails = {}): Refusal {
  if (plan !== null) return refuse(indexOf(plan), code, details);
  const { words = standardMessage(code), ...more } = details;
  return new Refusal({ code, status: STANDARD_ERRORS[code].status, words, ...more });
}

const indexes = new WeakMap<Plan, PlanIndex>();

/** The plan by name, with the environment that engines read where nothing else is given. */
function indexOf(plan: Plan): PlanIndex {
  const known = indexes.get(plan);
  if (known !== undefined) return known;
  const index = indexPlan(plan, process.env);
  indexes.set(plan, index);
  return index;
}

/** One key of a request that can not be read. */
export function invalidKey(field: string, words: Message): FieldError {
  return { field, code: 'INVALID', message: words, clause: null };
}

/** The problem of a request for something that the document leaves open at `clause`. */
export function notSpecified(plan: Plan, clause: string): Refusal {
  return standardRefusal(plan, 'NOT_SPECIFIED', { clause });
}
