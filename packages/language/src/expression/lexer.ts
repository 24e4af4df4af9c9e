import { endOf } from './end-of.ts';
import { readNumber } from './number.ts';
import { type ExpressionProblem, problem, type Range, replacement } from './problem.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'regex' | 'sign' | 'end';
  /** The name, the digits, the sign; of a text its value, of a regex its source. */
  readonly text: string;
  readonly range: Range;
}

const SIGNS: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '!',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  '?',
  ':',
]);
/** A character by its code: `\u00e9`, `\u{1f9fe}`, `\U0001f9fe`, `\xe9`, in octal `\351`. */
const CODED =
  /^\\(?:u\{(?<braced>[0-9a-fA-F]{1,6})\}|u(?<four>[0-9a-fA-F]{4})|U(?<eight>[0-9a-fA-F]{8})|[xX](?<two>[0-9a-fA-F]{2})|(?<octal>[0-3][0-7]{2}))/;
const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '`': '`',
  '?': '?',
};
const TYPOGRAPHIC = /^[“”„‟«»‘’](?:([^“”„‟«»‘’"'\\]*)[“”„‟«»‘’])?/u;

/** The length from which only the first quote of a text is fixed, so that a text full of quotes is read in time. */
const LONGEST_QUOTED = 200;

/** The fix of a quote of a word processor: of both, where it has one that closes it. */
function straightened(text: string, start: number): Pick<ExpressionProblem, 'fix'> {
  const [quoted, inner] = TYPOGRAPHIC.exec(text) ?? [];
  if (quoted === undefined) return {};
  const written = inner === undefined ? '"' : `"${inner}"`;
  return { fix: replacement('Write straight quotes', [start, start + quoted.length], written) };
}

/** Splits an expression's text into tokens; the last one is always `end`. Unreadable characters are reported and left out. */
export function lex(text: string): { tokens: Token[]; problems: ExpressionProblem[] } {
  const tokens: Token[] = [];
  const problems: ExpressionProblem[] = [];
  let position = 0;

  const push = (kind: Token['kind'], end: number, value = text.slice(position, end)): void => {
    tokens.push({ kind, text: value, range: [position, end] });
    position = end;
  };

  while (position < text.length) {
    const character = text.charAt(position);
    if (BLANK.test(character)) {
      position += 1;
      continue;
    }
    const quote = RAW.exec(text.slice(position, position + 2))?.[1];
    if (quote !== undefined) {
      readText(quote, position + 1);
      continue;
    }
    const nameEnd = endOf(text, position, NAME);
    if (nameEnd > position) {
      push('name', nameEnd);
      continue;
    }
    const begins = character === '.' && !endsOperand(tokens.at(-1)) ? (text[position + 1] ?? '') : character;
    if (begins >= '0' && begins <= '9') {
      readDigits();
      continue;
    }
    if (character === '"' || character === "'") {
      readText(character, position);
      continue;
    }
    if (character === '/' && !endsOperand(tokens.at(-1))) {
      readRegex();
      continue;
    }
    const [triple, pair] = [text.slice(position, position + 3), text.slice(position, position + 2)];
    if (triple === '===' || triple === '!==') {
      readUnknown(triple);
      continue;
    }
    const sign = pair === '<>' ? undefined : SIGNS.has(pair) ? pair : SIGNS.has(character) ? character : undefined;
    if (sign !== undefined) {
      push('sign', position + sign.length);
      continue;
    }
    readUnknown(text.slice(position, position + 2));
  }
  tokens.push({ kind: 'end', text: '', range: [text.length, text.length] });
  return { tokens, problems };

  function readDigits(): void {
    const { end, digits, problem: wrong } = readNumber(text, position);
    if (wrong !== null) problems.push(wrong);
    push('number', end, digits);
  }

  /** A text in one quote or, over several lines, in three; behind an `r` a backslash is only itself. */
  function readText(quote: string, opening: number): void {
    const start = position;
    const isRaw = opening > position;
    const closing = text.startsWith(quote.repeat(3), opening) ? quote.repeat(3) : quote;
    let value = '';
    let at = opening + closing.length;
    for (;;) {
      const character = text[at];
      if (character === undefined || (character === '\n' && closing === quote)) {
        problems.push(problem('N051', {}, [start, at]));
        push('text', at, value);
        return;
      }
      if (text.startsWith(closing, at)) break;
      if (character !== '\\' || isRaw) {
        value += character;
        at += 1;
        continue;
      }
      const coded = CODED.exec(text.slice(at, at + 12));
      const code = codeOf(coded?.groups ?? {});
      const escaped = ESCAPES[text[at + 1] ?? ''];
      // No text in a database can contain NUL or half of a surrogate pair.
      if (coded && code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) {
        value += String.fromCodePoint(code);
        at += coded[0].length;
      } else if (escaped !== undefined) {
        value += escaped;
        at += 2;
      } else {
        problems.push(problem('N082', { escape: text.slice(at, at + 2) }, [at, Math.min(at + 2, text.length)]));
        at += 1;
      }
    }
    push('text', at + closing.length, value);
  }

  function readRegex(): void {
    let at = position + 1;
    let inClass = false;
    while (at < text.length && (inClass || text[at] !== '/')) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '[') inClass = true;
      else if (text[at] === ']') inClass = false;
      at += 1;
    }
    const end = Math.min(at, text.length);
    const source = text
      .slice(position + 1, end)
      .replaceAll(/\\(.)/gsu, (pair, escaped) => (escaped === '/' ? '/' : pair));
    if (at >= text.length)
      problems.push(problem('N052', { expected: 'regexEnd', found: null }, [text.length, text.length]));
    push('regex', Math.min(end + 1, text.length), source);
  }

  function readUnknown(rest: string): void {
    const written = /^(?:===|!==|<>|=<|=>|=|&|\||≠|≤|≥|×|÷|−)/u.exec(rest)?.[0];
    const meant = written === undefined ? undefined : MEANT[written];
    if (written !== undefined && meant !== undefined) {
      const range: Range = [position, position + written.length];
      problems.push(problem('N053', { written, meant }, range, { fix: replacement(`Write ${meant}`, range, meant) }));
      push('sign', position + written.length, meant);
      return;
    }
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    const range: Range = [position, position + character.length];
    const extra = straightened(text.slice(position, position + LONGEST_QUOTED), position);
    problems.push(problem('N050', { found: character }, range, extra));
    position += character.length;
  }
}

/** Signs that people write for an operator of the language. */
const MEANT: Readonly<Record<string, string>> = {
  '=': '==',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '=<': '<=',
  '=>': '>=',
  '&': '&&',
  '|': '||',
  '≠': '!=',
  '≤': '<=',
  '≥': '>=',
  '×': '*',
  '÷': '/',
  '−': '-',
};

function codeOf({ braced, four, eight, two, octal }: Readonly<Record<string, string | undefined>>): number {
  return octal === undefined ? Number.parseInt(braced ?? four ?? eight ?? two ?? '', 16) : Number.parseInt(octal, 8);
}

const BLANK = /\s/u;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const RAW = /^[rR](['"])/;

const WORDS_BEFORE_A_VALUE = new Set(['and', 'or', 'not', 'in', 'if', 'then', 'else']);

/** Whether a `/` behind this token divides; elsewhere it begins a regular expression. */
function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'sign') return token.text === ')' || token.text === ']';
  return token.kind !== 'name' || !WORDS_BEFORE_A_VALUE.has(token.text);
}
