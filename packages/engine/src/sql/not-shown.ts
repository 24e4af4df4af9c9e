import type { Message } from '@nonet/language';
import { Refusal } from '../refusal.ts';

/** What names something that is not shown is refused when it is asked for. */
export function notShown(words: Message, clause?: string): Refusal {
  const place = clause === undefined ? {} : { clause };
  return new Refusal({ code: 'NOT_SPECIFIED', status: 501, words, ...place });
}
