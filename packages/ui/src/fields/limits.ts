import type { FieldView, ProductView } from '@nonet/client';
import {
  type FieldKind,
  type FormedText,
  fieldMessageFormatIn,
  hasValue,
  type KindOfValue,
  type Message,
  message,
} from '@nonet/language';
import { isDuration } from '../format/duration.ts';
import type { Format } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { isDate, isTime } from '../format/is-moment.ts';
import { isInstant, isLocal } from '../format/zone.ts';
import type { Words } from '../words/en.ts';

type Formed = FormedText | KindOfValue<'date' | 'time' | 'datetime' | 'duration'>;

interface Form {
  readonly is: (value: string) => boolean;
  readonly words: (label: string, words: Words) => Message;
}

/**
 * The form of each kind's value on the wire, and the message for other text. A form never checks more strictly than the
 * product.
 */
const FORMS: Readonly<Record<Formed, Form>> = {
  // People type these in the form of their region, and not as on the wire.
  date: { is: isDate, words: (label, words) => words.notADate(label) },
  time: { is: isTime, words: (label, words) => words.notATime(label) },
  datetime: { is: isInstant, words: (label, words) => words.notADateTime(label) },
  duration: { is: isDuration, words: (label, words) => words.notADuration(label) },
  email: {
    is: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value.trim()),
    words: (label) => message('email', { label }),
  },
  url: { is: isWebAddress, words: (label) => message('url', { label }) },
  phone: { is: (value) => /^\+?[\d ().-]{4,}$/.test(value.trim()), words: (label) => message('phone', { label }) },
};

function formOf({ kind }: FieldView): Form | null {
  const forms: Readonly<Partial<Record<FieldKind, Form>>> = FORMS;
  return forms[kind] ?? null;
}

/** The words of errors: the document's, if it rewords an error, otherwise the product's own. */
export interface Wording {
  readonly words: Words;
  readonly format: Pick<Format, 'locale'>;
  readonly settings: Pick<ProductView['settings'], 'rewordings' | 'currency'>;
}

function wordsFor(by: Wording, code: string, label: string, words: Message): string {
  const reworded = by.settings.rewordings[code]?.map((part) => part ?? label).join('');
  return reworded ?? fieldMessageFormatIn(by.format.locale).message(words);
}

/** The message that a required value is missing. */
export function missing({ label }: FieldView, by: Wording): string {
  return wordsFor(by, 'REQUIRED', label, message('required', { label }));
}

function isWebAddress(value: string): boolean {
  const text = value.trim();
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '';
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const PERCENT_PLACES = 12;

/**
 * The error of a value on the wire that breaks its field's length or range (3), in the words of the person who types;
 * null: none.
 */
export function brokenLimit(stated: FieldView, value: unknown, by: Wording, typing = false): string | null {
  // A value that is still being typed may become longer or larger.
  const field = typing ? { ...stated, minimum: null } : stated;
  if (value === null || value === undefined) return null;
  const { label } = field;
  const { words } = by;
  if (field.kind === 'datetime' && isLocal(textOf(value))) return words.skippedTime(label);
  const form = formOf(field);
  if (form && !typing && !form.is(textOf(value))) return wordsFor(by, 'INVALID', label, form.words(label, words));
  if (hasValue(field, 'text', 'secret') && typeof value === 'string')
    return brokenCount(field, [...value.trim().normalize('NFC')].length, 'character', by);
  if (field.kind === 'children' && Array.isArray(value)) return brokenCount(field, value.length, 'entry', by);
  if (!hasValue(field, 'number')) return null;
  const text = textOf(value);
  if (!DECIMAL.test(text)) return typing ? null : wordsFor(by, 'INVALID', label, words.notANumber(label));
  const places = placesOf(field);
  if ((text.split('.')[1] ?? '').replace(/0+$/, '').length > places) {
    const most = typedPlaces(field);
    return wordsFor(
      by,
      'INVALID',
      label,
      places === 0 ? message('whole', { label }) : message('places', { label, places: most }),
    );
  }
  const { minimum, maximum } = field;
  const unit =
    field.kind === 'percent' ? '%' : field.kind === 'money' ? (field.currency ?? by.settings.currency) : null;
  if (minimum !== null && compare(text, minimum) < 0)
    return wordsFor(by, 'OUT_OF_RANGE', label, message('atLeast', { label, bound: minimum, unit }));
  if (maximum !== null && compare(text, maximum) > 0)
    return wordsFor(by, 'OUT_OF_RANGE', label, message('atMost', { label, bound: maximum, unit }));
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

function brokenCount(field: FieldView, count: number, of: 'character' | 'entry', by: Wording): string | null {
  const { label } = field;
  const [minimum, maximum] = [field.minimum, field.maximum].map((bound) => (bound === null ? null : Number(bound)));
  const exact = field.minimum === field.maximum ? 'exactly' : null;
  if (typeof minimum === 'number' && count < minimum)
    return wordsFor(by, 'TOO_SHORT', label, message(exact ?? 'atLeastLong', { label, bound: minimum, of }));
  if (typeof maximum === 'number' && count > maximum)
    return wordsFor(by, 'TOO_LONG', label, message(exact ?? 'atMostLong', { label, bound: maximum, of }));
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

/** Whether a value is complete and valid for its field, so that a rule can be judged by it. */
export function isWhole(field: FieldView, value: unknown): boolean {
  if (value === null || value === undefined) return !field.required;
  if (field.kind === 'integer') return typeof value === 'number' && Number.isSafeInteger(value);
  if (hasValue(field, 'number')) return DECIMAL.test(textOf(value));
  return formOf(field)?.is(textOf(value)) ?? true;
}
