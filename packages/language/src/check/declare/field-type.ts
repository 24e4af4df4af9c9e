import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Choice, FieldType } from '../../model/entities.ts';
import { ALL_KINDS, FIELD_KINDS } from '../../model/field-kinds.ts';
import { isCurrency } from '../../vocabulary/units.ts';
import type { Context } from '../context.ts';
import { readFormer } from '../resolve/former.ts';
import { checkName, readNamed, reportTwice } from '../resolve/names.ts';
import { replacement } from '../resolve/replacement.ts';
import { type Part, part, spanOf, splitList } from '../resolve/words.ts';
import { standsAlone } from './stands-alone.ts';
import { meantEnum, meantType } from './types-of-others.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import { isLongType } from '../../diagnostics/codes/reasons/entities.ts';

/** The kinds that the `type` column says by their name alone, with nothing more to state. */
type PlainKind = Extract<FieldType, { readonly kind: 'text' }>['kind'];

const PLAIN = ALL_KINDS.filter(
  (kind): kind is PlainKind => FIELD_KINDS[kind].word === kind && kind !== 'money' && kind !== 'state',
);

/** Every word of the `type` column. */
export const FIELD_TYPES: readonly string[] = ALL_KINDS.flatMap((kind) => FIELD_KINDS[kind].word ?? []);

const FILE_TYPES = new Set([
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'csv',
  'txt',
  'json',
  'xml',
  'zip',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'mp3',
  'mp4',
  'svg',
]);

const OPEN: FieldType = { kind: 'open' };

/**
 * Reads a field's type (3). `field`: whether the choices of an `enum` may have former names. A type that can't be read
 * is reported and becomes `open`, so that it is only one error.
 */
export function readType(
  context: Context,
  words: Part,
  entities: ReadonlySet<string>,
  field: { readonly entity: string; readonly field: string } | null = null,
): FieldType {
  const text = words.text.replace(/\s+/g, ' ');
  const plain = PLAIN.find((kind) => kind === text);
  if (plain) return { kind: plain };
  if (text === 'money') return { kind: 'money', currency: null };
  if (text === 'state') return { kind: 'state', values: [] };
  if (entities.has(text)) return { kind: 'reference', entity: text };
  const named = /^(?:list of |many |all )?(\S+)(?: by \S+)?$/.exec(text)?.[1] ?? text;
  if (context.schema.openEntities?.has(named)) return OPEN; // The entity is the gap, and the field with it.
  const incomplete: Incomplete = (reason, meant = null) => {
    context.report('N306', ENTITIES_CODES.N306, { type: text, reason }, words.span, replacement(words.span, meant));
    return OPEN;
  };
  const several = /^(?:list|many|set|array)\s*(?:of\s+)?[<(]?\s*(enum ?\(.*\)|[a-z ]+?)[>)]?$/s.exec(text)?.[1];
  if (several !== undefined && (several.startsWith('enum') || PLAIN.some((kind) => kind === several)))
    return incomplete({ because: 'records', type: several });
  const currency = /^money in (\S+)$/.exec(text)?.[1];
  if (currency !== undefined) {
    return isCurrency(currency) ? { kind: 'money', currency } : incomplete({ because: 'currency', currency });
  }
  const child = /^list of (\S+)$/.exec(text)?.[1];
  if (child !== undefined) {
    return entities.has(child)
      ? { kind: 'children', entity: child }
      : unknownType(context, words, child, [...entities]);
  }
  const referred = /^many (\S+)$/.exec(text)?.[1];
  if (referred !== undefined) {
    return entities.has(referred)
      ? { kind: 'many', entity: referred }
      : unknownType(context, words, referred, [...entities]);
  }
  const reversed = /^all (\S+) by ([a-z]\w*)$/.exec(text);
  if (reversed?.[1] !== undefined && reversed[2] !== undefined) {
    const [, entity, by] = reversed;
    return entities.has(entity) ? { kind: 'all', entity, by } : unknownType(context, words, entity, [...entities]);
  }
  const source = /^slug of ([a-z]\w*)$/.exec(text)?.[1];
  if (source !== undefined) return { kind: 'slug', of: source };
  const pattern = /^number (.+)$/.exec(text)?.[1];
  if (pattern !== undefined) return readNumber(pattern, incomplete);
  const call = /^(decimal|enum|file) ?\((.*)\)$/s.exec(words.text.trim());
  if (call) {
    const open = words.text.indexOf('(') + 1;
    const items = splitList(part(words, open, words.text.lastIndexOf(')')));
    const [, form = ''] = call;
    switch (form) {
      case 'decimal':
        return readDecimal(items, incomplete);
      case 'enum':
        return readEnum(context, items, field, incomplete);
      default:
        return readFile(items, incomplete);
    }
  }
  const choices = meantEnum(text);
  if (choices !== null) return incomplete({ because: 'written', meant: choices }, choices);
  const isOthers = meantType(text, entities, () => false) !== null && text !== 'decimal';
  const [first = ''] = /^[a-z]+\b/.exec(text) ?? [];
  if (!isOthers && isLongType(first)) return incomplete({ because: 'form', type: first });
  const lists = text.includes(' ') ? [...entities].flatMap((name) => [`list of ${name}`, `many ${name}`]) : [];
  return unknownType(context, words, text, [...FIELD_TYPES, ...entities, ...lists]);
}

function unknownType(context: Context, words: Part, type: string, known: readonly string[]): FieldType {
  const entities = new Set(known.filter((name) => /^[A-Z]/.test(name)));
  const meant = meantType(type, entities, (entity) => standsAlone(context.tree, entity));
  if (meant !== null) {
    const fix = replacement(words.span, meant);
    context.report('N301', ENTITIES_CODES.N301, { type, nearest: meant }, words.span, fix);
    return OPEN;
  }
  const offered = nearest(type, known);
  // A form with brackets is only shown; a name can be written in its place.
  const at = words.text.lastIndexOf(type);
  const place = spanOf(words, at, at + type.length);
  const fix = at >= 0 && /^[\w ]+$/.test(offered ?? '') ? replacement(place, offered) : {};
  context.report('N301', ENTITIES_CODES.N301, { type, nearest: offered }, words.span, fix);
  return OPEN;
}

/** Reports a type that can't be read, and returns it as open; `meant` is the type that is certainly meant. */
type Incomplete = (reason: DetailsOf<'N306'>['reason'], meant?: string | null) => FieldType;

function readDecimal(items: readonly Part[], incomplete: Incomplete): FieldType {
  const [precision, scale] = items.map((item) => (/^\d{1,4}$/.test(item.text) ? Number(item.text) : undefined));
  if (items.length !== 2 || precision === undefined || scale === undefined) return incomplete('precision');
  if (precision < 1 || precision > 1000 || scale > precision) return incomplete('digits');
  return { kind: 'decimal', precision, scale };
}

/** `enum(low, high (Urgent), crimson was red)`: only the choices of a field can have been others. */
function readEnum(
  context: Context,
  items: readonly Part[],
  field: { readonly entity: string; readonly field: string } | null,
  incomplete: Incomplete,
): FieldType {
  const values = new Map<string, Choice>();
  const isQuoted = items.some(({ text }) => /^(["'])\w.*\1$/.test(text));
  const isSeparated = items.length === 1 && /\w\s*[/;]\s*\w/.test(items[0]?.text ?? '');
  const meant = isSeparated || isQuoted ? meantEnum(`enum(${items.map(({ text }) => text).join(', ')})`) : null;
  if (meant !== null) return incomplete({ because: 'choices', meant }, meant);
  for (const item of items) {
    const former = field === null ? null : /\swas\s+/.exec(item.text);
    const stated = former === null ? item : part(item, 0, former.index);
    const named = stated.text === '' ? null : readNamed(context, stated);
    if (!named) return item.text === '' ? incomplete('missingChoice') : OPEN;
    if (!checkName(context, 'choice', named.name)) continue;
    const name = named.name.text;
    if (values.has(name)) reportTwice(context, 'choice', named.name);
    else values.set(name, { name, label: named.label, labels: {} });
    if (former !== null && field !== null) {
      const was = part(item, former.index + former[0].length, item.text.length);
      readFormer(context, { kind: 'choice', ...field, name }, was);
    }
  }
  return { kind: 'enum', values: [...values.values()] };
}

function readFile(items: readonly Part[], incomplete: Incomplete): FieldType {
  const types = items.map((item) => item.text.toLowerCase());
  const unknown = types.find((type) => !FILE_TYPES.has(type));
  if (unknown !== undefined) return incomplete({ because: 'file', type: unknown, known: [...FILE_TYPES] });
  return { kind: 'file', types };
}

/** `EX-{yyyy}-{00000}`: one counter, and parts of the day on which it is given. */
function readNumber(pattern: string, incomplete: Incomplete): FieldType {
  const details = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  if (details.filter((hole) => /^0+$/.test(hole)).length !== 1) return incomplete('counter');
  const unknown = details.find((hole) => !/^(0+|yyyy|yy|mm|dd)$/.test(hole));
  if (unknown !== undefined) return incomplete({ because: 'hole', hole: unknown }, ofDates(pattern));
  if (/[{}]/.test(pattern.replace(/\{[^{}]*\}/g, ''))) return incomplete('brace');
  return { kind: 'number', pattern };
}

/** A pattern with other words for the parts of the date: `{YYYY}`, `{year}`. Null if it has other parts. */
function ofDates(pattern: string): string | null {
  const meant = pattern.replaceAll(
    /\{(\w+)\}/g,
    (_, part: string) => `{${DATE_PARTS[part.toLowerCase()] ?? part.toLowerCase()}}`,
  );
  const parts = [...meant.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  return parts.every((part) => /^(?:0+|yyyy|yy|mm|dd)$/.test(part)) ? `number ${meant}` : null;
}

const DATE_PARTS: Readonly<Record<string, string>> = { year: 'yyyy', month: 'mm', day: 'dd' };
