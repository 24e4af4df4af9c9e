import { message, readRecurrence, writeRecurrence } from '@nonet/language';
import { invalid, stored, type ValueReader } from './reading.ts';

/** Repeating dates, in the one form of answers (3). */
export const readRecurrenceText: ValueReader = (value, field) => {
  const { label } = field;
  if (typeof value !== 'string') return invalid(message('recurrence', { label }));
  if (value.trim() === '') return stored(null);
  const { recurrence, wrong } = readRecurrence(value);
  if (recurrence !== null) return stored(writeRecurrence(recurrence));
  switch (wrong.why) {
    case 'form':
      return invalid(message('recurrence', { label }));
    case 'time':
      return invalid(message('recurrenceTime', { label, part: wrong.part }));
    case 'part':
    case 'value':
    case 'combination':
      return invalid(message('recurrencePart', { label, part: wrong.part }));
    case 'none':
      return invalid(message('recurrenceNone', { label }));
    case 'exceptions':
      return invalid(message('recurrenceExceptions', { label }));
    case 'until':
      return invalid(message('recurrenceUntil', { label }));
  }
};
