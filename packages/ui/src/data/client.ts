import { createClient, type ProductView } from '@nonet/client';
import { readersLocale } from '@nonet/language';
import { writeTitle } from '../format/title.ts';
import { askToConfirm } from './confirmation.ts';
import { preferences, readersForm, readersTimeZone } from './preferences.ts';

export const client = createClient({
  baseUrl: '',
  confirm: askToConfirm,
  // The language of the words on the screen, with the user's region, which its name alone would leave out.
  language: () => {
    const language = preferences().language ?? answered?.locale ?? null;
    return language === null ? null : readersLocale(language, navigator.languages);
  },
  title: localTitle,
});

/** A title as it is shown: its dates as the reader's language writes them. */
export function localTitle(title: string): string {
  if (answered === null) return title;
  const preferred = preferences();
  const locale = readersForm(preferred.language ?? answered.locale, answered);
  return writeTitle(title, locale, readersTimeZone(answered, preferred), answered.timeZone);
}

/** The settings of the product's last answer; null while the browser's own preferences decide the language. */
let answered: ProductView['settings'] | null = null;

/**
 * The product as the page brought it, for its first screen; null where the reader prefers another language than the browser,
 * which the request of the page could not say, or where the page comes from elsewhere.
 */
export function broughtProduct(): ProductView | null {
  const text = document.getElementById('product')?.textContent;
  if (text === undefined || preferences().language !== null) return null;
  const product = JSON.parse(text) as ProductView;
  answered = product.settings;
  return product;
}

/** Loads the product in the preferred language; all later requests ask for that language, too. */
export async function askProduct(signal: AbortSignal): Promise<ProductView> {
  answered = null;
  const product = await client.product(signal);
  answered = product.settings;
  return product;
}
