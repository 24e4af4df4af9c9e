import type { Settings, Type } from '@nonet/language';
import Big from 'big.js';
import { currencyDigits } from '../run/values/number.ts';

/** A value in the wire's form: integers are numbers, other exact numbers strings with their scale. */
export function wireValue(value: unknown, type: Type, settings: Settings): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  switch (type.kind) {
    case 'money':
      return new Big(String(value)).toFixed(
        type.currency === null ? settings.currencyDigits : currencyDigits(type.currency),
      );
    case 'decimal':
      return type.scale === null ? new Big(String(value)).toFixed() : new Big(String(value)).toFixed(type.scale);
    case 'integer':
    case 'size': {
      const number = Number(value);
      return Number.isSafeInteger(number) ? number : String(value);
    }
    case 'list':
    case 'json':
      return typeof value === 'string' ? value : JSON.stringify(value);
    default:
      return String(value);
  }
}
