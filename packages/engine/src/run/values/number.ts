import { message } from '@nonet/language';
import { invalid, stored, type ValueReader } from './reading.ts';

const EXACT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const LONGEST = 200;

/** A JSON number within ±(2^53−1); a string of digits is read too, for forms and CSV. */
export const readInteger: ValueReader = (value, field) => {
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === '') return stored(null);
  const number = typeof text === 'string' && /^[+-]?\d{1,16}$/.test(text) ? Number(text) : text;
  if (typeof number !== 'number' || !Number.isInteger(number)) return invalid(message('whole', { label: field.label }));
  if (!Number.isSafeInteger(number)) return invalid(message('beyondWhole', { label: field.label }));
  return stored(String(number));
};

/**
 * Never rounds silently: more places than the type has are an error, and so is a number that JSON can't carry exactly.
 */
export function readExact(
  scaleOf: (field: Parameters<ValueReader>[1], settings: Parameters<ValueReader>[2]) => number | null,
): ValueReader {
  return (value, field, settings) => {
    const text = exactText(value);
    if (text === '') return stored(null);
    if (text === null) return invalid(message('number', { label: field.label }));
    const [whole = '', places = ''] = text.replace(/^[+-]/, '').split('.');
    const scale = scaleOf(field, settings);
    const significant = places.replace(/0+$/, '');
    if (scale !== null && significant.length > scale)
      return invalid(message('places', { label: field.label, places: scale }));
    const digits = whole.replace(/^0+/, '').length;
    const most = field.type.kind === 'decimal' ? field.type.precision - field.type.scale : 24;
    if (digits > most) return invalid(message('digits', { label: field.label, digits: most }));
    const sign = text.startsWith('-') && (digits > 0 || significant !== '') ? '-' : '';
    return stored(`${sign}${whole.replace(/^0+(?=\d)/, '') || '0'}${significant === '' ? '' : `.${significant}`}`);
  };
}

function exactText(value: unknown): string | null {
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' || (text.length <= LONGEST && EXACT.test(text)) ? text : null;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : null;
  // Up to 15 significant digits a JSON number and its decimal text mean the same.
  const text = String(value);
  return EXACT.test(text) && text.replace(/[^\d]/g, '').replace(/^0+/, '').length <= 15 ? text : null;
}

export const readDecimal = readExact((field) => (field.type.kind === 'decimal' ? field.type.scale : null));

/** With the minor digits of the currency: `money in JPY` has none. */
export const readMoney = readExact((field, settings) =>
  field.type.kind === 'money' && field.type.currency !== null
    ? currencyDigits(field.type.currency)
    : settings.currencyDigits,
);

export const readPercent = readExact(() => 12);

/** The minor digits of an ISO 4217 currency. */
export function currencyDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

export const readBoolean: ValueReader = (value, field) => {
  if (typeof value === 'boolean') return stored(value);
  return invalid(message('boolean', { label: field.label }));
};
