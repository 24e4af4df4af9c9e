import { codePointOf } from '../collections.ts';
import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/span.ts';

/** Characters that are invisible or that turn the direction of the text behind them; joiners are checked separately. */
const INVISIBLE =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\t\n\r\p{Variation_Selector}]]/gv;

const NAMES: Readonly<Record<string, string>> = {
  '\u0000': 'NUL',
  '\u00ad': 'a soft hyphen',
  '\u061c': 'a mark of direction (Arabic letter mark)',
  '\u200b': 'a space without width',
  '\u200c': 'a non-joiner without width',
  '\u200d': 'a joiner without width',
  '\u200e': 'a mark of direction (left to right)',
  '\u200f': 'a mark of direction (right to left)',
  '\u202a': 'an embedding from left to right',
  '\u202b': 'an embedding from right to left',
  '\u202c': 'the end of a change of direction',
  '\u202d': 'an override from left to right',
  '\u202e': 'an override from right to left',
  '\u2060': 'a word joiner',
  '\u2066': 'an isolate from left to right',
  '\u2067': 'an isolate from right to left',
  '\u2068': 'an isolate of the first strong direction',
  '\u2069': 'the end of an isolate',
  '\ufeff': 'a byte order mark inside the text',
};

/** An error for each character of a file that its readers can't see. */
export function invisibleCharacters(file: SourceFile): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const match of file.text.matchAll(INVISIBLE)) {
    const character = match[0];
    const start = match.index;
    if (start === 0 && character === '\ufeff') continue;
    if (isSpelling(file.text, start, character)) continue;
    const span = { file: file.path, start, end: start + character.length };
    const number = codePointOf(character).toString(16).toUpperCase().padStart(4, '0');
    const name = NAMES[character] === undefined ? `U+${number}` : `${NAMES[character]} (U+${number})`;
    const fix = { title: 'Take it out', edits: [{ span, text: '' }] };
    found.push(diagnose('N040', DOCUMENT_CODES.N040, { name }, span, { fix }));
  }
  return found;
}

/** Whether a line has no visible characters, so that it is empty without its invisible ones. */
export function isUnseenLine(line: string): boolean {
  const seen = line.replaceAll(INVISIBLE, '');
  return seen !== line && seen.trim() === '';
}

/** Joiners are part of how some scripts and emoji are written. */
function isSpelling(text: string, at: number, character: string): boolean {
  if (character !== '\u200c' && character !== '\u200d') return false;
  const before = text.slice(Math.max(0, at - 4), at);
  const after = text.slice(at + 1, at + 3);
  const joining =
    /[\p{Script=Arab}\p{Script=Syrc}\p{Script=Deva}\p{Script=Beng}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Taml}\p{Script=Telu}\p{Script=Gujr}\p{Script=Guru}\p{Script=Orya}\p{Script=Khmr}\p{Script=Mymr}]$/u;
  if (joining.test(before)) return true;
  return (
    character === '\u200d' &&
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after)
  );
}
