import { readersLocale } from '@nonet/language';
import type { Running } from '../product.ts';

/**
 * The product in the words that a request asks for (`Accept-Language`): of the languages that the document has, the one
 * that is preferred most; the document's own where none of them is, or it comes first.
 */
export function inAskedLanguage(running: Running, header: string | undefined): Running {
  if (running.languages.length === 0 || header === undefined) return running;
  const own = running.plan.settings.locale.toLowerCase();
  for (const range of preferences(header)) {
    if (range === '*' || matches(own, range)) return running;
    const language = running.languages.find((candidate) => matches(candidate, range));
    if (language !== undefined) return running.inLanguage(language);
  }
  return running;
}

/** In whose way values stand in what this request is told: that of the region that it asks for; undefined: it names none. */
export function askedLocale(running: Running, header: string | undefined): string | undefined {
  return header === undefined ? undefined : readersLocale(running.plan.settings.locale, preferences(header));
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
