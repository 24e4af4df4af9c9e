import { createClient, type ProductView } from '@nonet/client';
import { readersLocale } from '@nonet/language';
import { writeTitle } from '../format/title.ts';
import { askToConfirm } from './confirmation.ts';
import { preferences } from './preferences.ts';

export const client = createClient({
  baseUrl: '',
  confirm: askToConfirm,
  // The language of the words on the screen, with the region of whoever sits there, which its name alone would leave out.
  language: () => {
    const language = preferences().language ?? answered?.locale ?? null;
    return language === null ? null : readersLocale(language, navigator.languages);
  },
  title: localTitle,
});

/** A title as it is shown: its dates as the reader's language writes them. */
export function localTitle(title: string): string {
  if (answered === null) return title;
  const { language, timeZone } = preferences();
  const locale = readersLocale(language ?? answered.locale, navigator.languages);
  return writeTitle(title, locale, timeZone ?? answered.timeZone);
}

/** The settings that the product was last answered with; null as long as the browser's own preferences decide the language. */
let answered: ProductView['settings'] | null = null;

/** What the product is, in the language that is preferred: all that is asked afterwards is asked in that one. */
export async function askProduct(signal: AbortSignal): Promise<ProductView> {
  answered = null;
  const product = await client.product(signal);
  answered = product.settings;
  return product;
}
