import { message } from '@nonet/language';
import { hasForbiddenCharacter, invalid, normalText, stored, type ValueReader } from './reading.ts';

/** One line. */
export const readText: ValueReader = (value, field) => {
  if (typeof value !== 'string') return invalid(message('text', { label: field.label }));
  if (hasForbiddenCharacter(value.trim(), false)) return invalid(message('oneLine', { label: field.label }));
  return stored(normalText(value));
};

/** Several lines: `long text`, `markdown`. Line ends are `\n`. */
export const readLongText: ValueReader = (value, field) => {
  if (typeof value !== 'string') return invalid(message('text', { label: field.label }));
  if (hasForbiddenCharacter(value, true)) return invalid(message('noControls', { label: field.label }));
  return stored(normalText(value.replace(/\r\n?/g, '\n')));
};
