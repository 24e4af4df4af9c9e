import type { Field, Message, Settings } from '@nonet/language';

/** A wire value read as its field's type: the form the database takes, or what is wrong with it. */
export type Reading =
  | { readonly ok: true; readonly value: StoredValue }
  | { readonly ok: false; readonly problem: Message };

/** Exact numbers and integers travel as decimal strings, `json` as its text. */
export type StoredValue = string | boolean | readonly string[] | null;

/**
 * Reads one value that is neither null nor absent. Checks its type only: lengths, ranges and patterns are judged on
 * the row.
 */
export type ValueReader = (value: unknown, field: Field, settings: Settings) => Reading;

export function stored(value: StoredValue): Reading {
  return { ok: true, value };
}

export function invalid(problem: Message): Reading {
  return { ok: false, problem };
}

/** Text as the language knows it: NFC, trimmed; nothing left is null. */
export function normalText(value: string): string | null {
  const text = value.normalize('NFC').trim();
  return text === '' ? null : text;
}

/** Characters that no text of a product holds: C0 and C1 controls but tab and line ends, and unpaired surrogates. */
export function hasForbiddenCharacter(text: string, lines: boolean): boolean {
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point >= 0xd800 && point <= 0xdfff) return true;
    if (lines && (point === 0x09 || point === 0x0a || point === 0x0d)) continue;
    if (point < 0x20 || (point >= 0x7f && point <= 0x9f)) return true;
  }
  return false;
}
