import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { isDate, isDateTime, isTime } from '../../../expression/calendar.ts';
import { formatDuration, parseDuration } from '../../../expression/duration.ts';
import { readRecurrence, writeRecurrence } from '../../../expression/recurrence-text.ts';
import { parseValue } from '../../../expression/literal.ts';
import type { FieldType, SeedValue } from '../../../model/entities.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { isEmail, isPhone, isUrl } from '../../../vocabulary/text-forms.ts';
import type { FieldDraft } from '../../declare/field-draft.ts';
import { replacement } from '../replacement.ts';
import { rolesAreOpen } from '../roles/declare.ts';
import { splitList } from '../words.ts';
import type { Resolving } from './resolving.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import type { NoSuch } from '../../../diagnostics/no-such-reason.ts';

type CellForm = Exclude<DetailsOf<'N315'>['form'], NoSuch>;

/** The form of a cell of each type, and its value on the wire; undefined if it doesn't fit. */
interface Form {
  readonly form: CellForm;
  readonly read: (text: string) => unknown;
}

const text: Form = { form: 'text', read: (value) => value };

function matching(form: CellForm, fits: (value: string) => boolean): Form {
  return { form, read: (value) => (fits(value) ? value : undefined) };
}

/** The types whose values need nothing but the cell to be read. */
type Plain = Exclude<
  FieldType['kind'],
  'enum' | 'state' | 'reference' | 'many' | 'roles' | 'decimal' | 'money' | 'percent' | 'open' | 'children' | 'all'
>;

const uploaded: Form = { form: 'upload', read: () => undefined };

const WORDS: Readonly<Record<Plain, Form>> = {
  text,
  'long text': text,
  markdown: text,
  number: text,
  secret: text,
  slug: matching('slug', (value) => /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u.test(value)),
  json: { form: 'json', read: readJson },
  duration: { form: 'duration', read: readDuration },
  recurrence: { form: 'recurrence', read: readRule },
  email: matching('email', isEmail),
  url: matching('url', isUrl),
  phone: matching('phone', isPhone),
  integer: {
    form: 'integer',
    read: (value) => (/^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined),
  },
  serial: {
    form: 'serial',
    read: (value) => (/^[1-9]\d{0,13}$/.test(value) ? Number(value) : undefined),
  },
  boolean: {
    form: 'boolean',
    read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  },
  date: matching('date', isDate),
  time: matching('time', isTime),
  datetime: matching('datetime', isDateTime),
  file: uploaded,
  image: uploaded,
  id: matching('uuid', (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)),
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A recurrence in the one form of answers. */
function readRule(text: string): unknown {
  const { recurrence } = readRecurrence(text);
  return recurrence === null ? undefined : writeRecurrence(recurrence);
}

/** A duration in the notation of point 9, in the one form of answers. Working days depend on their first day. */
function readDuration(text: string): unknown {
  const { constant } = parseValue(text);
  if (constant?.type.kind !== 'duration' || constant.value.kind !== 'literal') return undefined;
  const { value } = constant.value;
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  return duration === null ? undefined : formatDuration(duration);
}

/** Reads one cell of a record. Reports a value that does not fit its field. */
export function readSeedValue(entity: Resolving, field: FieldDraft, cell: Cell, clause: string): SeedValue | null {
  const { context } = entity;
  const { type } = field;
  const refuse = (form: CellForm, offered: string | null = null): null => {
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
      if (twice !== undefined) return refuse({ because: 'records', twice });
      return { kind: 'references', entity: type.entity, texts };
    }
    case 'enum':
    case 'state': {
      const names = type.values.map((value) => value.name);
      if (type.kind === 'state' && names.length === 0) return null;
      if (names.includes(cell.text)) return { kind: 'value', value: cell.text };
      return refuse({ because: 'choice', names }, nearest(cell.text, names));
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
      if (value === null) return refuse(type.kind === 'percent' ? 'percent' : 'amount');
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
    case 'recurrence':
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

/** The digits that are before the point of an amount at most. */
const MOST_DIGITS = 24;
/** The places that a share is kept with. */
const PERCENT_PLACES = 12;

/**
 * The correct form of a number with more digits than its type keeps, which is never rounded silently. Null if it fits.
 */
function tooManyDigits(value: string, type: FieldType, currency: string | null): CellForm | null {
  const [whole = '', behind = ''] = value.replace(/^[+-]/, '').split('.');
  const digits = whole.replace(/^0+/, '').length;
  const places = behind.replace(/0+$/, '').length;
  if (type.kind === 'decimal') {
    const { precision, scale } = type;
    return digits > precision - scale || places > scale
      ? { because: 'digits', before: precision - scale, behind: scale }
      : null;
  }
  const own = type.kind === 'money' ? (type.currency ?? currency) : null;
  const most = type.kind === 'money' ? currencyDigits(own ?? 'EUR') : PERCENT_PLACES;
  return digits > MOST_DIGITS || places > most ? { because: 'places', most } : null;
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
    case 'recurrence':
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
  // The people who hold the role could not be read.
  const stated = declared.roles.get(role);
  if (stated?.given === 'open') return;
  const assigned = [...declared.roles.values()].filter(({ given }) => given === 'assigned').map(({ name }) => name);
  const offered = nearest(role, assigned);
  const form = { no: 'role', name: role, of: '', nearest: offered, isGiven: stated !== undefined } as const;
  context.report('N315', ENTITIES_CODES.N315, { value: role, field: 'roles', form }, span, replacement(span, offered));
}
