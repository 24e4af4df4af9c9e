import { itemAt } from '../collections.ts';
import { compilePattern } from './compile-pattern.ts';

/** A regular expression (RE2), read for engines that write it another way. Captures are groups like any other. */
export type Pattern =
  /** One character in one of the ranges of code points, each with its first and last. */
  | { readonly kind: 'character'; readonly ranges: readonly (readonly [first: number, last: number])[] }
  | { readonly kind: 'start' | 'end' | 'line start' | 'line end' | 'boundary' | 'no boundary' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  /** `most` null: any number of times. */
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number | null };

interface Flags {
  readonly folded: boolean;
  readonly lines: boolean;
  readonly dotAll: boolean;
}

/** Reads a pattern that RE2 accepts. RE2 itself resolves classes and letters, so that both agree. */
export function patternOf(source: string): Pattern {
  const reader = new Reader(Array.from(source));
  return reader.choice({ folded: false, lines: false, dotAll: false });
}

const ASSERTIONS: Readonly<Record<string, 'start' | 'end' | 'boundary' | 'no boundary'>> = {
  A: 'start',
  z: 'end',
  b: 'boundary',
  B: 'no boundary',
};

class Reader {
  readonly #characters: readonly string[];
  #place = 0;

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  /** Up to the bracket that closes the group, or the end. */
  choice(outer: Flags): Pattern {
    const branches: Pattern[] = [];
    // Flags that are set in a group hold to its end, in the branches behind it too.
    let flags = outer;
    for (;;) {
      const branch = this.#sequence(flags);
      branches.push(branch.pattern);
      flags = branch.flags;
      if (this.#peek() !== '|') break;
      this.#place += 1;
    }
    return branches.length === 1 ? itemAt(branches, 0) : { kind: 'choice', parts: branches };
  }

  #sequence(outer: Flags): { readonly pattern: Pattern; readonly flags: Flags } {
    const parts: Pattern[] = [];
    let flags = outer;
    while (this.#place < this.#characters.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const last = parts.at(-1);
      const times = last === undefined ? null : this.#times();
      if (last !== undefined && times !== null) {
        parts.splice(-1, 1, { kind: 'repeat', part: last, ...times });
      } else if (this.#take('\\Q')) {
        while (this.#place < this.#characters.length && !this.#take('\\E')) parts.push(character(this.#next(), flags));
      } else if (this.#take('(?')) {
        const set = this.#flags(flags);
        if (set.kind === 'set') ({ flags } = set);
        else parts.push(this.#group(set.flags));
      } else parts.push(this.#atom(flags));
    }
    return { pattern: parts.length === 1 ? itemAt(parts, 0) : { kind: 'sequence', parts }, flags };
  }

  /** Behind `(?`: the name of a group, its flags, or flags alone. */
  #flags(flags: Flags): { readonly kind: 'group' | 'set'; readonly flags: Flags } {
    if (this.#peek() === 'P' || this.#peek() === '<') {
      this.#place = this.#characters.indexOf('>', this.#place) + 1;
      return { kind: 'group', flags };
    }
    const found = { ...flags };
    let on = true;
    for (;;) {
      const sign = this.#next();
      if (sign === '-') on = false;
      else if (sign === 'i') found.folded = on;
      else if (sign === 'm') found.lines = on;
      else if (sign === 's') found.dotAll = on;
      else if (sign === ':' || sign === ')') return { kind: sign === ':' ? 'group' : 'set', flags: found };
    }
  }

  #group(flags: Flags): Pattern {
    const inner = this.choice(flags);
    this.#place += 1;
    return inner;
  }

  #atom(flags: Flags): Pattern {
    const sign = this.#next();
    switch (sign) {
      case '(':
        return this.#group(flags);
      case '^':
        return { kind: flags.lines ? 'line start' : 'start' };
      case '$':
        return { kind: flags.lines ? 'line end' : 'end' };
      case '.':
        return read(flags.dotAll ? '(?s).' : '.');
      case '[':
        return inClass(this.#class(), flags);
      case '\\':
        return this.#escape(flags);
      default:
        return character(sign, flags);
    }
  }

  #escape(flags: Flags): Pattern {
    const assertion = ASSERTIONS[this.#peek()];
    if (assertion !== undefined) {
      this.#place += 1;
      return { kind: assertion };
    }
    return inClass(`[${this.#escaped()}]`, flags);
  }

  /** An escape behind its backslash, as it is written. */
  #escaped(): string {
    const sign = this.#next();
    if ('pPx'.includes(sign) && this.#peek() === '{') {
      const end = this.#characters.indexOf('}', this.#place) + 1;
      const name = this.#characters.slice(this.#place, end).join('');
      this.#place = end;
      return `\\${sign}${name}`;
    }
    if (sign === 'x') return `\\x${this.#next()}${this.#next()}`;
    if (sign === 'p' || sign === 'P') return `\\${sign}${this.#next()}`;
    let digits = '';
    while (/[0-7]/.test(sign) && digits.length < 2 && /[0-7]/.test(this.#peek())) digits += this.#next();
    return `\\${sign}${digits}`;
  }

  /** A class behind its bracket, as it is written. */
  #class(): string {
    let text = '[';
    if (this.#peek() === '^') text += this.#next();
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      const sign = this.#next();
      if (sign === '[' && this.#peek() === ':') {
        const end = this.#characters.indexOf(']', this.#place) + 1;
        text += sign + this.#characters.slice(this.#place, end).join('');
        this.#place = end;
      } else text += sign === '\\' ? this.#escaped() : sign;
    }
    return text + this.#next();
  }

  /** The possible numbers of repetitions of the preceding part; null if there is no quantifier. */
  #times(): { readonly least: number; readonly most: number | null } | null {
    const sign = this.#peek();
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(this.#characters.slice(this.#place, this.#place + 12).join(''));
    if (counted === null && sign !== '*' && sign !== '+' && sign !== '?') return null;
    this.#place += counted === null ? 1 : counted[0].length;
    // A lazy quantifier matches the same texts.
    if (this.#peek() === '?') this.#place += 1;
    if (counted === null) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : null };
    const [, least = '0', comma, most = ''] = counted;
    return { least: Number(least), most: comma === '' ? Number(least) : most === '' ? null : Number(most) };
  }

  #peek(): string {
    return this.#characters[this.#place] ?? '';
  }

  #next(): string {
    const sign = this.#peek();
    this.#place += 1;
    return sign;
  }

  #take(signs: string): boolean {
    const is = Array.from(signs).every((sign, index) => this.#characters[this.#place + index] === sign);
    if (is) this.#place += signs.length;
    return is;
  }
}

/** A class as it is written. */
function inClass(text: string, { folded }: Pick<Flags, 'folded'>): Pattern {
  if (!folded) return read(text);
  const first = text.startsWith('[^') ? 2 : 1;
  // RE2 stores a class of one letter as the letter and a flag. With a second character beside it, RE2 spells the class
  // out.
  return read(`(?i)${text.slice(0, first)}\\x00${text.slice(first).replace(/^\]/, '\\]')}`);
}

function character(sign: string, { folded }: Pick<Flags, 'folded'>): Pattern {
  const point = sign.codePointAt(0) ?? 0;
  if (folded) return inClass(`[\\x{${point.toString(16)}}]`, { folded });
  return { kind: 'character', ranges: [[point, point]] };
}

/** The characters of a class, as RE2 has them. The character 0 occurs in no text, and is left out. */
function read(source: string): Pattern {
  // The library's types leave its program out.
  const { inst } = compilePattern(source).re2().prog as { inst: readonly { readonly runes: ArrayLike<number> }[] };
  const runes = Array.from(inst[1]?.runes ?? []);
  const ranges: [number, number][] = [];
  // One character alone is no range.
  const ends = runes.length === 1 ? [...runes, ...runes] : runes;
  for (let at = 0; at + 1 < ends.length; at += 2) {
    const [first = 0, last = 0] = ends.slice(at, at + 2);
    if (last > 0) ranges.push([Math.max(1, first), last]);
  }
  return { kind: 'character', ranges };
}
