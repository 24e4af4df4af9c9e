import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Span } from '../../source/span.ts';
import type { Cell, Table } from '../../syntax/tree.ts';
import { meantPart } from '../../vocabulary/words-of-others.ts';
import type { Context } from '../context.ts';

export interface TableShape {
  /** The columns this table may have, by their header words in lower case. `note` is always allowed. */
  readonly columns: Readonly<Record<string, { readonly required?: boolean }>>;
  /** Columns whose words are not fixed: roles, `label (nl)`. */
  readonly optionalPattern?: (header: string) => boolean;
  /** Further words to offer for an unknown header. */
  readonly offers?: readonly string[];
  /** For a table whose columns are roles: the entity with a field of this name that refers to a user; null if none has. */
  readonly personOf?: (header: string) => string | null;
}

export interface TableRow {
  /** The cells by header words; a column that the table does not have is absent. */
  readonly cells: Readonly<Record<string, Cell>>;
  readonly span: Span;
}

const LABEL_COLUMN = /^[a-z ]+ \([a-z]{2,3}(-[a-z0-9]{2,8})*\)$/;

/** Whether a header is a translation such as `label (nl)` or `message (pt-br)`. */
export function isTranslation(header: string, of: string): boolean {
  return header.startsWith(`${of} (`) && LABEL_COLUMN.test(header);
}

/** The cells of a row's columns `label (nl)` that say something, by language. */
export function translationsOf(row: TableRow, of: string): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [header, cell] of Object.entries(row.cells)) {
    const words = header.toLowerCase();
    const language = /\(([^)]+)\)$/.exec(words)?.[1];
    if (language !== undefined && isTranslation(words, of) && cell.absence === null) cells.set(language, cell);
  }
  return cells;
}

/** Header words as they are compared: lower case, single spaces. */
export function headerWords(cell: Cell): string {
  return cell.text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Reads a table by its header words, in any column order. Reports unknown headers and missing columns; no
 * rows where a required column is missing. A header that is surely a slip of a missing column is read as that column.
 * A column of `optionalPattern` keeps its own spelling as its key.
 */
export function readTable(context: Context, table: Table, shape: TableShape): TableRow[] {
  const known = Object.keys(shape.columns);
  const keys: (string | null)[] = [];
  const slips: { index: number; cell: Cell }[] = [];
  for (const [index, cell] of table.headers.entries()) {
    const words = headerWords(cell);
    const exact = cell.text.replace(/\s+/g, ' ').trim();
    const key = known.includes(words) || words === 'note' ? words : shape.optionalPattern?.(exact) ? exact : null;
    if (key !== null && keys.includes(key)) {
      keys.push(null); // N025 is reported where the document is read.
    } else {
      if (key === null) slips.push({ index, cell });
      keys.push(key);
    }
  }
  for (const { index, cell } of slips) {
    const missing = known.filter((name) => !keys.includes(name));
    const words = headerWords(cell);
    const names = [...missing, ...(shape.offers ?? [])];
    const personOf = shape.personOf?.(words) ?? null;
    const offered = personOf === null ? nearest(words, names) : null;
    context.report(
      'N027',
      TABLE_CODES.N027,
      { header: cell.text, nearest: offered, known: names, ...(personOf !== null && { personOf }) },
      cell.span,
      {
        ...(offered !== null && { fix: { title: `Write “${offered}”`, edits: [{ span: cell.span, text: offered }] } }),
      },
    );
    if (offered !== null && missing.includes(offered)) keys[index] = offered;
  }
  let complete = true;
  for (const [name, column] of Object.entries(shape.columns)) {
    if (column.required && !keys.includes(name)) {
      const first = table.headers[0];
      context.report('N028', TABLE_CODES.N028, { header: name }, first ? first.span : table.span);
      complete = false;
    }
  }
  if (!complete) return [];
  return table.rows.map((row) => {
    const cells: Record<string, Cell> = {};
    row.cells.forEach((cell, index) => {
      const key = keys[index];
      if (key !== null && key !== undefined) cells[key] = cell;
    });
    return { cells, span: row.span };
  });
}

export interface Setting {
  readonly key: Cell;
  readonly value: Cell;
  readonly span: Span;
}

/**
 * Reads a `| part | is |` or `| setting | is |` table. Unknown and repeated keys are reported; the result holds the
 * known ones by name. Without a list of known keys, every key is accepted.
 */
export function readSettings(
  context: Context,
  table: Table,
  keyColumn: 'part' | 'setting',
  known: readonly string[] | null,
): Map<string, Setting> {
  const settings = new Map<string, Setting>();
  const rows = readTable(context, table, { columns: { [keyColumn]: { required: true }, is: { required: true } } });
  for (const row of rows) {
    const key = row.cells[keyColumn];
    const value = row.cells['is'];
    if (!key || !value) continue;
    const words = known === null ? key.text : headerWords(key);
    let name = words;
    if (known !== null && !known.includes(words)) {
      const offered = meantPart(words, known) ?? nearest(words, known);
      context.report('N029', TABLE_CODES.N029, { key: key.text, nearest: offered, known }, key.span, {
        ...(offered !== null && { fix: { title: `Write “${offered}”`, edits: [{ span: key.span, text: offered }] } }),
      });
      if (offered === null) continue;
      name = offered;
    }
    const first = settings.get(name);
    if (first) {
      const related = [{ span: first.key.span, message: 'It is stated here already.' }];
      if (name === words)
        context.report('N037', TABLE_CODES.N037, { name: key.text, what: keyColumn }, key.span, { related });
      continue;
    }
    settings.set(name, { key, value, span: row.span });
  }
  return settings;
}
