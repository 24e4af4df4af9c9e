import { BUILT_IN_LABELS } from '../../vocabulary/built-in-labels.ts';
import { IRREGULAR_PLURALS } from '../../vocabulary/irregular-plurals.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import type { Label } from '../../model/clause.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { replacement } from './replacement.ts';
import { type TableRow, translationsOf } from './table.ts';
import { type Part, part } from './words.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import { formOfNames, type NameKind } from '../../diagnostics/codes/reasons/document.ts';

/** The longest name, so that identifiers derived from it fit PostgreSQL's 63 bytes. */
const NAME_LIMIT = 55;

/** Words of the language that can't be names. */
const RESERVED: ReadonlySet<string> = new Set([
  'user',
  'this',
  'old',
  'new',
  'any',
  'same',
  'system',
  'and',
  'or',
  'not',
  'if',
  'then',
  'else',
  'in',
  'is',
  'true',
  'false',
  'null',
]);

const FORMS = {
  PascalCase: /^[A-Z][A-Za-z0-9]*$/,
  snake_case: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  word: /^[A-Za-z][A-Za-z0-9_-]*$/,
  UPPER_SNAKE: /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/,
} as const;

/** Whether a name of this kind is allowed; reports if it is not. */
export function checkName(context: Context, kind: NameKind, name: Part): boolean {
  const form = formOfNames(kind);
  const foreign = [...name.text].find((character) => character > '\u007f');
  const reason: DetailsOf<'N038'>['reason'] | null = !FORMS[form].test(name.text)
    ? foreign !== undefined
      ? { because: 'foreign', character: foreign }
      : { because: 'form', kind }
    : RESERVED.has(name.text)
      ? 'reserved'
      : name.text.length > NAME_LIMIT
        ? { because: 'long', limit: NAME_LIMIT }
        : null;
  if (reason === null) return true;
  const meant = foreign === undefined && !FORMS[form].test(name.text) ? inForm(form, name.text) : null;
  context.report('N038', TABLE_CODES.N038, { name: name.text, reason }, name.span, replacement(name.span, meant));
  return false;
}

/**
 * A name in the form of its kind, where it is one in another form or with a label: `dueDate` as `due_date`; null for
 * any other text.
 */
function inForm(form: keyof typeof FORMS, text: string): string | null {
  const words =
    text
      .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
      .replace(/(?<=\S)\s*\([^()]*\)$/, '')
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const small = words.map((word) => word.toLowerCase());
  const named = {
    PascalCase: small.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    snake_case: small.join('_'),
    word: words.join('_'),
    UPPER_SNAKE: small.join('_').toUpperCase(),
  }[form];
  return FORMS[form].test(named) && !RESERVED.has(named) && named.length <= NAME_LIMIT ? named : null;
}

/** Reports a name that is stated again. */
export function reportTwice(context: Context, what: string, name: Part, first?: Part): void {
  context.report('N037', TABLE_CODES.N037, { name: name.text, what }, name.span, {
    ...(first && { related: [{ span: first.span, message: 'It is stated here already.' }] }),
  });
}

/**
 * A name with its label: `due_date` is "Due date", `due_date (Due)` is "Due". Null if it is neither, which is reported.
 */
export function readNamed(
  context: Context,
  words: Cell | Part,
): { readonly name: Part; readonly label: string } | null {
  if ('absence' in words && words.absence !== null) {
    const reason = 'absence';
    context.report('N038', TABLE_CODES.N038, { name: words.text, reason }, words.span);
    return null;
  }
  const match = /^([^\s()]+)(?:\s*\(([^()]+)\))?$/.exec(words.text);
  const name = match?.[1];
  if (name === undefined) {
    const first = /^[^\s()]+/.exec(words.text);
    if (first && /[(]/.test(words.text)) {
      context.report('N039', TABLE_CODES.N039, { text: words.text }, words.span);
      return null;
    }
    return { name: part(words, 0, words.text.length), label: words.text };
  }
  return { name: part(words, 0, name.length), label: match?.[2]?.trim() ?? labelOf(name) };
}

/** `due_date` → "Due date", `ClaimLine` → "Claim line". */
export function labelOf(name: string): string {
  const words = splitWords(name).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The label of one of the language's own fields in a language, such as `nl` or `nl-BE`. */
export function builtInLabel(name: string, language: string): string {
  return BUILT_IN_LABELS[language.split('-')[0]?.toLowerCase() ?? '']?.[name] ?? labelOf(name);
}

/** The translations of a row's label: columns `label (nl)`. */
export function labelsOf(row: TableRow): Label['labels'] {
  return Object.fromEntries([...translationsOf(row, 'label')].map(([language, { text }]) => [language, text]));
}

/** The English plural of a label: "Category" → "Categories", "Claim line" → "Claim lines", "Foster child" → "Foster children". */
export function pluralOf(label: string): string {
  const word = /[a-z]+$/i.exec(label)?.[0] ?? '';
  const irregular = IRREGULAR_PLURALS.get(word.toLowerCase());
  // Both begin with the same letter, which may be a capital.
  if (irregular !== undefined) return `${label.slice(0, label.length - word.length + 1)}${irregular.slice(1)}`;
  if (/[a-z]sis$/i.test(label)) return `${label.slice(0, -2)}es`;
  if (/[^aeiou]y$/i.test(label)) return `${label.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/i.test(label)) return `${label}es`;
  return `${label}s`;
}

/** The collection's name in the API: `ClaimLine` → `claim-lines`. */
export function pathOf(entity: string): string {
  return pluralOf(splitWords(entity).join('-'));
}

/** `ClaimLine` → `claim_line`: the name under which an owned child knows its parent. */
export function snakeOf(entity: string): string {
  return splitWords(entity).join('_');
}

/** The names under which an owned child knows its parent, where they are free (3). */
export function parentNames(owner: string): readonly string[] {
  return ['parent', snakeOf(owner)];
}

/** Names come again and again: for each route, each child, each heading. */
const split = new Map<string, readonly string[]>();
const MOST_SPLIT = 20_000;

function splitWords(name: string): readonly string[] {
  const known = split.get(name);
  if (known) return known;
  if (split.size >= MOST_SPLIT) split.clear();
  const words = wordsIn(name);
  split.set(name, words);
  return words;
}

function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** "My claims" → `my_claims`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
