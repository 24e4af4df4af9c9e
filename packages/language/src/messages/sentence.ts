import { type Catalogue, MESSAGES } from './catalogue.ts';
import type { Message } from './message.ts';
import { type Say, writingIn } from './say.ts';

/** How messages are said in a locale (`nl-BE`): in the words of its language, or in English where there are none. */
export function sayIn(locale: string): Say {
  const language = locale.split('-')[0] ?? '';
  const known = isKnown(language) ? language : 'en';
  const say: Say = {
    ...writingIn(locale, known),
    message: (message) => sentence(MESSAGES[known], message, say),
  };
  return say;
}

function isKnown(language: string): language is keyof typeof MESSAGES {
  return Object.hasOwn(MESSAGES, language);
}

function sentence(catalogue: Catalogue, message: Message, say: Say): string {
  if (typeof message === 'string') return message;
  if (!('key' in message)) return message.map((each) => sentence(catalogue, each, say)).join(' ');
  // That there is such a message, and which values go with it, `message` has seen to.
  const words = catalogue[message.key as keyof Catalogue] as string | ((values: object, say: Say) => string);
  return typeof words === 'string' ? words : words(message.values ?? {}, say);
}
