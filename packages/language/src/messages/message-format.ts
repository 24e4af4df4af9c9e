import type { Message } from './message.ts';

/** The forms of a counted word; the one of CLDR's category if there is one, else `other`. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The format of a message's values for its reader. */
export interface MessageFormat {
  /** `1,000` */
  number(value: number): string;
  /** `1 character`, `1,000 characters` */
  count(value: number, words: Counted): string;
  /** An exact number: `12000.5` → `12,000.5`; in `EUR` `€12,000.50`, in `%` `0.125` → `12.5%`. */
  amount(value: string, unit: string | null): string;
  /** Bytes: `10485760` → `10 MB`. */
  size(bytes: number): string;
  and(items: readonly string[]): string;
  or(items: readonly string[]): string;
  /** A message within another. */
  message(message: Message): string;
}

type Writing = Omit<MessageFormat, 'message'>;

/** Grouped from five digits on: 1974 may be a year. */
const PLAIN = { maximumFractionDigits: 12, useGrouping: 'min2' } as const;
const PERCENT = { style: 'percent', maximumFractionDigits: 10 } as const;

/**
 * @param locale of numbers: `nl-BE`
 * @param language of the words around them, whose plural forms and conjunctions they have: `nl`
 */
export function writingIn(locale: string, language: string): Writing {
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const list = (type: Intl.ListFormatType) => (items: readonly string[]) =>
    new Intl.ListFormat(language, { type }).format(items);
  return {
    number,
    count: (value, words) => {
      const form = new Intl.PluralRules(language).select(value);
      return `${number(value)} ${words[form] ?? words.other}`;
    },
    amount: (value, unit) => {
      const style = unit === null ? PLAIN : unit === '%' ? PERCENT : ({ style: 'currency', currency: unit } as const);
      // Intl reads the digits of a string exactly.
      return new Intl.NumberFormat(locale, style).format(value as Intl.StringNumericLiteral);
    },
    size: (bytes) => formatSize(bytes, locale),
    and: list('conjunction'),
    or: list('disjunction'),
  };
}

/** `10485760` → "10 MB". */
export function formatSize(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const base = bytes % 1000 === 0 ? 1000 : 1024;
  const power = units.findLastIndex((_, place) => place === 0 || bytes >= base ** place);
  const unit = units[power] ?? 'byte';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    bytes / base ** power,
  );
}
