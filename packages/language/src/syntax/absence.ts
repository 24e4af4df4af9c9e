import type { Absence } from './tree.ts';

const NONE = new Set(['none', '—']);
const NOT_SHOWN = new Set(['not shown', 'not stated', 'unknown', 'tbd', '?']);

/*
 * The words of a whole cell, or of a whole body, in any case:
 *
 * ──▶┬── none ─┬─────────────▶ 'none'
 *    │         │
 *    ├── — ────┘
 *    ├── not shown ──┬───────▶ 'not shown'
 *    ├── not stated ─┤
 *    ├── unknown ────┤
 *    ├── tbd ────────┤
 *    ├── ? ──────────┘
 *    └── anything else ──────▶ null: the words themselves
 */

/** The meaning of words that are a whole cell: `none`, `not shown`, or themselves (null). */
export function cellAbsence(text: string): Absence | null {
  const word = text.toLowerCase();
  if (NONE.has(word)) return 'none';
  return NOT_SHOWN.has(word) ? 'not shown' : null;
}

/** The meaning of words that are a whole body. They may be emphasised, have wide spaces, and end with a full stop. */
export function bodyAbsence(text: string): Absence | null {
  const words = text.slice(0, 48).replaceAll(/[ \t]+/g, ' ');
  if (words.length > 24) return null;
  const emphasis = /^(\*{1,3}|_{1,3})([^*_]+)\1$/.exec(words);
  return cellAbsence((emphasis?.[2] ?? words).replace(/\.$/, ''));
}
