import { inRegion, MESSAGE_LANGUAGES, readersLocale, type MessageFormat, messageFormatIn } from '@nonet/language';
import type { FastifyRequest } from 'fastify';
import type { Running } from '../product.ts';

/**
 * The product in the language that a request prefers (`Accept-Language`) among those of the document; in the document's
 * own language if none fits, or if that comes first.
 */
export function inAskedLanguage(running: Running, header: string | undefined): Running {
  if (running.languages.length === 0 || header === undefined) return running;
  const own = running.ownLanguage.toLowerCase();
  const language = preferred(own, running.languages, preferences(header));
  return language === own ? running : running.inLanguage(language);
}

/** The product in a language that the document itself names: that of its labels which fits, else its own. */
export function inDocumentLanguage(running: Running, language: string | null): Running {
  const asked = language?.toLowerCase();
  const found = asked === undefined ? undefined : running.languages.find((each) => matches(each, asked));
  return running.inLanguage(found ?? running.ownLanguage);
}

/**
 * The locale (BCP 47) of a request's messages: the preferred language among those of the document and of the product's
 * messages, with the region that its sender has chosen (9, PERSONAL_REGION), or else the request names. The document's
 * `LOCALE` if the request has no preference.
 */
export function askedLocale(running: Running | null, header: string | undefined, region?: string | null): string {
  const own = running?.ownLanguage ?? 'en';
  if (header === undefined) return inRegion(own, region);
  const ranges = preferences(header);
  const language = preferred(own.toLowerCase(), [...(running?.languages ?? []), ...MESSAGE_LANGUAGES], ranges);
  return inRegion(readersLocale(language, ranges), region);
}

/** The formats of the product's own messages for the sender of a request. */
export function messageFormatFor(request: FastifyRequest): MessageFormat {
  return messageFormatIn(askedLocale(request.running, request.headers['accept-language'], request.account?.region));
}

/** The first of the ranges that a language serves, in that language; `own` where it is that, any, or none. */
function preferred(own: string, others: readonly string[], ranges: readonly string[]): string {
  for (const range of ranges) {
    if (range === '*' || matches(own, range)) return own;
    const language = others.find((candidate) => matches(candidate, range));
    if (language !== undefined) return language;
  }
  return own;
}

/** The ranges of the header, the most preferred first; what is not wanted (`q=0`) is left out. */
function preferences(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(',')
    .map((item) => {
      const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { range, quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ range, quality }) => range !== '' && quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ range }) => range);
}

/** Whether a language serves a range: `nl` serves `nl-BE`, and `pt-br` serves `pt`. */
function matches(language: string, range: string): boolean {
  const [languageOnly] = language.split('-');
  const [rangeOnly] = range.split('-');
  return language === range || languageOnly === range || language === rangeOnly;
}
