import type { Message } from './message.ts';
import { type MessageFormat, writingIn } from './message-format.ts';

/**
 * The formats of messages by locale (`nl-BE`): in the words of its language, or in English if there are none.
 * @param catalogues by language, each with all messages that will be formatted
 */
export function messageFormats(catalogues: {
  readonly en: object;
  readonly [language: string]: object;
}): (locale: string) => MessageFormat {
  return (locale) => {
    const language = locale.split('-')[0] ?? '';
    const known = Object.hasOwn(catalogues, language) ? language : 'en';
    // Catalogues are objects with a name for each message, whatever their type says; `en` has them all.
    const catalogue = catalogues[known] as Readonly<Record<string, Words>>;
    const format: MessageFormat = {
      ...writingIn(locale, known),
      message: (message) => sentence(catalogue, message, format),
    };
    return format;
  };
}

/** `message` has made sure that there are words for a message, and that its values fit them. */
type Words = string | ((values: object, format: MessageFormat) => string);

function sentence(catalogue: Readonly<Record<string, Words>>, message: Message, format: MessageFormat): string {
  if (typeof message === 'string') return message;
  if (!('key' in message)) return message.map((each) => sentence(catalogue, each, format)).join(' ');
  const words = catalogue[message.key];
  if (words === undefined) throw new Error(`There is no message ${message.key}.`);
  return typeof words === 'string' ? words : words(message.values ?? {}, format);
}
