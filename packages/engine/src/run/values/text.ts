import { message } from '@nonet/language';
import { SEALED_PREFIX } from '../../encryption/seal.ts';
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

/** A secret: one line. A text that looks encrypted is none, because it could not be told from one that is. */
export const readSecret: ValueReader = (value, field, settings) =>
  typeof value === 'string' && value.trim().startsWith(SEALED_PREFIX)
    ? invalid(message('looksEncrypted', { label: field.label }))
    : readText(value, field, settings);
