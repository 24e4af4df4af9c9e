import { message, type Message, messageFormatIn } from '@nonet/language';
import { LIMITS } from '../limits/table.ts';

/** A request's text that can't be read, with its place. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
  readonly words: Message;

  constructor(words: Message, options?: ErrorOptions) {
    super(messageFormatIn('en').message(words), options);
    this.words = words;
  }
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads JSON strictly: UTF-8 without a mark, no key twice in one object, bounded in levels and keys, no key that means
 * something to JavaScript's objects.
 * @throws {UnreadableJson} with line and column.
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  new Inspection(text).run();
  return JSON.parse(text);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UnreadableJson(message('bodyUtf8'), { cause: error });
  }
}

const SPACE = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- RFC 8259 forbids exactly these in a string.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER_OR_WORD = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

/** One walk over the text, before `JSON.parse`, which neither names places nor minds keys or depth. */
class Inspection {
  readonly #text: string;
  #offset = 0;
  #keys = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    this.#value(0);
    if (this.#offset < this.#text.length) this.#unexpected(message('theEnd'));
  }

  #value(depth: number): void {
    this.#take(SPACE);
    const start = this.#text[this.#offset];
    if (start === '{') this.#container('}', depth + 1, (inner, keys) => this.#member(inner, keys));
    else if (start === '[') this.#container(']', depth + 1, (inner) => this.#value(inner));
    else if (start === '"') {
      if (this.#take(STRING) === null) this.#unexpected(message('aJsonValue'));
    } else this.#numberOrWord();
    this.#take(SPACE);
  }

  #numberOrWord(): void {
    const at = this.#offset;
    const word = this.#take(NUMBER_OR_WORD);
    if (word === null) this.#unexpected(message('aJsonValue'));
    else if (!isWhole(word)) this.#refuse(message('longNumber', { number: word.slice(0, 40) }), at);
  }

  #container(end: '}' | ']', depth: number, item: (depth: number, keys: Set<string>) => void): void {
    if (depth > LIMITS.bodyDepth) this.#refuse(message('deepBody', { most: LIMITS.bodyDepth }));
    const keys = new Set<string>();
    this.#offset += 1;
    this.#take(SPACE);
    if (this.#skip(end)) return;
    do item(depth, keys);
    while (this.#skip(','));
    if (!this.#skip(end)) this.#unexpected(message('commaOr', { end }));
  }

  #member(depth: number, keys: Set<string>): void {
    this.#take(SPACE);
    const start = this.#offset;
    const quoted = this.#take(STRING);
    if (quoted === null) return this.#unexpected(message('aJsonKey'));
    const key = String(JSON.parse(quoted));
    if (FORBIDDEN_KEYS.has(key)) this.#refuse(message('forbiddenKey', { key }), start);
    if (keys.has(key)) this.#refuse(message('keyTwice', { key }), start);
    keys.add(key);
    this.#keys += 1;
    if (this.#keys > LIMITS.bodyKeys) this.#refuse(message('manyKeys', { most: LIMITS.bodyKeys }), start);
    this.#take(SPACE);
    if (!this.#skip(':')) this.#unexpected(message('colon'));
    this.#value(depth);
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.#offset += found?.length ?? 0;
    return found;
  }

  #skip(character: string): boolean {
    if (this.#text[this.#offset] !== character) return false;
    this.#offset += 1;
    return true;
  }

  #unexpected(expected: Message): never {
    const rest = this.#text.codePointAt(this.#offset);
    const found = rest === undefined ? null : JSON.stringify(String.fromCodePoint(rest));
    this.#refuse(message('notJson', { found, expected }));
  }

  #refuse(what: Message, offset = this.#offset): never {
    const lines = this.#text.slice(0, offset).split('\n');
    const column = [...(lines.at(-1) ?? '')].length + 1;
    throw new UnreadableJson(message('atPlace', { what, line: lines.length, column }));
  }
}

/** Whether JavaScript's number equals the written one: it keeps about 17 digits. Other words lose nothing. */
function isWhole(word: string): boolean {
  if (!/\d/.test(word)) return true;
  const read = Number(word);
  return Number.isFinite(read) && (word.length < 16 || digitsOf(word) === digitsOf(String(read)));
}

/** A number's digits and the place of its point, however it is written: `1.50`, `15e-1`. */
function digitsOf(number: string): string {
  const [, sign = '', whole = '', places = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${places}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - places.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${power}`;
}
