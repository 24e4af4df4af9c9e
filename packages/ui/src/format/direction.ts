/** Languages whose script runs from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'nqo',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
]);
const RIGHT_TO_LEFT_SCRIPT = /^(?:Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Syrc|Thaa)$/;

/** The direction in which the text of a locale (BCP 47) runs. Some systems name locales otherwise (`en-US@posix`). */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...subtags] = locale.split(/[-_@.]/);
  const script = subtags.find((subtag) => /^[A-Z][a-z]{3}$/.test(subtag));
  const isRightToLeft = script === undefined ? RIGHT_TO_LEFT.has(language) : RIGHT_TO_LEFT_SCRIPT.test(script);
  return isRightToLeft ? 'rtl' : 'ltr';
}
