import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import { TABLE_CODES } from '../../../../diagnostics/codes/tables.ts';
import { nearest } from '../../../../diagnostics/nearest.ts';
import type { Shape, ShapeProperty } from '../../../../model/exact-calls.ts';
import type { Section } from '../../../../syntax/tree.ts';
import type { Context } from '../../../context.ts';
import type { Declared } from '../../../declared.ts';
import { readBlocks } from '../../blocks.ts';
import { reportTwice } from '../../names.ts';
import { mayBeEntity } from '../../open.ts';
import { replacement } from '../../replacement.ts';
import { readTable, type TableRow } from '../../table.ts';
import { type Part, part } from '../../words.ts';
import { type ShapePlace, shapeScope } from './place.ts';
import { readShaped } from './shaped.ts';

export interface ShapeHeading {
  readonly section: Section;
  readonly name: string;
  /** Null if it names none, which is reported. */
  readonly entity: string | null;
}

/** A shape of an entity that exists. */
type KnownHeading = ShapeHeading & { readonly entity: string };

/** Reads the headings of `### Shapes`: `Article`, `ArticleItem of Article`. */
export function declareShapes(
  context: Context,
  item: Section | undefined,
  declared: Declared,
): readonly ShapeHeading[] {
  const headings = new Map<string, ShapeHeading & { readonly words: Part }>();
  for (const section of item?.sections ?? []) {
    const words = part(section.heading, 0, section.heading.text.length);
    const match = /^([A-Z][A-Za-z0-9]*)(?:\s+of\s+([A-Za-z]\w*))?$/.exec(words.text);
    const name = match?.[1];
    if (name === undefined) {
      const why = 'name';
      context.report('N719', CALLS_CODES.N719, { text: words.text, why }, words.span);
      continue;
    }
    const of =
      match?.[2] === undefined
        ? part(words, 0, name.length)
        : part(words, words.text.length - match[2].length, words.text.length);
    const first = headings.get(name);
    if (first) reportTwice(context, 'shape', words, first.words);
    else if (!declared.entities.has(of.text)) {
      headings.set(name, { section, name, entity: null, words });
      if (mayBeEntity(context, of.text)) continue;
      const offered = nearest(of.text, declared.entities.keys());
      const why = {
        no: 'entity',
        name: of.text,
        of: '',
        nearest: offered,
        ...(match?.[2] === undefined && { shape: name }),
      } as const;
      context.report('N719', CALLS_CODES.N719, { text: words.text, why }, of.span, replacement(of.span, offered));
    } else headings.set(name, { section, name, entity: of.text, words });
  }
  return [...headings.values()];
}

function isKnown(heading: ShapeHeading): heading is KnownHeading {
  return heading.entity !== null;
}

/** Reads the shapes. The clause of one is `7.shapes.Article`, of a property `7.shapes.Article.tagList`. */
export function readShapes(place: ShapePlace, headings: readonly ShapeHeading[]): readonly Shape[] {
  return headings.filter(isKnown).flatMap((heading) => {
    const { context } = place;
    const { section, name, entity } = heading;
    for (const inner of section.sections) {
      const details = { heading: inner.heading.text, nearest: null, known: [] };
      context.report('N017', TABLE_CODES.N017, details, inner.heading.span);
    }
    const clause = `7.shapes.${name}`;
    context.place(clause, section.heading.span);
    const blocks = readBlocks(context, section, { tables: { properties: 'property' }, where: 'shape' });
    if (blocks.marker?.value === 'not shown') context.gap(clause, { because: 'shape', name }, section.heading.span);
    const properties: ShapeProperty[] = [];
    const seen = new Map<string, Part>();
    for (const { table } of blocks.tables) {
      const columns = { property: { required: true }, is: { required: true } };
      for (const row of readTable(context, table, { columns })) {
        const property = readProperty(place, row, heading, clause, seen);
        if (property) properties.push(property);
      }
    }
    return [{ clause, name, entity, description: blocks.prose, properties }];
  });
}

function readProperty(
  place: ShapePlace,
  row: TableRow,
  { entity }: KnownHeading,
  shape: string,
  seen: Map<string, Part>,
): ShapeProperty | null {
  const { context } = place;
  const cell = row.cells['property'];
  const is = row.cells['is'];
  if (!cell || !is) return null;
  const optional = cell.text.endsWith('?');
  const name = part(cell, 0, cell.text.length - (optional ? 1 : 0));
  if (!/^[A-Za-z_$@][\w$@.-]*$/.test(name.text)) {
    const why = 'property';
    context.report('N719', CALLS_CODES.N719, { text: cell.text, why }, cell.span);
    return null;
  }
  const first = seen.get(name.text);
  if (first) {
    reportTwice(context, 'property', name, first);
    return null;
  }
  seen.set(name.text, name);
  const clause = `${shape}.${name.text}`;
  context.place(clause, row.span);
  if (is.absence !== null) {
    if (is.absence !== 'none') context.gap(clause, { because: 'property', name: name.text }, is.span);
    return null;
  }
  if (entity === 'User' && is.text === 'password')
    return { clause, name: name.text, optional, value: { kind: 'password' }, note: row.cells['note']?.text ?? '' };
  if (is.text === 'ignored')
    return { clause, name: name.text, optional, value: { kind: 'ignored' }, note: row.cells['note']?.text ?? '' };
  const words = part(is, 0, is.text.length);
  const whole = expanded(place, words, name.text);
  const fields = context.schema.entities.get(entity)?.fields;
  if (whole !== words && fields && !fields.has(name.text)) {
    const offered = nearest(name.text, fields.keys());
    const why = { no: 'field', name: name.text, of: entity, nearest: offered } as const;
    context.report('N719', CALLS_CODES.N719, { text: name.text, why }, name.span, replacement(name.span, offered));
    return null;
  }
  const value = readShaped(place, whole, shapeScope(entity));
  return value && { clause, name: name.text, optional, value, note: row.cells['note']?.text ?? '' };
}

/** A shape alone, or a list of one, shows the field that is named as the property is: `author | Profile`. */
function expanded(place: ShapePlace, words: Part, property: string): Part {
  const shape = /^\[\s*([A-Z]\w*)\s*\]$/.exec(words.text)?.[1] ?? /^[A-Z]\w*$/.exec(words.text)?.[0];
  if (shape === undefined || !place.shapes.has(shape) || place.context.schema.constants.has(shape)) return words;
  const text = `${property} as ${shape}`;
  // Each mistake in it is reported at the words that are there.
  return { text, span: words.span, offsets: Array.from({ length: text.length + 1 }, () => words.span.start) };
}
