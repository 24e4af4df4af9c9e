import type { Message } from './message.ts';
import { type Say, writingIn } from './say.ts';

/**
 * How messages are said in a locale (`nl-BE`), in the words of its language, or in English where there are none.
 * @param catalogues by language, each with all messages that will be said
 */
export function sayer(catalogues: {
  readonly en: object;
  readonly [language: string]: object;
}): (locale: string) => Say {
  return (locale) => {
    const language = locale.split('-')[0] ?? '';
    const known = Object.hasOwn(catalogues, language) ? language : 'en';
    const catalogue = catalogues[known] as Readonly<Record<string, Words>>;
    const say: Say = { ...writingIn(locale, known), message: (message) => sentence(catalogue, message, say) };
    return say;
  };
}

/** `message` has made sure that there are words for a message, and that its values fit them. */
type Words = string | ((values: object, say: Say) => string);

function sentence(catalogue: Readonly<Record<string, Words>>, message: Message, say: Say): string {
  if (typeof message === 'string') return message;
  if (!('key' in message)) return message.map((each) => sentence(catalogue, each, say)).join(' ');
  const words = catalogue[message.key];
  if (words === undefined) throw new Error(`There is no message ${message.key}.`);
  return typeof words === 'string' ? words : words(message.values ?? {}, say);
}
