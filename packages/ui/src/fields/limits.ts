import type { FieldView } from '@nonet/client';
import { formatValue, type Format } from '../format/format.ts';
import { isDuration } from '../format/duration.ts';
import { textOf } from '../format/text-of.ts';
import { isDate } from '../format/typed-date.ts';
import { isTime } from '../format/typed-time.ts';
import { isInstant, isLocal } from '../format/zone.ts';
import type { Words } from '../words/en.ts';

const TEXTS: ReadonlySet<string> = new Set(['text', 'long text', 'markdown', 'email', 'url', 'phone', 'secret']);
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent']);
type FormWords = 'notADate' | 'notATime' | 'notADateTime' | 'notADuration' | 'notAnEmail' | 'notAUrl' | 'notAPhone';

/** What a value on the wire is by its kind, and the words for what is none. No form is closer than the product's own. */
const FORMS: Readonly<Record<string, { is: (value: string) => boolean; words: FormWords }>> = {
  date: { is: isDate, words: 'notADate' },
  time: { is: isTime, words: 'notATime' },
  datetime: { is: isInstant, words: 'notADateTime' },
  duration: { is: isDuration, words: 'notADuration' },
  email: { is: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value.trim()), words: 'notAnEmail' },
  url: { is: isWebAddress, words: 'notAUrl' },
  phone: { is: (value) => /^\+?[\d ().-]{4,}$/.test(value.trim()), words: 'notAPhone' },
};

function isWebAddress(value: string): boolean {
  const text = value.trim();
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '';
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const PERCENT_PLACES = 12;

/** What a value on the wire breaks of its field's length or range (3), in the words of the one who types; null: nothing. */
export function brokenLimit(
  stated: FieldView,
  value: unknown,
  words: Words,
  format: Format,
  typing = false,
): string | null {
  // What is still being typed may become longer or larger.
  const field = typing ? { ...stated, minimum: null } : stated;
  if (value === null || value === undefined) return null;
  if (field.kind === 'datetime' && isLocal(textOf(value))) return words.skippedTime(field.label);
  const form = FORMS[field.kind];
  if (form && !typing && !form.is(textOf(value))) return words[form.words](field.label);
  if (TEXTS.has(field.kind) && typeof value === 'string') {
    return brokenCount(field, [...value.trim().normalize('NFC')].length, words.characters, words);
  }
  if (field.kind === 'children' && Array.isArray(value)) return brokenCount(field, value.length, words.rows, words);
  if (!NUMBERS.has(field.kind)) return null;
  const text = textOf(value);
  if (!DECIMAL.test(text)) return typing ? null : words.notANumber(field.label);
  const places = placesOf(field);
  if ((text.split('.')[1] ?? '').replace(/0+$/, '').length > places)
    return places === 0 ? words.notWhole(field.label) : words.tooPrecise(field.label, typedPlaces(field));
  const show = (bound: string) => formatValue(format, field, bound);
  if (field.minimum !== null && compare(text, field.minimum) < 0) return words.tooLow(field.label, show(field.minimum));
  if (field.maximum !== null && compare(text, field.maximum) > 0)
    return words.tooHigh(field.label, show(field.maximum));
  return null;
}

/** The decimal places that a number on the wire may have. */
function placesOf({ kind, scale }: FieldView): number {
  if (kind === 'integer') return 0;
  if (kind === 'percent') return PERCENT_PLACES;
  return scale ?? Number.POSITIVE_INFINITY;
}

/** The decimal places with which it is typed: 21.5 % is 0.215. */
export function typedPlaces(field: FieldView): number {
  return field.kind === 'percent' ? PERCENT_PLACES - 2 : placesOf(field);
}

function brokenCount(field: FieldView, count: number, unit: (count: number) => string, words: Words): string | null {
  const [minimum, maximum] = [field.minimum, field.maximum].map((bound) => (bound === null ? null : Number(bound)));
  if (typeof minimum === 'number' && count < minimum) return words.tooFew(field.label, unit(minimum));
  if (typeof maximum === 'number' && count > maximum) return words.tooMany(field.label, unit(maximum));
  return null;
}

/** The order of two plain decimals, exactly. */
function compare(one: string, other: string): number {
  const places = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  };
  const difference = scaled(one) - scaled(other);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether a value says what its field asks for, so that a rule can be judged by it. */
export function isWhole(field: FieldView, value: unknown): boolean {
  if (value === null || value === undefined) return !field.required;
  if (field.kind === 'integer') return typeof value === 'number' && Number.isSafeInteger(value);
  if (NUMBERS.has(field.kind)) return DECIMAL.test(textOf(value));
  return FORMS[field.kind]?.is(textOf(value)) ?? true;
}
