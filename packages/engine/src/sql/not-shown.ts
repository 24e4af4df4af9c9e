import { type Field, message, type Message } from '@nonet/language';
import { Refusal } from '../refusal.ts';

/** The refusal of a request that names something which is not shown. */
export function notShown(words: Message, clause?: string): Refusal {
  const place = clause === undefined ? {} : { clause };
  return new Refusal({ code: 'NOT_SPECIFIED', status: 501, words, ...place });
}

/**
 * Refuses a key that names a field which holds nothing: its type, or something that it is computed from, is not shown.
 */
export function fieldNotShown({ label, clause, gap }: Field): Refusal {
  return gap === undefined
    ? notShown(message('typeNotShown', { label }), clause)
    : notShown(message('notShown', { what: label }), gap);
}
