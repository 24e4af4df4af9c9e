import { type Message, message, type Plan } from '@nonet/language';

/** The words that others know of a person: nobody should guess their password from them. */
export interface PasswordOwner {
  readonly email?: string | null;
  readonly name?: string | null;
  /** Further names with which they sign in. */
  readonly others?: readonly (string | null)[];
}

/** The number of characters that a password must have in addition to its owner's words. */
const LEAST_REST = 6;
/** Shorter words are in too many others. */
const LEAST_WORD = 4;
const LONGEST_REPEATED = 4;

/** Letters in whose place people write digits and signs. */
const WRITTEN: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

let common: Promise<ReadonlySet<string>> | null = null;

/**
 * Why a password is one of the first that others try (OWASP ASVS 5, 6.2.4 and 6.2.11); null if it is none. It is compared
 * in small letters, also without the digits and signs around it and with the letters that stand for others.
 */
export async function guessablePassword(
  { settings, title }: Pick<Plan, 'settings' | 'title'>,
  password: string,
  owner: PasswordOwner,
): Promise<Message | null> {
  if (settings.commonPasswords === 'allowed') return null;
  const small = password.normalize('NFKC').toLowerCase();
  if (repeats(small)) return message('repeatedPassword');
  const known = await commonPasswords();
  if (formsOf(small).some((form) => known.has(form))) return message('commonPassword');
  const rest = wordsOf(owner, title).reduce((left, word) => left.replaceAll(word, ''), small);
  if (rest !== small && bare(rest).length < LEAST_REST) return message('ownPassword');
  return null;
}

/** Loaded once, when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return common;
}

/** The spellings under which a password may be in the list. */
function formsOf(password: string): readonly string[] {
  const plain = Array.from(password, (sign) => WRITTEN[sign] ?? sign).join('');
  const forms = [password, plain, bare(password), bare(plain)];
  return forms.filter((form) => form.length >= LEAST_WORD);
}

/** Without what is neither a letter nor between letters. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** One to four characters again and again. */
function repeats(text: string): boolean {
  const signs = Array.from(text);
  for (let length = 1; length <= LONGEST_REPEATED; length += 1)
    if (signs.length >= 2 * length && signs.every((sign, place) => sign === signs[place % length])) return true;
  return false;
}

function wordsOf({ email, name, others = [] }: PasswordOwner, title: string): readonly string[] {
  const texts = [email ?? '', name ?? '', title, ...others.map((other) => other ?? '')];
  const words = texts.flatMap((text) => {
    const small = text.normalize('NFKC').toLowerCase();
    return [small, ...small.split(/[^\p{L}\p{N}]+/u)];
  });
  // The longest first: what is left of it would hide in another.
  return [...new Set(words)]
    .filter((word) => word.length >= LEAST_WORD)
    .sort((one, other) => other.length - one.length);
}
