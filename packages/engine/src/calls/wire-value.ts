import type { Settings, Type } from '@nonet/language';
import Big from 'big.js';
import { plainText } from '../run/format.ts';
import { currencyDigits } from '../run/values/number.ts';

/** A value in the wire's form: integers are numbers, other exact numbers strings with their scale. */
export function wireValue(value: unknown, type: Type, settings: Settings): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  switch (type.kind) {
    case 'money':
      return new Big(plainText(value)).toFixed(
        type.currency === null ? settings.currencyDigits : currencyDigits(type.currency),
      );
    case 'decimal':
      return type.scale === null ? new Big(plainText(value)).toFixed() : new Big(plainText(value)).toFixed(type.scale);
    case 'integer':
    case 'size': {
      const number = Number(value);
      return Number.isSafeInteger(number) ? number : plainText(value);
    }
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'duration':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'list':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'text':
    case 'time':
    case 'unknown':
    case 'working days':
      return plainText(value);
  }
}
