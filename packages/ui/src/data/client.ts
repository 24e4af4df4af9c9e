import { createClient, type ProductView } from '@nonet/client';
import { readersLocale } from '@nonet/language';
import { askToConfirm } from './confirmation.ts';
import { preferences } from './preferences.ts';

export const client = createClient({
  baseUrl: '',
  confirm: askToConfirm,
  // The language of the words on the screen, with the region of whoever sits there, which its name alone would leave out.
  language: () => {
    const language = preferences().language ?? answered;
    return language === null ? null : readersLocale(language, navigator.languages);
  },
});

/** The language that the product was last answered in; null as long as the browser's own preferences decide. */
let answered: string | null = null;

/** What the product is, in the language that is preferred: all that is asked afterwards is asked in that one. */
export async function askProduct(signal: AbortSignal): Promise<ProductView> {
  answered = null;
  const product = await client.product(signal);
  answered = product.settings.locale;
  return product;
}
