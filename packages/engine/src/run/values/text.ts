import { hasForbiddenCharacter, invalid, normalText, stored, type ValueReader } from './reading.ts';

/** One line. */
export const readText: ValueReader = (value, field) => {
  if (typeof value !== 'string') return invalid(field, 'must be text.');
  if (hasForbiddenCharacter(value.trim(), false)) return invalid(field, 'must be one line without control characters.');
  return stored(normalText(value));
};

/** Several lines: `long text`, `markdown`. Line ends are `\n`. */
export const readLongText: ValueReader = (value, field) => {
  if (typeof value !== 'string') return invalid(field, 'must be text.');
  if (hasForbiddenCharacter(value, true)) return invalid(field, 'must not have control characters.');
  return stored(normalText(value.replace(/\r\n?/g, '\n')));
};
