import { CONSTANTS_CODES } from '../../diagnostics/codes/constants.ts';
import { EXPRESSION_CODES } from '../../diagnostics/codes/expressions.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Type } from '../../expression/type.ts';
import type { Constant } from '../../model/constants.ts';
import { POINT_ITEMS } from '../../points.ts';
import type { Cell, Section } from '../../syntax/tree.ts';
import { PRODUCT_CONSTANTS } from '../../vocabulary/product-constants.ts';
import type { Context } from '../context.ts';
import { readBlocks } from './blocks.ts';
import { readFormer } from './former.ts';
import { checkName, reportTwice } from './names.ts';
import { replacement } from './replacement.ts';
import { isTerms } from './constants/terms.ts';
import { readTable } from './table.ts';
import { type Part, part } from './words.ts';

const OPEN: Pick<Constant, 'type' | 'value'> = { type: { kind: 'unknown', nullable: false }, value: { kind: 'open' } };

/** Reads point 9. The clause of a constant is `9.MAX_LINES`. */
export function resolveConstants(context: Context, section: Section | undefined): readonly Constant[] {
  if (!section) return [];
  for (const item of section.sections) {
    if (!isTerms(item)) {
      const known = POINT_ITEMS.constants;
      const details = { heading: item.heading.text, nearest: nearest(item.heading.text, known), known };
      context.report('N017', TABLE_CODES.N017, details, item.heading.span);
    }
  }
  const constants: Constant[] = [];
  const places = new Map<string, Part>();
  for (const { table } of readBlocks(context, section, { tables: { constants: 'name' }, where: 'point 9' }).tables) {
    const rows = readTable(context, table, {
      columns: { name: { required: true }, value: { required: true }, was: {}, meaning: {} },
    });
    for (const { cells, span } of rows) {
      const cell = cells['name'];
      const value = cells['value'];
      if (!cell || !value) continue;
      const name = part(cell, 0, cell.text.length);
      checkName(context, 'constant', name);
      // A constant that is not shown has no name by which anything could refer to it.
      if (cell.absence !== null) continue;
      const first = places.get(name.text);
      if (first) {
        reportTwice(context, 'constant', name, first);
        continue;
      }
      places.set(name.text, name);
      const clause = `9.${name.text}`;
      readFormer(context, { kind: 'constant', name: name.text }, cells['was']);
      context.place(clause, span);
      const meaning = cells['meaning']?.absence === null ? cells['meaning'].text : '';
      constants.push({ clause, name: name.text, meaning, ...readConstant(context, name.text, value, clause) });
    }
  }
  return constants;
}

function readConstant(context: Context, name: string, cell: Cell, clause: string): Pick<Constant, 'type' | 'value'> {
  if (cell.absence !== null) {
    context.gap(clause, { because: 'value', name }, cell.span);
    return { ...OPEN, type: openType(name) };
  }
  const written = meantValue(name, cell.text);
  if (written !== null) {
    const details = { text: cell.text, meant: written };
    context.report('N081', EXPRESSION_CODES.N081, details, cell.span, replacement(cell.span, written));
    return OPEN;
  }
  const read = context.value(cell);
  if (!read) return OPEN;
  const product = PRODUCT_CONSTANTS[name];
  if (!product) return read;
  const value = read.value.kind === 'literal' ? read.value.value : undefined;
  if (read.type.kind !== product.type || (read.value.kind === 'literal' && product.fits && !product.fits(value))) {
    context.report('N901', CONSTANTS_CODES.N901, { name }, cell.span, { clause });
    return OPEN;
  }
  if (product.oneOf && typeof value === 'string' && !product.oneOf.includes(value)) {
    const offered = nearest(value, product.oneOf.members());
    const details = { name, value, nearest: offered };
    context.report('N902', CONSTANTS_CODES.N902, details, cell.span, {
      clause,
      ...replacement(cell.span, offered && `"${offered}"`),
    });
    return OPEN;
  }
  return read;
}

const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' };

/**
 * A value in a foreign notation: text without quotes, `€15`, `$5.00`, `env`, `${MAIL_URL}`. Null if it is none of
 * these.
 */
function meantValue(name: string, text: string): string | null {
  const product = PRODUCT_CONSTANTS[name];
  if (product?.type === 'text' && /^[A-Za-z][\w/+-]*$/.test(text)) return `"${text}"`;
  const source = /^(env|secret)(?:ironment)?(?: variable)?$/i.exec(text)?.[1];
  const [, kind, called] = /^(env|secret)(?:\(\s*|:\s*|\.|=)["']?([A-Z][A-Z0-9_]*)["']?\)?$/.exec(text) ?? [];
  if (kind !== undefined && called !== undefined) return `${kind} ${called}`;
  if (source !== undefined) return `${source.toLowerCase()} ${name}`;
  const [, dollar, process] = /^(?:\$\{?([A-Z][A-Z0-9_]*)\}?|process\.env\.([A-Z][A-Z0-9_]*))$/.exec(text) ?? [];
  if ((dollar ?? process) !== undefined) return `env ${dollar ?? process}`;
  const [, before, amount, behind] = /^([€$£¥])? ?(\d+(?:\.\d+)?) ?([€$£¥])?$/.exec(text) ?? [];
  const sign = before ?? behind;
  if (sign !== undefined && amount !== undefined) return `${amount} ${SIGNS[sign]}`;
  return /^(?:https?:\/\/|mailto:)\S+$|^[\w.+-]+@[\w-]+\.[\w.]+$/.test(text) ? `"${text}"` : null;
}

/** An open constant of the product still has its type, so that what names it is read. */
function openType(name: string): Type {
  const kind = PRODUCT_CONSTANTS[name]?.type;
  return kind === 'text' || kind === 'integer' || kind === 'duration' || kind === 'rate' || kind === 'size'
    ? { kind, nullable: false }
    : OPEN.type;
}
