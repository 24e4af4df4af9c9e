import type { JsonReason } from '../../../../diagnostics/codes/reasons/calls.ts';
import { type Part, part, splitList } from '../../words.ts';

/** JSON in which bare words may stand for values: `{"articles": [ArticleItem], "count": count}`. */
export type JsonWords =
  | { readonly kind: 'object'; readonly members: readonly { readonly name: Part; readonly value: JsonWords }[] }
  | { readonly kind: 'array'; readonly items: readonly JsonWords[] }
  /** The text between the quotes. */
  | { readonly kind: 'text'; readonly words: Part }
  /** Text without quotes: a literal, a shape or an expression. */
  | { readonly kind: 'words'; readonly words: Part };

/** Reads JSON with words in it. `refuse` reports why something cannot be read, and where. */
export function readJsonWords(words: Part, refuse: (why: JsonReason, at: Part) => void): JsonWords | null {
  const { text } = words;
  if (text === '') {
    refuse('noValue', words);
    return null;
  }
  if (text.startsWith('{') && text.endsWith('}')) return readObject(words, refuse);
  if (text.startsWith('[') && text.endsWith(']')) {
    const items = splitList(inside(words)).filter(({ text: item }, _place, all) => item !== '' || all.length > 1);
    const read = items.map((item) => readJsonWords(item, refuse));
    return read.includes(null) ? null : { kind: 'array', items: read.filter((item) => item !== null) };
  }
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return { kind: 'text', words: inside(words, true) };
  if (text.startsWith('"') && !/^(?:[^"]|"(?:[^"\\]|\\.)*")*$/.test(text)) {
    refuse('openQuote', words);
    return null;
  }
  return { kind: 'words', words };
}

function readObject(words: Part, refuse: (why: JsonReason, at: Part) => void): JsonWords | null {
  const members: { name: Part; value: JsonWords }[] = [];
  let complete = true;
  const entries = splitList(inside(words)).filter(({ text }, _place, all) => text !== '' || all.length > 1);
  for (const entry of entries) {
    const key = /^"((?:[^"\\]|\\.)*)"\s*:/.exec(entry.text);
    if (!key) {
      refuse(entry.text === '' ? 'noMember' : { because: 'notAMember', text: entry.text }, entry);
      complete = false;
      continue;
    }
    const name = inside(part(entry, 0, (key[1]?.length ?? 0) + 2), true);
    if (members.some((member) => member.name.text === name.text)) {
      refuse({ because: 'twice', name: name.text }, name);
      complete = false;
    }
    const value = readJsonWords(part(entry, key[0].length, entry.text.length), refuse);
    if (value) members.push({ name, value });
    else complete = false;
  }
  return complete ? { kind: 'object', members } : null;
}

/** Without the first and the last character; between quotes with its blanks. */
function inside(words: Part, exactly = false): Part {
  const inner = part(words, 1, words.text.length - 1);
  if (!exactly) return inner;
  const text = words.text.slice(1, -1);
  if (text === inner.text) return inner;
  const offsets = Array.from({ length: text.length + 1 }, (_, place) => inner.span.start + place);
  return { text, span: inner.span, offsets };
}

/** A word that is a value of JSON: a number, `true`, `false` or `null`; undefined for any other. */
export function literalOf(text: string): string | number | boolean | null | undefined {
  if (/^-?\d{1,15}(\.\d{1,9})?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text === 'null' ? null : undefined;
}
