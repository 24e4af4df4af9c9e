import { createClient } from '@nonet/client';
import { readersLocale } from '@nonet/language';
import { askToConfirm } from './confirmation.ts';
import { preferences } from './preferences.ts';

export const client = createClient({
  baseUrl: '',
  confirm: askToConfirm,
  // With the region of whoever sits there, which the name of a language alone would leave out.
  language: () => {
    const { language } = preferences();
    return language === null ? null : readersLocale(language, navigator.languages);
  },
});
