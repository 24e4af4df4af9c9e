import { CONSTANTS_CODES } from '../../diagnostics/codes/constants.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Type } from '../../expression/type.ts';
import type { Constant } from '../../model/constants.ts';
import { POINT_ITEMS } from '../../points.ts';
import type { Cell, Section } from '../../syntax/tree.ts';
import { PRODUCT_CONSTANTS } from '../../vocabulary/product-constants.ts';
import type { Context } from '../context.ts';
import { readBlocks } from './blocks.ts';
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
      const holes = { heading: item.heading.text, nearest: nearest(item.heading.text, known), known };
      context.report('N017', TABLE_CODES.N017, holes, item.heading.span);
    }
  }
  const constants: Constant[] = [];
  const places = new Map<string, Part>();
  for (const { table } of readBlocks(context, section, { tables: { constants: 'name' }, where: 'point 9' }).tables) {
    const rows = readTable(context, table, {
      columns: { name: { required: true }, value: { required: true }, meaning: {} },
    });
    for (const { cells, span } of rows) {
      const cell = cells['name'];
      const value = cells['value'];
      if (!cell || !value) continue;
      const name = part(cell, 0, cell.text.length);
      checkName(context, 'constant', name);
      // What is not shown has no name that anything could call it by, whichever word says so.
      if (cell.absence !== null) continue;
      const first = places.get(name.text);
      if (first) {
        reportTwice(context, 'constant', name, first);
        continue;
      }
      places.set(name.text, name);
      const clause = `9.${name.text}`;
      context.place(clause, span);
      const meaning = cells['meaning']?.absence === null ? cells['meaning'].text : '';
      constants.push({ clause, name: name.text, meaning, ...readConstant(context, name.text, value, clause) });
    }
  }
  return constants;
}

function readConstant(context: Context, name: string, cell: Cell, clause: string): Pick<Constant, 'type' | 'value'> {
  if (cell.absence !== null) {
    context.gap(clause, `Whatever needs ${name} is NOT_SPECIFIED.`, cell.span);
    return { ...OPEN, type: openType(name) };
  }
  const read = context.value(cell);
  if (!read) return OPEN;
  const product = PRODUCT_CONSTANTS[name];
  if (!product) return read;
  const value = read.value.kind === 'literal' ? read.value.value : undefined;
  if (read.type.kind !== product.type || (read.value.kind === 'literal' && product.fits && !product.fits(value))) {
    const holes = { name, form: product.form, example: product.example };
    context.report('N901', CONSTANTS_CODES.N901, holes, cell.span, { clause });
    return OPEN;
  }
  if (product.oneOf && typeof value === 'string' && !product.oneOf.includes(value)) {
    const offered = nearest(value, product.oneOf.members());
    const holes = { name, value, what: product.oneOf.what, nearest: offered };
    context.report('N902', CONSTANTS_CODES.N902, holes, cell.span, {
      clause,
      ...replacement(cell.span, offered && `"${offered}"`),
    });
    return OPEN;
  }
  return read;
}

/** An open constant of the product still has its type, so that what names it is read. */
function openType(name: string): Type {
  const kind = PRODUCT_CONSTANTS[name]?.type;
  return kind === 'text' || kind === 'integer' || kind === 'duration' || kind === 'rate' || kind === 'size'
    ? { kind, nullable: false }
    : OPEN.type;
}
