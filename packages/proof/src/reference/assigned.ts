import { type Entity, readRecurrence, writeRecurrence } from '@nonet/language';
import { moneyPlaces } from './digits.ts';
import { isView } from './evaluate.ts';
import type { Lookup } from './lookup.ts';
import { plain } from './plain.ts';

/**
 * A value as it is kept: exact numbers at the scale of their type, half away from zero; text trimmed, null when empty.
 */
export function assigned(value: unknown, lookup: Lookup, type: Entity['fields'][number]['type']): unknown {
  if (value === null || value === undefined) return type.kind === 'roles' || type.kind === 'many' ? [] : null;
  if (typeof value === 'object' && 'id' in value) return value.id;
  switch (type.kind) {
    case 'money':
      return toScale(plain(value), moneyPlaces(type.currency, lookup.plan.settings));
    case 'decimal':
      return toScale(plain(value), type.scale);
    case 'many':
      // Each once, in the order in which they were given.
      return [...new Set((Array.isArray(value) ? value : []).map((each: unknown) => (isView(each) ? each.id : each)))];
    case 'roles':
      // A set, in the order of the document.
      return lookup.plan.roles.map(({ name }) => name).filter((name) => (value as readonly string[]).includes(name));
    case 'text':
    case 'long text':
    case 'markdown':
      return plain(value).normalize('NFC').trim() || null;
    case 'time':
      // The time with its seconds, as answers have it.
      return /^\d{2}:\d{2}$/.test(plain(value)) ? `${plain(value)}:00` : value;
    case 'recurrence': {
      const { recurrence } = readRecurrence(plain(value));
      return recurrence === null ? value : writeRecurrence(recurrence);
    }
    case 'all':
    case 'boolean':
    case 'children':
    case 'date':
    case 'datetime':
    case 'duration':
    case 'email':
    case 'enum':
    case 'file':
    case 'id':
    case 'image':
    case 'integer':
    case 'json':
    case 'number':
    case 'open':
    case 'percent':
    case 'phone':
    case 'reference':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'state':
    case 'url':
      return value;
  }
}

/** A decimal text at a number of places, rounded half away from zero. */
export function toScale(text: string, scale: number): string {
  const negative = text.startsWith('-');
  const [whole = '0', places = ''] = text.replace(/^[+-]/, '').split('.');
  const digits = BigInt(whole + places.padEnd(scale + 1, '0').slice(0, scale + 1));
  const rounded = ((digits + 5n) / 10n).toString().padStart(scale + 1, '0');
  const result = scale === 0 ? rounded : `${rounded.slice(0, -scale)}.${rounded.slice(-scale)}`;
  return negative && /[1-9]/.test(result) ? `-${result}` : result;
}
