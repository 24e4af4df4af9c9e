/** The forms of an e-mail address, a telephone number and a web address, for records in a document and for requests. */

const EMAIL =
  /^[^\s@<>()[\],;:"\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u;
/** The form of a telephone number, in syntax that PostgreSQL's regular expressions have, too. */
export const PHONE_FORM = '^\\+?[0-9][0-9 ().-]{2,30}[0-9]$';
const PHONE = new RegExp(PHONE_FORM);
const LONGEST_EMAIL = 254;
const LONGEST_URL = 2048;

export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL.test(text);
}

export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

/** Absolute, http or https, so that a link in the product can never carry a script. */
export function isUrl(text: string): boolean {
  if (text.length > LONGEST_URL || /\s/.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
}

/** Whether a text has the form of its field's type; true for types without one. */
export function fitsForm(kind: string, text: string): boolean {
  switch (kind) {
    case 'email':
      return isEmail(text);
    case 'phone':
      return isPhone(text);
    case 'url':
      return isUrl(text);
    default:
      return true;
  }
}
