import {
  type Field,
  isStandardError,
  type Message,
  STANDARD_ERRORS,
  type StandardError,
  standardMessage,
  type Template,
} from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { constantValue } from '../sql/values.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import { formatValue } from './format.ts';

export interface Details {
  /** The clause that refuses. */
  readonly clause?: string | null;
  readonly errors?: readonly FieldError[];
  /** More exact words than the standard's; words of point 8 take precedence. */
  readonly words?: Message;
}

/**
 * A refusal of the language itself, in the words of point 8 if it states any for this error. For values that can't be
 * read (`INVALID`) the product's own words are added, because they say what could be read: for a field, or as an error
 * without a field.
 */
export function refuse(index: PlanIndex, code: StandardError, details: Details = {}): Refusal {
  const reworded = rewordedMessage(index, code, null);
  const clause = details.clause ?? null;
  const { words, errors = [] } = details;
  const isHidden = reworded !== null && code === 'INVALID' && errors.length === 0 && typeof words === 'object';
  return new Refusal({
    code,
    status: statusOf(index, code),
    words: reworded ?? words ?? standardMessage(code),
    clause,
    errors: isHidden ? [{ field: null, code, message: words, clause }] : errors,
  });
}

/** The status of an error of the catalogue or the language. */
export function statusOf(index: PlanIndex, code: string): number {
  const stated = index.error(code)?.status;
  return stated ?? (isStandardError(code) ? STANDARD_ERRORS[code].status : 422);
}

/** An error of one field: point 8's words, else `words`. */
export function fieldError(
  index: PlanIndex,
  code: StandardError,
  field: Field,
  path: string | null,
  words: Message,
): FieldError {
  return { field: path, code, message: rewordedMessage(index, code, field.label) ?? words, clause: field.clause };
}

/** An error of the language about a value: point 8's words for it, else its own. */
export function standardError(
  index: PlanIndex,
  code: StandardError,
  label: string | null,
): { readonly code: string; readonly message: Message } {
  return { code, message: rewordedMessage(index, code, label) ?? standardMessage(code) };
}

/** One refusal for several errors: the first has its status, and its words where it is alone. */
export function refuseFields(
  index: PlanIndex,
  errors: readonly FieldError[],
  confirm: readonly string[] = [],
): Refusal {
  const first = errors[0];
  if (first === undefined) throw new Error('A refusal needs an error.');
  return new Refusal({
    code: first.code,
    status: statusOf(index, first.code),
    words: errors.map((error) => error.message),
    clause: first.clause,
    errors,
    confirm,
  });
}

/** INVALID, with all unreadable values together. */
export function refuseInvalid(index: PlanIndex, errors: readonly FieldError[]): Refusal {
  return refuse(index, 'INVALID', {
    clause: errors[0]?.clause ?? null,
    errors,
    words: errors.map((error) => error.message),
  });
}

/**
 * The message of a standard error that the document states. `{key}` is the field's label, and constants are formatted
 * by the document's own region. Null if the document states none, or one for records alone.
 */
function rewordedMessage(index: PlanIndex, code: string, key: string | null): string | null {
  const template: Template | undefined = index.error(code)?.messages[''];
  if (template === undefined) return null;
  const parts = template.map((part) => {
    if (typeof part === 'string') return part;
    if (part.kind === 'variable') return key;
    if (part.kind !== 'constant') return null;
    return formatValue(constantValue(index, part.name), part.type, index.plan.settings);
  });
  return parts.includes(null) ? null : parts.join('');
}
