/**
 * The locale in which values are written for a reader: the language of the words around them, and the reader's own
 * region. Dutch people who read English see "21 Nov 2026" and "€ 1,234.50".
 * @param language of the words: `en`, `nl-BE`
 * @param readers the reader's locales, the most preferred first (`navigator.languages`)
 */
export function readersLocale(language: string, readers: readonly string[]): string {
  return withCommonForms(localeFor(language, readers));
}

/** The locale of these words in the form of a region (ISO 3166) that a reader has chosen; null: in that of `locale`. */
export function inRegion(locale: string, region: string | null | undefined): string {
  return region === null || region === undefined ? locale : readersLocale(locale, [`und-${region}`]);
}

/**
 * A locale with the digits and the calendar of the product, in which values are also entered: dates are of the Gregorian
 * calendar, and digits are 0 to 9. Some regions write others where nothing is said.
 */
function withCommonForms(locale: string): string {
  const { calendar, numberingSystem } = formsOf(new Intl.Locale(locale));
  if (calendar === 'gregory' && numberingSystem === 'latn') return locale;
  return new Intl.Locale(locale, { calendar: 'gregory', numberingSystem: 'latn' }).toString();
}

/** Methods of a locale that not all browsers have. */
interface LocaleForms {
  getCalendars?(): readonly string[];
  getNumberingSystems?(): readonly string[];
}

/** The calendar and the digits of a locale. Making a format to find out takes fifty times as long. */
function formsOf(locale: Intl.Locale & LocaleForms): { readonly calendar?: string; readonly numberingSystem?: string } {
  const [calendar] = locale.getCalendars?.() ?? [];
  const [numberingSystem] = locale.getNumberingSystems?.() ?? [];
  return calendar !== undefined && numberingSystem !== undefined
    ? { calendar, numberingSystem }
    : new Intl.DateTimeFormat(locale.toString()).resolvedOptions();
}

function localeFor(language: string, readers: readonly string[]): string {
  const words = new Intl.Locale(language);
  const known = readers.flatMap((reader) => localeOf(reader) ?? []);
  const own = known.find((reader) => reader.language === words.language && reader.region);
  if (own) return own.toString();
  const region = known.find((reader) => reader.region)?.region ?? words.region;
  if (region) return new Intl.Locale(words.baseName, { region }).toString();
  // English of nowhere is not that of the United States.
  return words.language === 'en' ? 'en-001' : words.toString();
}

function localeOf(text: string): Intl.Locale | null {
  try {
    return new Intl.Locale(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
