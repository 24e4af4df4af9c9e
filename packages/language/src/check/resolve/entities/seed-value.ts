import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { isDate, isDateTime, isTime } from '../../../expression/calendar.ts';
import { formatDuration, parseDuration } from '../../../expression/duration.ts';
import { parseValue } from '../../../expression/literal.ts';
import type { FieldType, SeedValue } from '../../../model/entities.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { isEmail, isPhone, isUrl } from '../../../vocabulary/text-forms.ts';
import type { FieldDraft } from '../../declare/fields.ts';
import { replacement } from '../replacement.ts';
import { rolesAreOpen } from '../roles/declare.ts';
import { splitList } from '../words.ts';
import type { Resolving } from './resolving.ts';

/** What a cell of each type holds, in words, and its value on the wire's form; undefined where it doesn't fit. */
interface Form {
  readonly form: string;
  readonly read: (text: string) => unknown;
}

const text: Form = { form: 'a text', read: (value) => value };

function matching(form: string, fits: (value: string) => boolean): Form {
  return { form, read: (value) => (fits(value) ? value : undefined) };
}

/** The types whose values need nothing but the cell to be read. */
type Plain = Exclude<
  FieldType['kind'],
  'enum' | 'state' | 'reference' | 'many' | 'roles' | 'decimal' | 'money' | 'percent' | 'open' | 'children' | 'all'
>;

const uploaded: Form = { form: 'a file, which people upload when the product runs', read: () => undefined };

const WORDS: Readonly<Record<Plain, Form>> = {
  text,
  'long text': text,
  markdown: text,
  number: text,
  secret: text,
  slug: matching('words such as `a-first-article`', (value) => /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u.test(value)),
  json: { form: 'JSON', read: readJson },
  duration: { form: 'a duration such as `30 days`', read: readDuration },
  email: matching('an address such as `ann@example.com`', isEmail),
  url: matching('an address such as `https://example.com`', isUrl),
  phone: matching('a phone number', isPhone),
  integer: {
    form: 'a whole number',
    read: (value) => (/^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined),
  },
  serial: {
    form: 'a whole number from 1',
    read: (value) => (/^[1-9]\d{0,13}$/.test(value) ? Number(value) : undefined),
  },
  boolean: {
    form: '`true` or `false`',
    read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  },
  date: matching('a date such as `2026-11-21`', isDate),
  time: matching('a time such as `09:30`', isTime),
  datetime: matching('an instant such as `2026-11-21T09:30:00Z`', isDateTime),
  file: uploaded,
  image: uploaded,
  id: matching('a uuid', (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)),
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** As point 9 writes it, in the one form that answers have; working days depend on the day that they are counted from. */
function readDuration(text: string): unknown {
  const { constant } = parseValue(text);
  if (constant?.type.kind !== 'duration' || constant.value.kind !== 'literal') return undefined;
  const { value } = constant.value;
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  return duration === null ? undefined : formatDuration(duration);
}

/** Reads one cell of a record. What does not fit its field is reported. */
export function readSeedValue(entity: Resolving, field: FieldDraft, cell: Cell, clause: string): SeedValue | null {
  const { context } = entity;
  const { type } = field;
  const refuse = (form: string, offered: string | null = null): null => {
    context.report('N315', ENTITIES_CODES.N315, { value: cell.text, field: field.name, form }, cell.span, {
      clause,
      ...replacement(cell.span, offered),
    });
    return null;
  };
  switch (type.kind) {
    case 'reference':
      return { kind: 'reference', entity: type.entity, text: cell.text };
    case 'many': {
      const texts = splitList(cell).flatMap(({ text }) => (text === '' ? [] : [text]));
      const twice = texts.find((text, place) => texts.indexOf(text) < place);
      if (twice !== undefined) return refuse(`names of records, each once (“${twice}” stands twice)`);
      return { kind: 'references', entity: type.entity, texts };
    }
    case 'enum':
    case 'state': {
      const names = type.values.map((value) => value.name);
      if (type.kind === 'state' && names.length === 0) return null;
      if (names.includes(cell.text)) return { kind: 'value', value: cell.text };
      return refuse(`one of ${names.join(', ')}`, nearest(cell.text, names));
    }
    case 'roles': {
      const roles = splitList(cell).filter((role) => role.text !== '');
      const open = rolesAreOpen(context.tree.points.roles);
      for (const role of roles) {
        const given = entity.declared.roles.get(role.text)?.given;
        const mayBe = given === 'assigned' || given === 'open' || (given === undefined && open);
        if (!mayBe) reportUnknownRole(entity, role.text, role.span);
      }
      return { kind: 'value', value: roles.map((role) => role.text) };
    }
    case 'decimal':
    case 'money':
    case 'percent': {
      const value = readNumber(cell.text, type, productCurrency(entity));
      if (value === null)
        return refuse(type.kind === 'percent' ? 'a number such as `0.21` or `21 %`' : 'a number such as `12.50`');
      const tooLong = tooManyDigits(value, type, productCurrency(entity));
      return tooLong === null ? { kind: 'value', value } : refuse(tooLong);
    }
    case 'open':
    case 'children':
    case 'all':
      return null;
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'duration':
    case 'email':
    case 'file':
    case 'id':
    case 'image':
    case 'integer':
    case 'json':
    case 'long text':
    case 'markdown':
    case 'number':
    case 'phone':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'text':
    case 'time':
    case 'url': {
      const { form, read } = WORDS[type.kind];
      const value = read(cell.text);
      return value === undefined ? refuse(form) : { kind: 'value', value };
    }
  }
}

/** The digits that stand before the point of an amount at most. */
const MOST_DIGITS = 24;
/** The places that a share is kept with. */
const PERCENT_PLACES = 12;

/** What a number with more digits than its type keeps ought to be: it is never rounded silently. Null where it fits. */
function tooManyDigits(value: string, type: FieldType, currency: string | null): string | null {
  const [whole = '', behind = ''] = value.replace(/^[+-]/, '').split('.');
  const digits = whole.replace(/^0+/, '').length;
  const places = behind.replace(/0+$/, '').length;
  if (type.kind === 'decimal') {
    const { precision, scale } = type;
    return digits > precision - scale || places > scale
      ? `a number of at most ${precision - scale} digits before the point and ${scale} behind it`
      : null;
  }
  const own = type.kind === 'money' ? (type.currency ?? currency) : null;
  const most = type.kind === 'money' ? currencyDigits(own ?? 'EUR') : PERCENT_PLACES;
  return digits > MOST_DIGITS || places > most ? `a number of at most ${most} digits behind the point` : null;
}

/** The minor digits of an ISO 4217 currency. */
function currencyDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

function productCurrency({ declaredValue }: Resolving): string | null {
  const value = declaredValue('CURRENCY')?.value;
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : null;
}

/** The digits of an exact number, read as point 9 reads it: `21 %` is 0.21, `25 EUR` is 25. */
function readNumber(words: string, type: FieldType, productCurrency: string | null): string | null {
  const constant = parseValue(words).constant;
  if (constant?.value.kind !== 'literal') return null;
  const digits = String(constant.value.value);
  switch (constant.type.kind) {
    case 'integer':
      return digits;
    case 'decimal':
      return words.endsWith('%') && type.kind !== 'percent' ? null : digits;
    case 'money':
      return type.kind === 'money' && (type.currency ?? productCurrency) === constant.type.currency ? digits : null;
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'duration':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'list':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'size':
    case 'text':
    case 'time':
    case 'unknown':
    case 'working days':
      return null;
  }
}

/** Roles of a `User`: the assigned ones of point 6, separated by commas. */
function reportUnknownRole({ context, declared }: Resolving, role: string, span: Cell['span']): void {
  // Who holds it could not be read.
  const stated = declared.roles.get(role);
  if (stated?.given === 'open') return;
  const assigned = [...declared.roles.values()].filter(({ given }) => given === 'assigned').map(({ name }) => name);
  const offered = nearest(role, assigned);
  const form = { no: 'role', name: role, of: '', nearest: offered, isGiven: stated !== undefined } as const;
  context.report('N315', ENTITIES_CODES.N315, { value: role, field: 'roles', form }, span, replacement(span, offered));
}
