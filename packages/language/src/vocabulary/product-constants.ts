import { isReadableColour } from './colour.ts';
import { isCurrency } from './units.ts';
import { WEEKDAYS } from './weekdays.ts';

/** A constant that the product itself reads (9). */
export interface ProductConstant {
  readonly type: 'text' | 'integer' | 'duration' | 'rate' | 'size' | 'list';
  /** Its kind in words: "a whole number from 1". */
  readonly form: string;
  readonly example: string;
  /** Whether a literal value of the right type is allowed, if its type is not the only condition. */
  readonly fits?: (value: unknown) => boolean;
  /** For a text from a closed list: the name of the list, and its members for suggestions. */
  readonly oneOf?: {
    readonly what: string;
    readonly includes: (text: string) => boolean;
    readonly members: () => readonly string[];
  };
}

const count = (most: number): Pick<ProductConstant, 'type' | 'form' | 'fits'> => ({
  type: 'integer',
  form: `a whole number from 1 to ${most}`,
  fits: (value) => typeof value === 'number' && value >= 1 && value <= most,
});
const rate: Pick<ProductConstant, 'type' | 'form'> = { type: 'rate', form: 'a rate' };
const size: Pick<ProductConstant, 'type' | 'form'> = { type: 'size', form: 'a size' };
const words: Pick<ProductConstant, 'type' | 'form'> = { type: 'text', form: 'a text in quotes' };

const ALLOWED_OR_REFUSED: ProductConstant['oneOf'] = {
  what: '"allowed" or "refused"',
  includes: (value) => value === 'allowed' || value === 'refused',
  members: () => ['allowed', 'refused'],
};

export const PRODUCT_CONSTANTS: Readonly<Record<string, ProductConstant>> = {
  CURRENCY: {
    ...words,
    example: '"EUR"',
    oneOf: { what: 'the code of a currency', includes: isCurrency, members: () => Intl.supportedValuesOf('currency') },
  },
  LOCALE: { ...words, example: '"en"', oneOf: { what: 'a language tag', includes: isLocale, members: () => [] } },
  TIME_ZONE: {
    ...words,
    example: '"Europe/Amsterdam"',
    oneOf: { what: 'a time zone', includes: isTimeZone, members: () => Intl.supportedValuesOf('timeZone') },
  },
  PERSONAL_TIME_ZONE: { ...words, example: '"allowed"', oneOf: ALLOWED_OR_REFUSED },
  PERSONAL_REGION: { ...words, example: '"allowed"', oneOf: ALLOWED_OR_REFUSED },
  PAGE_SIZE: { ...count(1000), example: '25' },
  MAX_PAGE_SIZE: { ...count(10_000), example: '100' },
  MAX_UPLOAD: { ...size, example: '10 MB' },
  MAX_BODY: { ...size, example: '1 MB' },
  SESSION_LENGTH: { type: 'duration', form: 'a duration', example: '12 hours' },
  SESSION_IDLE: { type: 'duration', form: 'a duration', example: '30 minutes' },
  NOTICES_KEPT: { type: 'duration', form: 'a duration', example: '90 days' },
  DIGEST_TIME: {
    ...words,
    example: '"07:00"',
    oneOf: { what: 'a time of the day', includes: isTimeOfDay, members: () => [] },
  },
  BRAND_NAME: { ...words, example: '"Village library"' },
  BRAND_COLOUR: {
    ...words,
    example: '"#1f6ba1"',
    oneOf: {
      what: 'a colour such as "#1f6ba1" on which white can be read (a contrast of 4.5)',
      includes: isReadableColour,
      members: () => [],
    },
  },
  BRAND_LOGO: {
    ...words,
    example: '"data:image/svg+xml;base64,…"',
    oneOf: {
      what: 'a picture of at most 64 KiB: "data:image/svg+xml;base64,…", or of a PNG',
      includes: isPicture,
      members: () => [],
    },
  },
  LOGIN_ATTEMPTS: { ...rate, example: '10 per hour' },
  PASSWORD_LENGTH: { ...count(128), example: '12' },
  COMMON_PASSWORDS: {
    ...words,
    example: '"refused"',
    oneOf: {
      what: '"refused" or "allowed"',
      includes: (value) => value === 'refused' || value === 'allowed',
      members: () => ['refused', 'allowed'],
    },
  },
  REQUESTS_PER_MINUTE: { ...rate, example: '600 per minute' },
  WORKING_DAYS: {
    type: 'list',
    form: 'a list of days of the week, at least one, each once',
    example: '["monday", "tuesday"]',
    fits: (value) => Array.isArray(value) && value.length > 0 && areDifferent(value) && value.every(isWeekday),
  },
  HOLIDAYS: {
    type: 'list',
    form: 'a list of dates, each once',
    example: '["2026-12-25"]',
    fits: (value) => Array.isArray(value) && areDifferent(value) && value.every(isDate),
  },
};

function isWeekday(value: unknown): boolean {
  return WEEKDAYS.includes(value);
}

function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function areDifferent(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function isTimeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** As base64: a third longer than what it holds. */
const LONGEST_PICTURE = 87_400;

function isPicture(text: string): boolean {
  return text.length <= LONGEST_PICTURE && /^data:image\/(?:svg\+xml|png);base64,[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** The zones that were asked for and exist: finding out takes as long as checking many lines. */
const timeZones = new Set<string>();

/** Whether it names a time zone of the IANA database: `Europe/Lisbon`, `UTC`; not an offset such as `+01:00`. */
export function isTimeZone(zone: string): boolean {
  if (timeZones.has(zone)) return true;
  try {
    const exists =
      new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(zone);
    if (exists) timeZones.add(zone);
    return exists;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
