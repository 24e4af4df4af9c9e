import { isEmail, isPhone, isUrl, message } from '@nonet/language';
import { hasForbiddenCharacter, invalid, normalText, stored, type ValueReader } from './reading.ts';

/** Kept as it is written, but its domain in lower case: domains have no case. */
export const readEmail: ValueReader = (value, field) => {
  const text = typeof value === 'string' ? normalText(value) : undefined;
  if (text === null) return stored(null);
  if (text === undefined || !isEmail(text)) {
    return invalid(message('email', { label: field.label }));
  }
  const at = text.lastIndexOf('@');
  return stored(text.slice(0, at) + text.slice(at).toLowerCase());
};

/** Absolute, http or https, so that a link in the product can never carry a script. */
export const readUrl: ValueReader = (value, field) => {
  const text = typeof value === 'string' ? normalText(value) : undefined;
  if (text === null) return stored(null);
  const problem = message('url', { label: field.label });
  return text !== undefined && isUrl(text) && !hasForbiddenCharacter(text, false) ? stored(text) : invalid(problem);
};

export const readPhone: ValueReader = (value, field) => {
  const text = typeof value === 'string' ? normalText(value) : undefined;
  if (text === null) return stored(null);
  return text !== undefined && isPhone(text) ? stored(text) : invalid(message('phone', { label: field.label }));
};

/** Any JSON; kept as its text, so that numbers stay exact. */
export const readJson: ValueReader = (value, field) => {
  const text = JSON.stringify(value);
  return UNKEPT.test(text) ? invalid(message('unkeptJson', { label: field.label })) : stored(text);
};

/**
 * Characters that PostgreSQL can't store in JSON, in the form of `JSON.stringify`: U+0000, and half of a surrogate
 * pair.
 */
const UNKEPT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;
