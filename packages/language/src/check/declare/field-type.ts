import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Choice, FieldType } from '../../model/entities.ts';
import { ALL_KINDS, FIELD_KINDS } from '../../model/field-kinds.ts';
import { isCurrency } from '../../vocabulary/units.ts';
import type { Context } from '../context.ts';
import { checkName, readNamed, reportTwice } from '../resolve/names.ts';
import { replacement } from '../resolve/replacement.ts';
import { type Part, part, spanOf, splitList } from '../resolve/words.ts';

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

/** Reads a field's type (3). What can't be read is reported and answered as `open`, so that it is one error. */
export function readType(context: Context, words: Part, entities: ReadonlySet<string>): FieldType {
  const text = words.text.replace(/\s+/g, ' ');
  const plain = PLAIN.find((kind) => kind === text);
  if (plain) return { kind: plain };
  if (text === 'money') return { kind: 'money', currency: null };
  if (text === 'state') return { kind: 'state', values: [] };
  if (entities.has(text)) return { kind: 'reference', entity: text };
  const named = /^(?:list of |many |all )?(\S+)(?: by \S+)?$/.exec(text)?.[1] ?? text;
  if (context.schema.openEntities?.has(named)) return OPEN; // The entity is the gap, and the field with it.
  const incomplete = (reason: string): FieldType => {
    context.report('N306', ENTITIES_CODES.N306, { type: text, reason }, words.span);
    return OPEN;
  };
  const several = /^(?:list|many|set|array)\s*(?:of\s+)?[<(]?\s*(enum ?\(.*\)|[a-z ]+?)[>)]?$/s.exec(text)?.[1];
  if (several !== undefined && (several.startsWith('enum') || PLAIN.some((kind) => kind === several)))
    return incomplete(
      `a list holds records; state an entity with a field of type \`${several}\`, here called Line, and write \`list of Line\``,
    );
  const currency = /^money in (\S+)$/.exec(text)?.[1];
  if (currency !== undefined) {
    return isCurrency(currency)
      ? { kind: 'money', currency }
      : incomplete(`“${currency}” is not the code of a currency`);
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
        return readEnum(context, items, incomplete);
      default:
        return readFile(items, incomplete);
    }
  }
  const isOthers = meantType(text, entities) !== null && text !== 'decimal';
  if (!isOthers && /^(decimal|enum|file|number|list|money|many|all|slug)\b/.test(text)) {
    const form = {
      decimal: '`decimal(10, 2)`',
      enum: '`enum(low, high)`',
      file: '`file(pdf, png)`',
      number: '`number CL-{0000}`',
      list: '`list of Line`',
      slug: '`slug of title`',
      many: '`many Tag`',
      all: '`all Article by author`',
      money: '`money` or `money in EUR`',
    };
    return incomplete(`it is written ${form[/^[a-z]+/.exec(text)?.[0] as keyof typeof form]}`);
  }
  const lists = text.includes(' ') ? [...entities].flatMap((name) => [`list of ${name}`, `many ${name}`]) : [];
  return unknownType(context, words, text, [...FIELD_TYPES, ...entities, ...lists]);
}

/** Types of databases and of programming languages, and the type that is meant. */
const TYPES_OF_OTHERS: Readonly<Record<string, string>> = {
  string: 'text',
  str: 'text',
  char: 'text',
  varchar: 'text',
  nvarchar: 'text',
  citext: 'text',
  word: 'text',
  uuid: 'text',
  guid: 'text',
  clob: 'long text',
  longtext: 'long text',
  mediumtext: 'long text',
  textarea: 'long text',
  html: 'markdown',
  richtext: 'markdown',
  int: 'integer',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  long: 'integer',
  short: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  wholenumber: 'integer',
  count: 'integer',
  number: 'integer',
  float: 'decimal(12, 2)',
  double: 'decimal(12, 2)',
  real: 'decimal(12, 2)',
  numeric: 'decimal(12, 2)',
  decimal: 'decimal(12, 2)',
  bool: 'boolean',
  bit: 'boolean',
  yesno: 'boolean',
  checkbox: 'boolean',
  flag: 'boolean',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  instant: 'datetime',
  moment: 'datetime',
  interval: 'duration',
  timespan: 'duration',
  currency: 'money',
  amount: 'money',
  price: 'money',
  percentage: 'percent',
  mail: 'email',
  emailaddress: 'email',
  uri: 'url',
  link: 'url',
  website: 'url',
  telephone: 'phone',
  phonenumber: 'phone',
  tel: 'phone',
  password: 'secret',
  object: 'json',
  map: 'json',
  dict: 'json',
  jsonb: 'json',
  blob: 'file(pdf, png, jpg)',
  bytea: 'file(pdf, png, jpg)',
  binary: 'file(pdf, png, jpg)',
  attachment: 'file(pdf, png, jpg)',
  document: 'file(pdf, png, jpg)',
  photo: 'image',
  picture: 'image',
  avatar: 'image',
  status: 'state',
  workflow: 'state',
  person: 'User',
  account: 'User',
};

/** What others call a type, in this language: `varchar(20)`, `Currency`, `Line[]`, `array of Line`, `ref Project`. Null where it is nobody's. */
function meantType(type: string, entities: ReadonlySet<string>): string | null {
  const [, array, brackets, reference] =
    /^(?:(?:array|set|collection|array of|set of|lists? of)[ <(]+(\w+)[)>]?|(?:list<)?(\w+)(?:\[\]|>)|(?:ref|reference|foreign key|fk|link|belongs to)(?: to)?[ (]+(\w+)\)?)$/i.exec(
      type,
    ) ?? [];
  const item = array ?? brackets;
  if (item !== undefined && entities.has(item)) return `list of ${item}`;
  if (reference !== undefined && entities.has(reference)) return reference;
  const plain = type
    .replace(/ ?\([\d, ]*\)$/, '')
    .toLowerCase()
    .replaceAll(/[ _-]/g, '');
  return Object.hasOwn(TYPES_OF_OTHERS, plain) ? (TYPES_OF_OTHERS[plain] ?? null) : null;
}

function unknownType(context: Context, words: Part, type: string, known: readonly string[]): FieldType {
  const meant = meantType(type, new Set(known.filter((name) => /^[A-Z]/.test(name))));
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

type Incomplete = (reason: string) => FieldType;

function readDecimal(items: readonly Part[], incomplete: Incomplete): FieldType {
  const [precision, scale] = items.map((item) => (/^\d{1,4}$/.test(item.text) ? Number(item.text) : undefined));
  if (items.length !== 2 || precision === undefined || scale === undefined)
    return incomplete('it needs a precision and a scale, as in `decimal(10, 2)`');
  if (precision < 1 || precision > 1000 || scale > precision)
    return incomplete('the precision is 1 to 1000, the scale at most the precision');
  return { kind: 'decimal', precision, scale };
}

function readEnum(context: Context, items: readonly Part[], incomplete: Incomplete): FieldType {
  const values = new Map<string, Choice>();
  for (const item of items) {
    const named = item.text === '' ? null : readNamed(context, item);
    if (!named) return item.text === '' ? incomplete('a choice is missing') : OPEN;
    if (!checkName(context, 'choice', named.name)) continue;
    const name = named.name.text;
    if (values.has(name)) reportTwice(context, 'choice', named.name);
    else values.set(name, { name, label: named.label, labels: {} });
  }
  return { kind: 'enum', values: [...values.values()] };
}

function readFile(items: readonly Part[], incomplete: Incomplete): FieldType {
  const types = items.map((item) => item.text.toLowerCase());
  const unknown = types.find((type) => !FILE_TYPES.has(type));
  if (unknown !== undefined)
    return incomplete(
      `“${unknown}” is not a file type that can be checked by its content; these are: ${[...FILE_TYPES].join(', ')}`,
    );
  return { kind: 'file', types };
}

/** `EX-{yyyy}-{00000}`: one counter, and parts of the day on which it is given. */
function readNumber(pattern: string, incomplete: Incomplete): FieldType {
  const holes = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  if (holes.filter((hole) => /^0+$/.test(hole)).length !== 1) return incomplete('it needs one counter, as in `{0000}`');
  const unknown = holes.find((hole) => !/^(0+|yyyy|yy|mm|dd)$/.test(hole));
  if (unknown !== undefined)
    return incomplete(`\`{${unknown}}\` is none of \`{yyyy}\`, \`{yy}\`, \`{mm}\`, \`{dd}\` and \`{0000}\``);
  if (/[{}]/.test(pattern.replace(/\{[^{}]*\}/g, ''))) return incomplete('a brace is not closed');
  return { kind: 'number', pattern };
}
