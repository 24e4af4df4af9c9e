import type { FieldView } from '@nonet/client';
import { datePatternOf, readDate, readDecimal, type Separators } from '@nonet/language';
import { readDuration } from '../format/duration.ts';
import { isDate } from '../format/is-moment.ts';

/** The reader's way of writing values. */
export interface Writing {
  readonly locale: string;
  readonly separators: Separators;
  readonly currency: string | null;
  readonly yes: string;
  readonly no: string;
}

/** The cells of a block that a spreadsheet copies: rows of lines, cells between tabs, quoted where they hold either. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === '\t' || character === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  rows.at(-1)?.push(cell);
  return rows;
}

/**
 * The columns that a first row names, if it is one of names: each cell the label or name of a field, or empty. Null if
 * it is a row of values.
 */
export function namedColumns(row: readonly string[], fields: readonly FieldView[]): (FieldView | null)[] | null {
  const named = row.map((cell) => {
    const name = cell.trim().toLowerCase();
    return name === ''
      ? null
      : (fields.find((field) => [field.name, field.label.toLowerCase()].includes(name)) ?? undefined);
  });
  return named.includes(undefined) || named.every((field) => field === null)
    ? null
    : named.map((field) => field ?? null);
}

/**
 * A cell's text as the draft of a field; what can't be read stays as it is, and is refused beside its input. A record
 * is looked up by its title elsewhere.
 */
export function draftOfCell(field: FieldView, cell: string, writing: Writing): unknown {
  const text = cell.trim();
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent': {
      const units =
        field.kind === 'percent'
          ? ['%']
          : [field.currency ?? writing.currency ?? '', symbolOf(field.currency ?? writing.currency, writing.locale)];
      return readDecimal(text, writing.separators, {
        places: field.scale ?? 12,
        units: units.filter((unit) => unit !== ''),
      });
    }
    case 'boolean':
      return booleanOf(text, writing, field.required);
    case 'date':
      return isDate(text) ? text : readDate(text, datePatternOf(writing.locale), true);
    case 'duration':
      return readDuration(text, writing.locale);
    case 'enum':
      return (
        field.choices?.find(({ name, label }) => [name.toLowerCase(), label.toLowerCase()].includes(text.toLowerCase()))
          ?.name ?? text
      );
    case 'all':
    case 'children':
    case 'datetime':
    case 'email':
    case 'file':
    case 'id':
    case 'image':
    case 'json':
    case 'long text':
    case 'many':
    case 'markdown':
    case 'number':
    case 'open':
    case 'phone':
    case 'recurrence':
    case 'reference':
    case 'roles':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'state':
    case 'text':
    case 'time':
    case 'url':
      return text;
  }
}

function booleanOf(text: string, { yes, no }: Writing, required: boolean): boolean | null {
  const lower = text.toLowerCase();
  if (['true', '1', 'x', '✓', yes.toLowerCase()].includes(lower)) return true;
  if (['false', '0', no.toLowerCase()].includes(lower)) return false;
  return required ? false : null;
}

function symbolOf(currency: string | null, locale: string): string {
  if (currency === null) return '';
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}
