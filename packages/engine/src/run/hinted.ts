import { message, type Message } from '@nonet/language';

/** A message with the offer of a name that might have been meant, if there is one. */
export function hinted(words: Message, near: string | null): Message {
  return near === null ? words : [words, message('didYouMean', { name: near })];
}
