import { type FieldType, message, type Message } from '@nonet/language';
import { readId } from '../values/identifier.ts';
import { durationText } from '../values/time.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** A value of a query string as the type that it meets, or what it should be. */
export function readFilterValue(text: string, type: FieldType): { value: unknown } | { expected: Message } {
  const value = text.normalize('NFC').trim();
  switch (type.kind) {
    case 'integer':
      return /^-?\d{1,18}$/.test(value) ? { value } : { expected: message('aWhole') };
    case 'decimal':
    case 'money':
    case 'percent':
      return /^-?\d{1,100}(\.\d{1,100})?$/.test(value) ? { value } : { expected: message('aNumber') };
    case 'boolean':
      return value === 'true' || value === 'false' ? { value: value === 'true' } : { expected: message('trueOrFalse') };
    case 'date':
    // Asked by the dates that it has.
    case 'recurrence':
      return isDate(value) ? { value } : { expected: message('aDate') };
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value) ? { value } : { expected: message('aTime') };
    case 'datetime':
      if (isDate(value)) return { value: `${value}T00:00:00Z` };
      return INSTANT.test(value) && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))
        ? { value }
        : { expected: message('anInstant') };
    case 'duration': {
      const duration = durationText(value);
      return duration === null ? { expected: message('aDuration') } : { value: duration };
    }
    case 'enum':
    case 'state': {
      const names = type.values.map((choice) => choice.name);
      return names.includes(value) ? { value } : { expected: message('oneOfThese', { names }) };
    }
    case 'id':
    case 'reference':
    case 'many':
    case 'file':
    case 'image':
    case 'serial': {
      const id = readId(value);
      return id === null ? { expected: message('anId') } : { value: id };
    }
    case 'all':
    case 'children':
    case 'email':
    case 'json':
    case 'long text':
    case 'markdown':
    case 'number':
    case 'open':
    case 'phone':
    case 'roles':
    case 'secret':
    case 'slug':
    case 'text':
    case 'url':
      return value.includes('\0') ? { expected: message('aText') } : { value };
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
